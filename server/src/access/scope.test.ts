import { channels } from '@verbatim/contract/channels.ts'
import { GroupId } from '@verbatim/contract/ids.ts'
import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AccessScope } from '#kernel/actor.ts'
import { coversAllGroups, reachesAsFar, reachesChannel, scopeKey } from './scope.ts'

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

test('a channel is reached by a grant of it, also of one without groups', () => {
  const scope = [{ channels: some.slice(0, 1), groupIds: [] }]
  expect(some.map((channel) => reachesChannel(scope, channel))).toEqual([true, false, false])
  expect(reachesChannel([], some[0]!)).toBe(false)
})

test('all groups are covered by one grant of all, and not by grants of each', () => {
  expect(coversAllGroups([{ channels: some.slice(0, 1), groupIds: 'all' }])).toBe(true)
  expect(coversAllGroups(groups.map((group) => ({ channels: [...channels], groupIds: [group] })))).toBe(false)
  expect(coversAllGroups([])).toBe(false)
})

test('scopes have the same key if their grants are the same in any order', () => {
  const one = { channels: some.slice(0, 2), groupIds: groups.slice(0, 2) }
  const other = { channels: some.slice(2), groupIds: 'all' as const }
  const turned = { channels: one.channels.toReversed(), groupIds: one.groupIds.toReversed() }
  expect(scopeKey([one, other])).toBe(scopeKey([other, turned]))
  expect(scopeKey([one])).not.toBe(scopeKey([{ ...one, groupIds: 'all' }]))
  expect(scopeKey([one])).not.toBe(scopeKey([one, other]))
})
