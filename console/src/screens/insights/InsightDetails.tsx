import { Radio, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { externalIdWords } from '@verbatim/contract/embedded-insights.ts'
import { insightSourceNames } from '@verbatim/contract/insight-providers.ts'
import {
  audienceNames,
  audiences,
  insightLimits,
  insightTypeNames,
  insightTypes,
} from '@verbatim/contract/insights.ts'
import { daysToYesterday } from '@verbatim/contract/metrics.ts'
import { LimitedInput } from '@verbatim/ui/LimitedInput.tsx'
import { fieldsWidth } from '@verbatim/ui/dialogs/dialog-size.ts'
import type { EditorProps } from '#editor/define-editor.ts'
import { EntitiesSelect } from '#editor/EntitySelect.tsx'
import { profileSource } from '#lists/sought-options.ts'
import { providerChoices } from '#screens/insight-providers/queries.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'
import type { InsightTypes } from './insight-editor.tsx'

const usual = ['7', '30', '90', '365']

/** Its type and period, and who sees it. */
export function InsightDetails({ editor }: EditorProps<InsightTypes>) {
  const { form, values, canEdit } = editor
  const periods = usual.includes(values.usualDays) ? usual : [...usual, values.usualDays]
  return (
    <Stack gap="lg" maw={fieldsWidth}>
      <ShownBy editor={editor} />
      <Select
        label="Type"
        description="Insights are listed under their type."
        allowDeselect={false}
        disabled={!canEdit}
        data={insightTypes.map((type) => ({ value: type, label: insightTypeNames[type] }))}
        {...form.getInputProps('type')}
      />
      {values.provider ? (
        <LimitedInput
          label="ID"
          withAsterisk
          description={externalIdWords[values.provider.kind][values.type]}
          limit={insightLimits.externalId}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('externalId')}
          value={values.externalId}
        />
      ) : (
        <Select
          label="Default period"
          description="The period that is shown until a reader chooses another."
          allowDeselect={false}
          disabled={!canEdit}
          data={periods.map((days) => ({ value: days, label: daysToYesterday(Number(days)) }))}
          {...form.getInputProps('usualDays')}
        />
      )}
      <Radio.Group label="Visible to" {...form.getInputProps('audience')}>
        <Stack gap="xs" mt="xs">
          {audiences.map((audience) => (
            <Radio key={audience} value={audience} label={audienceNames[audience]} disabled={!canEdit} />
          ))}
        </Stack>
      </Radio.Group>
      {values.audience === 'profiles' && (
        <EntitiesSelect
          label="Permission profiles"
          description="If blank, only people who manage insights see it."
          source={profileSource}
          disabled={!canEdit}
          value={values.profiles}
          onChange={(profiles) => form.setFieldValue('profiles', profiles)}
          error={form.errors['profiles']}
        />
      )}
    </Stack>
  )
}

const here = 'here'

/** Chosen once: an insight stays with the product that shows it. Absent where none is connected. */
function ShownBy({ editor: { form, values, canEdit, isNew } }: EditorProps<InsightTypes>) {
  const canManage = useCan('insights.manage')
  const { data: providers = [] } = useQuery({ ...providerChoices(useApi()), enabled: canManage && isNew })
  const { provider } = values
  const offered = isNew ? providers : provider ? [provider] : []
  if (offered.length === 0) return null
  return (
    <Select
      label="Shown by"
      description={isNew ? 'This can’t be changed later.' : undefined}
      allowDeselect={false}
      disabled={!canEdit || !isNew}
      data={[
        { value: here, label: insightSourceNames.native },
        ...offered.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={provider?.id ?? here}
      error={form.errors['provider']}
      onChange={(chosen) => {
        const found = offered.find(({ id }) => id === chosen)
        form.setFieldValue('provider', found && { id: found.id, name: found.name, kind: found.kind })
      }}
    />
  )
}
