import { channels } from '@verbatim/contract/channels.ts'
import { GroupId } from '@verbatim/contract/ids.ts'
import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AccessScope } from '#kernel/actor.ts'
import { reachesAsFar } from './scope.ts'

const groups = [1, 2, 3].map((n) => GroupId.parse(`00000000-0000-7000-8000-00000000000${n}`))
const some = channels.slice(0, 3)
const scopes: fc.Arbitrary<AccessScope> = fc.array(
  fc.record({
    channels: fc.subarray([...some]),
    groupIds: fc.oneof(fc.constant('all' as const), fc.subarray(groups)),
  }),
  { maxLength: 4 },
)

/** By the definition: the other scope sees every row that the one sees, with its channel and groups. */
const rows = some.flatMap((channel) =>
  [[], ...groups.map((group) => [group])].map((groupIds) => ({ channel, groupIds })),
)
const sees = (scope: AccessScope, row: (typeof rows)[number]) =>
  scope.some(
    ({ channels: granted, groupIds }) =>
      granted.includes(row.channel) &&
      (groupIds === 'all' || row.groupIds.some((group) => groupIds.includes(group))),
  )

test('a scope reaches as far as another if it sees every row that the other sees', () => {
  fc.assert(
    fc.property(scopes, scopes, (present, past) => {
      expect(reachesAsFar(present, past)).toBe(rows.every((row) => !sees(past, row) || sees(present, row)))
    }),
    { numRuns: roundsOf(1000) },
  )
})
