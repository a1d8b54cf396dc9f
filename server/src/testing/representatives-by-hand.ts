/** Generated members, accounts and messages, and the representatives that one would count in them by hand. */
import { channels } from '@verbatim/contract/channels.ts'
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import { GroupId, UserId } from '@verbatim/contract/ids.ts'
import fc from 'fast-check'
import { isWithin } from '#access/scope.ts'
import type { Days, Periods } from '#domains/metrics/period.ts'
import { dayAfter } from '#kernel/days.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { Direction } from '#kernel/captured-event.ts'
import { newId } from '#kernel/uuid.ts'
import type { Connection } from './capture-days.ts'
import { dayIn } from './day-in.ts'

export const now = new Date('2026-10-30T12:00:00Z')
/** Clocks go back in Berlin on the second day. */
export const query = { 'date-from': '2026-10-24', 'date-to': '2026-10-27' }
export const groups = Array.from({ length: 2 }, () => GroupId.parse(newId(now)))
export const people = Array.from({ length: 4 }, () => UserId.parse(newId(now)))
export const someChannels = channels.slice(0, 2)

/** From seven weeks ago until today: around the limits of both periods, and of the 30 days before each of their days. */
const time = fc
  .tuple(
    fc.oneof(
      { arbitrary: fc.constantFrom(-37, -36, -35, -34, -33, -32, -31, -30), weight: 1 },
      { arbitrary: fc.constantFrom(-11, -10, -9, -7, -6, -5, -4, -3, -2, -1, 0), weight: 5 },
      { arbitrary: fc.integer({ min: -49, max: 0 }), weight: 1 },
    ),
    fc.constantFrom(-12, -10, -2, -1, 0, 5, 9, 11),
  )
  .map(([days, hours]) => new Date(now.getTime() + days * dayMs + hours * hourMs))

export interface Person {
  enabled: boolean
  removed_at: Date | null
  messenger_role: 'manager' | 'user' | 'none'
  groups: [GroupId[], GroupId[]]
}
export const person: fc.Arbitrary<Person> = fc.record({
  enabled: fc.constantFrom(true, true, true, true, true, false),
  removed_at: fc.constantFrom(null, null, null, null, null, now),
  messenger_role: fc.constantFrom<Person['messenger_role']>(
    'user',
    'user',
    'user',
    'manager',
    'manager',
    'none',
  ),
  /** Their groups when messages were captured, and now. A member is always in one. */
  groups: fc.tuple(fc.subarray(groups, { minLength: 1 }), fc.subarray(groups, { minLength: 1 })),
})
export const account = fc.record({
  owner: fc.option(fc.nat({ max: people.length - 1 }), { nil: null, freq: 4 }),
  channel: fc.constantFrom(...someChannels),
  status: fc.constantFrom<'active' | 'inactive' | 'available'>('active', 'active', 'inactive', 'available'),
  created_at: time,
  connected_at: fc.option(time, { nil: null, freq: 2 }),
  removed_at: fc.option(time, { nil: null, freq: 1 }),
  /** When it was connected before it was removed and came back. */
  before: fc.array(
    fc.tuple(time, time).map(([one, other]): Connection => (one < other ? [one, other] : [other, one])),
    { maxLength: 1 },
  ),
})
export const said = fc.record({
  posted_at: time,
  author: fc.option(fc.nat({ max: people.length - 1 }), { nil: null, freq: 5 }),
  direction: fc.constantFrom<Direction>('outbound', 'outbound', 'outbound', 'internal', 'inbound'),
  channel: fc.constantFrom(...someChannels),
  content_type: fc.constantFrom<'text' | 'system'>('text', 'text', 'text', 'system'),
  flags: fc.constantFrom<readonly string[]>([], [], [], ['autoReply']),
  group_ids: fc.subarray(groups),
  /** What is found out about it later. */
  later: fc.constantFrom<'same' | 'further groups' | 'automatic'>(
    'same',
    'same',
    'further groups',
    'automatic',
  ),
})
export type Account = typeof account extends fc.Arbitrary<infer T> ? T : never
export type Said = typeof said extends fc.Arbitrary<infer T> ? T : never

