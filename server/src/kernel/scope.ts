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
