import { type Group, GroupInfo } from '@verbatim/contract/groups.ts'
import { useState } from 'react'
import { rebase } from '#editor/rebase.ts'
import { isChange, noPeopleChange, type PeopleChange } from '#editor/people-change.ts'

export const noGroup: GroupInfo = { name: '', description: '', sharedConversationHistory: false }

export const infoOf = ({ name, description, sharedConversationHistory }: Group): GroupInfo => ({
  name,
  description,
  sharedConversationHistory,
})

export type GroupErrors = Partial<Record<keyof GroupInfo, string>>

/** A group being written, on top of `base`; nothing is saved here. */
export function useGroupForm(base: Group | undefined) {
  const [info, setInfo] = useState(base ? infoOf(base) : noGroup)
  const [members, setMembers] = useState<PeopleChange>(noPeopleChange)
  const [contacts, setContacts] = useState<PeopleChange>(noPeopleChange)
  const [errors, setErrors] = useState<GroupErrors>({})
  const begun = base ? infoOf(base) : noGroup
  const isInfoChanged = JSON.stringify(info) !== JSON.stringify(begun)
  return {
    info,
    members,
    contacts,
    errors,
    setErrors,
    setMembers,
    setContacts,
    isInfoChanged,
    isDirty: isInfoChanged || isChange(members) || isChange(contacts),
    set: (change: Partial<GroupInfo>) => {
      setInfo((known) => ({ ...known, ...change }))
      setErrors({})
    },
    /** Begins again from what stands. */
    reset: (group: Group) => {
      setInfo(infoOf(group))
      setMembers(noPeopleChange)
      setContacts(noPeopleChange)
      setErrors({})
    },
    /** Puts the words on top of what stands; who is to come and to go holds on any version. */
    rebase: (group: Group) => setInfo((mine) => rebase({ before: begun, theirs: infoOf(group), mine })),
    /** The words as the server takes them; undefined where something is wrong, which is then said. */
    checked: (): GroupInfo | undefined => {
      const { data, error } = GroupInfo.safeParse(info)
      setErrors(
        Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message])),
      )
      return data
    },
  }
}
export type GroupForm = ReturnType<typeof useGroupForm>
