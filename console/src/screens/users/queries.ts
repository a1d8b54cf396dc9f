import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { Failure } from '@verbatim/client/failure.ts'
import { UserId } from '@verbatim/contract/ids.ts'
import { formatListQuery } from '@verbatim/contract/list.ts'
import { messengerUsers } from '@verbatim/contract/users.ts'
import { foundQuery, groupSource, profileSource } from '#lists/sought-options.ts'
import { type Side, sides } from './sides.ts'

export function userQuery(api: Api, side: Side, id: string) {
  return queryOptions({
    queryKey: ['users', side, 'one', id],
    queryFn: ({ signal }) => api(sides[side].calls.get, { params: { id: userIdOf(id) } }, signal),
  })
}

/** What became of their invitation: asked again while its mail waits. */
export function invitationQuery(api: Api, side: Side, id: UserId) {
  return queryOptions({
    queryKey: ['users', side, 'invitation', id],
    queryFn: ({ signal }) => api(sides[side].calls.invitation, { params: { id } }, signal),
    refetchInterval: ({ state: { data } }) => (data?.mail?.state === 'queued' ? 10_000 : false),
  })
}

/** What removing somebody would do: always as it is now. */
export function removalQuery(api: Api, side: Side, id: UserId) {
  return queryOptions({
    queryKey: ['users', side, 'removal', id],
    queryFn: ({ signal }) => api(sides[side].calls.removal, { params: { id } }, signal),
    gcTime: 0,
  })
}

export interface Choice {
  readonly id: string
  readonly name: string
}

const mostOffered = 50

/** What somebody can belong to: permission profiles or groups, by a part of their name. */
export function membershipQuery(api: Api, side: Side, search: string) {
  return foundQuery(api, side === 'platform' ? profileSource : groupSource, search)
}

/** Messenger users who can take over what somebody leaves. */
export function successorsQuery(api: Api, search: string) {
  const query = formatListQuery({
    limit: mostOffered,
    filter: [{ field: 'status', operator: 'in', values: ['active', 'invited'] }],
    ...(search && { search: { field: 'displayNameEmail', text: search } }),
  })
  return queryOptions({
    queryKey: ['users', 'messenger', 'successors', search],
    queryFn: async ({ signal }) => (await api(messengerUsers.list, { query }, signal)).items,
    placeholderData: keepPreviousData,
  })
}

function userIdOf(id: string): UserId {
  const { data } = UserId.safeParse(id)
  if (!data) throw new Failure('user.not-found')
  return data
}
