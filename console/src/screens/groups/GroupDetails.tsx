import '@verbatim/ui/mantine-later.css'
import { Stack, Switch, TextInput } from '@mantine/core'
import { groupLimits } from '@verbatim/contract/groups.ts'
import type { GroupForm } from './group-form.ts'

/** What a group is called, and whether its newcomers read what was said before. */
export function GroupDetails({ form, canEdit }: { form: GroupForm; canEdit: boolean }) {
  const { info, errors, set } = form
  return (
    <Stack gap="lg" maw={560}>
      <TextInput
        label="Name"
        withAsterisk
        data-autofocus
        autoComplete="off"
        maxLength={groupLimits.name}
        readOnly={!canEdit}
        value={info.name}
        error={errors.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextInput
        label="Description"
        autoComplete="off"
        maxLength={groupLimits.description}
        readOnly={!canEdit}
        value={info.description}
        error={errors.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <Switch
        label="Shared conversation history"
        description="Members read what was said with the contacts of the group before they came."
        checked={info.sharedConversationHistory}
        disabled={!canEdit}
        onChange={(event) => set({ sharedConversationHistory: event.currentTarget.checked })}
      />
    </Stack>
  )
}