interface History {
  readonly members: readonly Person[]
  readonly accounts: readonly Account[]
  /** As they are in the end. */
  readonly messages: readonly Said[]
  readonly zone: string
}

/** An account that is not removed has one without an end. */
function connectionsOf({ status, created_at, connected_at, removed_at, before }: Account) {
  if (connected_at === null && status !== 'active') return before
  const since = connected_at ?? created_at
  return [...before, [since, removed_at] as const]
}

/** What one reader sees of a history, asked person by person and day by day. */
export function asSeen({ members, accounts, messages, zone }: History, reader: AccessScope) {
  const seesAccount = ({ owner, channel }: Account) =>
    reader.some(
      (grant) =>
        grant.channels.includes(channel) &&
        (grant.groupIds === 'all' ||
          owner === null ||
          members[owner]!.groups[1].some((group) => grant.groupIds.includes(group))),
    )
  const sentBy = (at: number) =>
    messages
      .filter(({ author, direction }) => author === at && direction === 'outbound')
      .filter(({ content_type, flags }) => content_type !== 'system' && flags.length === 0)
      .filter(({ channel, group_ids }) => isWithin(reader, { channel, groupIds: group_ids }))
  const hasSent = (at: number, { from, to }: Days) =>
    sentBy(at).some(({ posted_at: posted }) => dayIn(zone, posted) >= from && dayIn(zone, posted) <= to)
  const isRepresentative = (at: number, days: Days) => {
    const { enabled, removed_at: removed, messenger_role: role } = members[at]!
    const isConnected = (one: Account) =>
      connectionsOf(one).some(
        ([since, until]) =>
          dayIn(zone, since) <= days.to && (until === null || dayIn(zone, until) >= days.from),
      )
    return (
      enabled &&
      removed === null &&
      role !== 'none' &&
      (accounts.some((one) => one.owner === at && seesAccount(one) && isConnected(one)) || hasSent(at, days))
    )
  }
  const representatives = (days: Days) =>
    [...people.keys()]
      .filter((at) => isRepresentative(at, days))
      .map((at) => {
        const isActive = hasSent(at, days)
        const isNew = isActive && !hasSent(at, { from: '2000-01-01', to: dayAfter(days.from, -1) })
        return { at, isActive, isNew }
      })
  const countSent = (at: number, { from, to }: Days) =>
    sentBy(at).filter(({ posted_at: posted }) => dayIn(zone, posted) >= from && dayIn(zone, posted) <= to)
      .length
  const lastSent = (at: number) =>
    sentBy(at).reduce<Date | null>(
      (last, { posted_at: posted }) => (last && last > posted ? last : posted),
      null,
    )
  const connected = accounts.filter(
    (one) => one.status === 'active' && one.removed_at === null && seesAccount(one),
  ).length
  return { representatives, hasSent, countSent, lastSent, connected }
}

const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1000) / 10)

export function figuresByHand({ representatives, hasSent }: ReturnType<typeof asSeen>, periods: Periods) {
  const [current, previous] = [representatives(periods.current), representatives(periods.previous)]
  const both = (of: (some: typeof current) => number | null) => ({
    value: of(current),
    previous: of(previous),
  })
  const active = (some: typeof current) => some.filter(({ isActive }) => isActive).length
  const adopted = (some: typeof current) => some.filter(({ isNew }) => isNew).length
  const daily = (of: (some: typeof current) => number) => {
    const series = (days: readonly string[]) => days.map((day) => of(representatives({ from: day, to: day })))
    return { ...both(of), series: series(periods.days), previousSeries: series(periods.previousDays) }
  }
  const adoption = (some: typeof current, days: readonly string[]) =>
    days.map((day) => {
      const within = { from: dayAfter(day, -29), to: day }
      return share(some.filter(({ at }) => hasSent(at, within)).length, some.length)
    })
  return {
    representatives: both((some) => some.length),
    'active-representatives': daily(active),
    'inactive-representatives': both((some) => some.length - active(some)),
    'adoption-rate': {
      ...both((some) => share(active(some), some.length)),
      series: adoption(current, periods.days),
      previousSeries: adoption(previous, periods.previousDays),
    },
    'new-adopters': daily(adopted),
  }
}
