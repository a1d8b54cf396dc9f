import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import {
  getGroupEffect,
  type Group,
  groupCalls,
  listGroupContacts,
  listGroupMembers,
} from '@verbatim/contract/groups.ts'
import type { GroupId } from '@verbatim/contract/ids.ts'
import { peopleQuery } from '#editor/people-question.ts'
import type { PeopleSource } from '#editor/PeopleEditor.tsx'
import { oneQuery } from '#lists/one-query.ts'

export const groupQuery = oneQuery(['groups'], groupCalls.get)

/** What depends on a group; of its newest version. */
export function groupReachQuery(api: Api, { id, version }: Group) {
  return queryOptions({
    queryKey: ['groups', 'reach', id, version],
    queryFn: ({ signal }) => api(getGroupEffect, { params: { id } }, signal),
  })
}

/** The members or contacts of a group, and candidates to add. */
export function groupPeople(kind: 'members' | 'contacts', groupId: GroupId | undefined): PeopleSource {
  const list = kind === 'members' ? listGroupMembers : listGroupContacts
  return {
    key: ['groups', kind, groupId],
    async find(api, question, signal) {
      const query = peopleQuery({ field: 'groupId', id: groupId }, question)
      const { items, total } = await api(list, { query }, signal)
      return { total, items: items.map(({ id, name, detail }) => ({ id, name, detail })) }
    },
  }
}
