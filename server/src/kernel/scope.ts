import type { Channel } from '@verbatim/contract/channels.ts'
import type { GroupId } from '@verbatim/contract/ids.ts'
import type { AccessScope } from './actor.ts'

/** Whether whoever has `present` may see everything that `past` allows: each channel of it in each of its groups. */
export function reachesAsFar(present: AccessScope, past: AccessScope): boolean {
  return past.every(({ channels, groupIds }) =>
    channels.every((channel) => {
      const grants = present.filter((grant) => grant.channels.includes(channel))
      if (grants.some((grant) => grant.groupIds === 'all')) return true
      const groups = new Set(grants.flatMap((grant) => (grant.groupIds === 'all' ? [] : grant.groupIds)))
      return groupIds !== 'all' && groupIds.every((groupId) => groups.has(groupId))
    }),
  )
}

/** Whether a row of this channel and these groups lies within a scope. The same law as `withinScope`'s of the platform. */
export function isWithin(
  scope: AccessScope,
  row: { readonly channel: Channel; readonly groupIds: readonly GroupId[] },
): boolean {
  return scope.some(
    ({ channels, groupIds }) =>
      channels.includes(row.channel) &&
      (groupIds === 'all' || row.groupIds.some((id) => groupIds.includes(id))),
  )
}

/** The groups that a scope reaches on any channel: for what has groups and no channel, such as a contact. */
export function grantedGroups(scope: AccessScope): 'all' | readonly GroupId[] {
  const groups = new Set<GroupId>()
  for (const { groupIds } of scope) {
    if (groupIds === 'all') return 'all'
    for (const id of groupIds) groups.add(id)
  }
  return [...groups]
}
