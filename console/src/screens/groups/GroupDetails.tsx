import { Stack, Switch } from '@mantine/core'
import { groupLimits } from '@verbatim/contract/groups.ts'
import { NameFields } from '#editor/NameFields.tsx'
import type { GroupForm } from './group-form.ts'

/** What a group is called, and whether its members read what others said. */
export function GroupDetails({ form, canEdit }: { form: GroupForm; canEdit: boolean }) {
  const { info, errors, set } = form
  return (
    <Stack gap="lg" maw={560}>
      <NameFields values={info} errors={errors} limits={groupLimits} canEdit={canEdit} onChange={set} />
      <Switch
        label="Shared conversation history"
        description="Members read what was said with the contacts of the group, by colleagues and before they came. With a personal contact, only its owner does. Managers read all of it in any case."
        checked={info.sharedConversationHistory}
        disabled={!canEdit}
        onChange={(event) => set({ sharedConversationHistory: event.currentTarget.checked })}
      />
    </Stack>
  )
}
