import { Radio, Stack } from '@mantine/core'
import { accountForms } from '@verbatim/contract/account-fields.ts'
import type { ConnectableChannel } from '@verbatim/contract/channels.ts'
import { listIntegrationAccounts } from '@verbatim/contract/integration-accounts.ts'
import type { EditorProps } from '#editor/define-editor.ts'
import { EntitySelect } from '#editor/EntitySelect.tsx'
import { listSource } from '#lists/entities.ts'
import { nameOf } from '#lists/sought-options.ts'
import type { AccountTypes } from './account-editor.tsx'

type SourceProps = EditorProps<AccountTypes> & { channel: ConnectableChannel }

/** Whether an account receives by itself or is that of a person, who receives through another: chosen once. */
export function SourceFields({ channel, editor }: SourceProps) {
  const { form, values, base, canEdit } = editor
  const { source } = accountForms[channel]
  if (!source || (base && !base.source)) return null
  return (
    <Stack gap="lg">
      {!base && (
        <Radio.Group
          label="What to add"
          value={values.isPersons ? 'person' : 'own'}
          onChange={(kind) => form.setFieldValue('isPersons', kind === 'person')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="own" label={source.label} disabled={!canEdit} />
            <Radio value="person" label={source.personLabel} disabled={!canEdit} />
          </Stack>
        </Radio.Group>
      )}
      {values.isPersons && (
        <EntitySelect
          label={source.field}
          description={source.hint}
          withAsterisk
          source={sourcesOf(channel)}
          readOnly={base !== undefined}
          error={form.errors['source']}
          value={values.source}
          onChange={(chosen) => form.setFieldValue('source', chosen)}
        />
      )}
    </Stack>
  )
}

/** The accounts of a channel that receive for others. */
const sourcesOf = (channel: ConnectableChannel) =>
  listSource(
    {
      key: ['accounts', 'sources', channel],
      call: listIntegrationAccounts,
      params: { type: channel },
      only: [{ field: 'hasSource', operator: 'eq', values: ['false'] }],
    },
    nameOf,
  )
