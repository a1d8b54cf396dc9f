import type { Api } from '@verbatim/client/api.ts'
import {
  getGroupEffect,
  type Group,
  groupCalls,
  listGroupContacts,
  listGroupMembers,
} from '@verbatim/contract/groups.ts'
import { peopleOf } from '#editor/people-question.ts'
import { oneQuery } from '#lists/one-query.ts'

export const groupQuery = oneQuery(['groups'], groupCalls.get)

/** What depends on a group. */
export const groupReachQuery = (api: Api, { id }: Group) =>
  oneQuery(['groups', 'reach'], getGroupEffect)(api, id)

const field = 'groupId'
export const groupMembers = peopleOf(
  { key: ['groups', 'members'], call: listGroupMembers, field },
  (one) => one,
)
export const groupContacts = peopleOf(
  { key: ['groups', 'contacts'], call: listGroupContacts, field },
  (one) => one,
)
