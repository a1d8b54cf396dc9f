import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  createGroup,
  deleteGroup,
  type Group,
  type GroupDraft,
  type GroupInfo,
  updateGroupInfo,
  updateGroupMembers,
} from '@verbatim/contract/groups.ts'
import type { ContactId, GroupId, UserId } from '@verbatim/contract/ids.ts'
import type { PeopleChange } from '#editor/people-change.ts'
import { useApi } from '#shell/use-house.ts'

export function useCreateGroup() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (draft: GroupDraft) => api(createGroup, { body: draft }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['groups'] }),
  })
}

interface Saving {
  readonly info: GroupInfo | undefined
  readonly members: PeopleChange
  readonly contacts: PeopleChange
  readonly moveTo?: GroupId | undefined
}

export const idsOf = <Id>(people: PeopleChange['added']) => people.map(({ id }) => id as Id)

/**
 * Saves what differs: first the words, then the people, each on the version that the one before it gave.
 * @param onStep Told what stands after each of the two: where the second is refused, the first is saved.
 */
export function useSaveGroup({ id, version }: Group, onStep: (group: Group) => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ info, members, contacts, moveTo }: Saving) => {
      let expectedVersion = version
      if (info) {
        const saved = await api(updateGroupInfo, { params: { id }, body: { ...info, expectedVersion } })
        expectedVersion = saved.version
        onStep(saved)
      }
      const people = {
        addedMemberIds: idsOf<UserId>(members.added),
        removedMemberIds: idsOf<UserId>(members.removed),
        addedContactIds: idsOf<ContactId>(contacts.added),
        removedContactIds: idsOf<ContactId>(contacts.removed),
      }
      if (Object.values(people).every((ids) => ids.length === 0)) return
      onStep(await api(updateGroupMembers, { params: { id }, body: { ...people, moveTo, expectedVersion } }))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['groups'] }),
  })
}

export function useDeleteGroup({ id, version }: Group) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (moveTo: GroupId | undefined) =>
      api(deleteGroup, { params: { id }, query: { expectedVersion: version, moveTo } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['groups', 'list'] }),
  })
}
