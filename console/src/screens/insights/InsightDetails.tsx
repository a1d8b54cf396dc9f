import { Radio, Select, Stack } from '@mantine/core'
import {
  audienceNames,
  audiences,
  insightLimits,
  insightTypeNames,
  insightTypes,
} from '@verbatim/contract/insights.ts'
import { LimitedInput } from '@verbatim/ui/LimitedInput.tsx'
import type { EditorProps } from '#editor/define-editor.ts'
import { EntitiesSelect } from '#editor/EntitySelect.tsx'
import { profileSource } from '#lists/sought-options.ts'
import type { InsightTypes } from './insight-editor.tsx'

const usual = ['7', '30', '90', '365']

/** Its name, and who sees it. */
export function InsightDetails({ editor: { form, values, canEdit } }: EditorProps<InsightTypes>) {
  const periods = usual.includes(values.usualDays) ? usual : [...usual, values.usualDays]
  return (
    <Stack gap="lg" maw={560}>
      <LimitedInput
        label="Name"
        withAsterisk
        data-autofocus
        limit={insightLimits.name}
        {...form.getInputProps('name')}
        value={values.name}
      />
      <Select
        label="Type"
        description="Insights are listed under their type."
        allowDeselect={false}
        disabled={!canEdit}
        data={insightTypes.map((type) => ({ value: type, label: insightTypeNames[type] }))}
        {...form.getInputProps('type')}
      />
      <Select
        label="Usual period"
        description="What it shows until its reader chooses other days."
        allowDeselect={false}
        disabled={!canEdit}
        data={periods.map((days) => ({ value: days, label: `Last ${days} days` }))}
        {...form.getInputProps('usualDays')}
      />
      <Radio.Group label="Seen by" {...form.getInputProps('audience')}>
        <Stack gap="xs" mt="xs">
          {audiences.map((audience) => (
            <Radio key={audience} value={audience} label={audienceNames[audience]} disabled={!canEdit} />
          ))}
        </Stack>
      </Radio.Group>
      {values.audience === 'profiles' && (
        <EntitiesSelect
          label="Permission profiles"
          description="With none, only those who manage insights see it."
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
