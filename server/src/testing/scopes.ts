import { type Channel, channels } from '@verbatim/contract/channels.ts'
import type { GroupId } from '@verbatim/contract/ids.ts'
import fc from 'fast-check'
import type { AccessScope } from '#kernel/actor.ts'

/** What readers may see: everything, or up to so many grants of some channels and groups. */
export const anyScopeOf = (
  some: readonly Channel[],
  groups: readonly GroupId[],
  most = 2,
): fc.Arbitrary<AccessScope> =>
  fc.oneof(
    fc.constant([{ channels: [...channels], groupIds: 'all' as const }]),
    fc.array(
      fc.record({
        channels: fc.subarray([...some]),
        groupIds: fc.oneof(fc.constant('all' as const), fc.subarray([...groups])),
      }),
      { maxLength: most },
    ),
  )

/** Readers of everything, and of some of the groups on all channels. */
export const allOrGroups = (groups: readonly GroupId[]): fc.Arbitrary<AccessScope> =>
  fc.oneof(
    fc.constant([{ channels: [...channels], groupIds: 'all' as const }]),
    fc.subarray([...groups], { minLength: 1 }).map((groupIds) => [{ channels: [...channels], groupIds }]),
  )
