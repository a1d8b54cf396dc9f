import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import { messengerUsers, type User } from '@verbatim/contract/users.ts'
import { type Entity, listSource } from '#lists/entities.ts'
import { enabledUsers } from '#lists/owner-options.ts'
import { oneQuery } from '#lists/one-query.ts'
import { type Side, sides } from './sides.ts'

export const userQuery = (api: Api, side: Side, id: string) =>
  oneQuery(['users', side], sides[side].calls.get)(api, id)

/** The state of their invitation, requested again while its mail waits. */
export function invitationQuery(api: Api, side: Side, id: UserId) {
  return queryOptions({
    queryKey: ['users', side, 'invitation', id],
    queryFn: ({ signal }) => api(sides[side].calls.invitation, { params: { id } }, signal),
    refetchInterval: ({ state: { data } }) => (data?.mail?.state === 'queued' ? 10_000 : false),
  })
}

/** A messenger user who can take over what another one leaves. */
export interface Successor extends Entity {
  readonly groups: User['groups']
}

/** Messenger users who can take over what another one leaves, and own contacts. */
export const successorSource = listSource(
  { key: ['users', 'messenger', 'successors'], call: messengerUsers.list, ...enabledUsers },
  ({ id, fullName, email, groups }): Successor => ({ id, name: fullName, detail: email, groups }),
)
