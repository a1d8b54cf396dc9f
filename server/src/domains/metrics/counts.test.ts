/** The figures of messages against a count by hand, over generated histories, scopes and zones. */
import { categories, urgencies } from '@verbatim/contract/categories.ts'
import { channels } from '@verbatim/contract/channels.ts'
import { hourMs } from '@verbatim/contract/durations.ts'
import { ConversationId, GroupId, type MessageId, UserId } from '@verbatim/contract/ids.ts'
import type { Figure } from '@verbatim/contract/metrics.ts'
import { isWhole, roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isWithin } from '#access/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { dayIn } from '#testing/day-in.ts'
import { insertMessages } from '#testing/messages.ts'
import { saidFields } from '#testing/said-messages.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { divisionsOf, inOrder, isOf, keysOf, nameGroups } from '#testing/scoped-parts.ts'
import { anyScopeOf } from '#testing/scopes.ts'
import { makeOrganization } from '#testing/organizations.ts'
import { wholly } from '#testing/counting.ts'
import { findDashboard } from './counted-tabs.ts'
import { countLate, withLate } from './late.ts'
import { countMessages, messageFigures } from './message-counts.ts'
import { findMessageParts } from './message-parts.ts'
import { findPeriods } from './period.ts'
import { coverageFigure, findCoverageParts } from './policy-coverage.ts'
import { recountMessages } from './rebuild.ts'
import type { AskedParts, ScopedFilter } from './scoped-parts.ts'

/** Berlin's clocks go back on 25 October 2026, Kathmandu's day begins at 18:15 UTC. */
const zones = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Kiritimati'] as const
const now = new Date('2026-10-28T12:00:00Z')
const query = { 'date-from': '2026-10-23', 'date-to': '2026-10-26' }
const groups = Array.from({ length: 2 }, () => GroupId.parse(newId(now)))
const people = Array.from({ length: 2 }, () => UserId.parse(newId(now)))
const conversations = Array.from({ length: 2 }, () => ConversationId.parse(newId(now)))
const someChannels = channels.slice(0, 2)

const said = fc
  .record({
    ...saidFields(someChannels, groups),
    author_user_id: fc.constantFrom(null, ...people),
    conversation_id: fc.constantFrom(...conversations),
    content_type: fc.constantFrom('text' as const, 'system' as const),
    flags: fc.constantFrom<readonly string[]>([], ['autoReply'], ['late'], ['late'], ['late', 'autoReply']),
    /** Some on the same day, as what arrives within an hour of midnight is not late. */
    tookHours: fc.integer({ min: 0, max: 60 }),
    is_covered: fc.constantFrom(true, true, false, null),
  })
  .map(({ tookHours, ...one }) => ({
    ...one,
    captured_at: new Date(one.posted_at.getTime() + tookHours * hourMs),
  }))
type Said = typeof said extends fc.Arbitrary<infer T> ? T : never

const scope = anyScopeOf(someChannels, groups)

let database: TestDatabase
useTestDatabase((opened) => {
  database = opened
})

/** What the overview says of messages, counted one by one. */
function countByHand(messages: readonly Said[], reader: AccessScope, zone: string) {
  const counted = messages.filter(
    ({ content_type, flags, channel, group_ids }) =>
      content_type !== 'system' &&
      !flags.includes('autoReply') &&
      isWithin(reader, { channel, groupIds: group_ids }),
  )
  const between = (from: string, to: string, of: readonly Said[]) =>
    of.filter(({ posted_at }) => dayIn(zone, posted_at) >= from && dayIn(zone, posted_at) <= to).length
  const figure = (of: readonly Said[]) => ({
    value: between('2026-10-23', '2026-10-26', of),
    previous: between('2026-10-19', '2026-10-22', of),
    series: ['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26'].map((day) => between(day, day, of)),
  })
  const covered = (of: readonly Said[]) => {
    const known = figure(of.filter(({ is_covered }) => is_covered !== null))
    const yes = figure(of.filter(({ is_covered }) => is_covered))
    const share = (part: number, whole: number) =>
      whole === 0 ? null : Math.floor((part * 1000) / whole) / 10
    return {
      value: share(yes.value, known.value),
      previous: share(yes.previous, known.previous),
      series: yes.series.map((part, at) => share(part, known.series[at]!)),
      rows: known.value - yes.value || (yes.value > 0 ? figure(of).value : 0),
    }
  }
  const ofDirection = (direction: string) => figure(counted.filter((one) => one.direction === direction))
  const lateIn = (of: readonly Said[]) => {
    const after = of.filter(
      ({ flags, posted_at, captured_at }) =>
        flags.includes('late') && dayIn(zone, captured_at) > dayIn(zone, posted_at),
    )
    return ['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26'].flatMap((day) => {
      const those = after.filter(({ posted_at }) => dayIn(zone, posted_at) === day)
      const lastOn = those.map(({ captured_at }) => dayIn(zone, captured_at)).toSorted()
      return those.length === 0 ? [] : [{ day, messages: those.length, lastOn: lastOn.at(-1) }]
    })
  }
  const partsBy = (field: 'channel' | 'category' | 'urgency', keys: readonly string[]) =>
    keys.map((key) => {
      const { value, previous } = figure(counted.filter((one) => one[field] === key))
      return [key, value, previous] as const
    })
  return {
    messages: figure(counted),
    'messages-received': ofDirection('inbound'),
    'messages-sent': ofDirection('outbound'),
    'covered-messages': covered(counted),
    late: {
      messages: lateIn(counted),
      'messages-received': lateIn(counted.filter(({ direction }) => direction === 'inbound')),
      'messages-sent': lateIn(counted.filter(({ direction }) => direction === 'outbound')),
    },
    parts: {
      'messages-by-channel': partsBy('channel', someChannels)
        .filter(([, value, previous]) => value + previous > 0)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
      'messages-by-category': partsBy('category', categories),
      'messages-by-urgency': partsBy('urgency', urgencies.toReversed()),
    },
  }
}

/** What is covered of each part, in all and narrowed. */
async function expectCoverageParts(
  tx: TenantTx,
  messages: readonly Said[],
  { reader, zone, divided }: { reader: AccessScope; zone: string; divided: readonly AskedParts[] },
) {
  const periods = await findPeriods(tx, query, now)
  const coveredOf = (only: ScopedFilter) =>
    countByHand(messages.filter(isOf(only)), reader, zone)['covered-messages']
  for (const asked of divided) {
    const { by, only } = asked
    const { parts } = await findCoverageParts(tx, reader, periods, asked)
    const byHand = keysOf(asked, reader, { channel: someChannels, group: groups }).flatMap((key) => {
      const { value, previous, rows } = coveredOf({ ...only, [by]: [key] })
      return value === null ? [] : [{ key, value, previous, rows }]
    })
    const found = parts.map(({ key, value, previous, drilldown }) => ({
      key,
      value,
      previous,
      rows: drilldown?.rows,
    }))
    expect([asked, inOrder(found)]).toEqual([asked, inOrder(byHand)])
    const figure = await coverageFigure(tx, reader, periods, only)
    const { value, previous, series, drilldown } = figure
    expect([only, { value, previous, series, rows: drilldown?.rows }]).toEqual([only, coveredOf(only)])
  }
}

/** What the overview says of them. */
async function countAsProduct(tx: TenantTx, reader: AccessScope) {
  const periods = await findPeriods(tx, query, now)
  const counted = await countMessages(tx, reader, periods)
  const { all, received, sent } = messageFigures(counted, periods)
  const coverage = await coverageFigure(tx, reader, periods)
  const breakdowns = await findMessageParts(tx, reader, periods, counted)
  const of = ({ value, previous, series }: Figure) => ({ value, previous, series })
  const parts = (id: string) =>
    (breakdowns.find((one) => one.id === id)?.parts ?? []).map(
      ({ key, value, previous }) => [key, value, previous] as const,
    )
  return {
    [all.id]: of(all),
    [received.id]: of(received),
    [sent.id]: of(sent),
    'covered-messages': { ...of(coverage), rows: coverage.drilldown?.rows },
    late: Object.fromEntries(
      withLate([all, received, sent], await countLate(tx, reader, periods, {})).map(({ id, late }) => [
        id,
        late?.days ?? [],
      ]),
    ),
    parts: {
      'messages-by-channel': parts('messages-by-channel').toSorted(([one], [other]) =>
        one < other ? -1 : 1,
      ),
      'messages-by-category': parts('messages-by-category'),
      'messages-by-urgency': parts('messages-by-urgency'),
    },
  }
}

const counts = async (tx: TenantTx) =>
  (
    await sql`select to_jsonb(c) - 'tenant_id' as row from message_rollup c where messages > 0
      union all select to_jsonb(c) - 'tenant_id' from conversation_day c
      union all select to_jsonb(c) - 'tenant_id' from late_day c order by 1`.execute(tx)
  ).rows

test('the overview equals a count of messages by hand, also after changes and a recount', async () => {
  let [different, marked] = [0, 0]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...zones),
      fc.tuple(fc.array(said, { minLength: 5, maxLength: 25 }), fc.array(said, { maxLength: 10 })),
      fc.array(scope, { minLength: 1, maxLength: isWhole ? 3 : 2 }),
      fc.subarray(divisionsOf(someChannels, groups), { minLength: 2, maxLength: 2 }),
      async (zone, [first, late], readers, divided) => {
        const id = await makeOrganization(database.db, now, { rollup_zone: zone })
        await inTenant(database.db, id, async (tx) => {
          await nameGroups(tx, groups)
          const rows = [...first, ...late]
          const ids: MessageId[] = []
          // Late messages change the past.
          for (const part of [first, late])
            if (part.length > 0) ids.push(...(await insertMessages(tx, part, now)))
          // What reaches a further group, what is read again, and what left the organization after all, is counted again.
          const changed = rows.map((one, at) => ({
            ...one,
            ...(at % 3 === 0 && { group_ids: [...groups], category: 'complaint' as const }),
            ...(at % 2 === 0 && one.direction === 'internal' && { direction: 'outbound' as const }),
          }))
          const changedIds = ids.filter((_, at) => at % 3 === 0)
          await sql`update message set group_ids = ${groups}::uuid[], category = 'complaint'
            where id = any(${changedIds}::uuid[])`.execute(tx)
          const maybeOutward = ids.filter((_, at) => at % 2 === 0)
          await sql`update message set direction = 'outbound'
            where direction = 'internal' and id = any(${maybeOutward}::uuid[])`.execute(tx)
          for (const reader of readers) {
            const byHand = countByHand(changed, reader, zone)
            expect(await countAsProduct(tx, reader)).toEqual(byHand)
            await expectCoverageParts(tx, changed, { reader, zone, divided })
            if (byHand.messages.value > 0) different += 1
            if (byHand.late.messages.length > 0) marked += 1
          }
          const before = await counts(tx)
          await recountMessages(tx)
          expect(await counts(tx)).toEqual(before)
        })
      },
    ),
    { numRuns: roundsOf(100) },
  )
  expect(different).toBeGreaterThan(roundsOf(100) / 4)
  expect(marked).toBeGreaterThan(roundsOf(100) / 4)
})

test('a person in a thousand groups is counted like any other', async () => {
  const id = await makeOrganization(database.db, now)
  const many = Array.from({ length: 1000 }, () => GroupId.parse(newId(now)))
  await inTenant(database.db, id, async (tx) => {
    await insertMessages(tx, [{ group_ids: many, posted_at: new Date('2026-10-24T12:00:00Z') }], now)
    const reader: AccessScope = [{ channels: [...channels], groupIds: many.slice(999) }]
    const { figures } = await findDashboard(tx, reader, { tab: 'organization', query, now, ...wholly })
    expect(figures[0]).toMatchObject({ id: 'messages', value: 1 })
    await recountMessages(tx)
    expect(await counts(tx)).toHaveLength(2)
  })
})

test('a change of the organization’s time zone recounts its days', async () => {
  const id = await makeOrganization(database.db, now)
  await inTenant(database.db, id, async (tx) => {
    await insertMessages(tx, [{ posted_at: new Date('2026-10-22T20:00:00Z') }], now)
    const everything: AccessScope = [{ channels: [...channels], groupIds: 'all' }]
    const overview = () => findDashboard(tx, everything, { tab: 'organization', query, now, ...wholly })
    const before = await overview()
    expect(before.zone).toBe('UTC')
    expect(before.figures[0]).toMatchObject({ id: 'messages', value: 0, previous: 1 })
    await sql`update organization set time_zone = 'Asia/Kathmandu'`.execute(tx)
    await recountMessages(tx)
    const found = await overview()
    expect(found.zone).toBe('Asia/Kathmandu')
    expect(found.figures[0]).toMatchObject({
      value: 1,
      previous: 0,
      series: [1, 0, 0, 0],
      drilldown: { period: '2026-10-22T18:15:00.000Z|2026-10-26T18:14:59.999Z', rows: 1 },
    })
  })
})

test.each([
  ['Asia/Kathmandu', 'Asia/Kathmandu'],
  ['asia/kathmandu', 'asia/kathmandu'],
  ['EST5EDT', 'EST5EDT'],
  ['Mars/Olympus', 'UTC'],
  // Calcutta in a browser, Israel for the database.
  ['IST', 'UTC'],
  // A zone in which clocks are ahead for us, and behind for the database.
  ['+05:45', 'UTC'],
])('an organization in %s counts days of %s', async (timeZone, counted) => {
  const id = await makeOrganization(database.db, now, { time_zone: timeZone, rollup_zone: 'Asia/Tokyo' })
  await inTenant(database.db, id, async (tx) => {
    await recountMessages(tx)
    const { rows } = await sql`select rollup_zone from organization`.execute(tx)
    expect(rows).toEqual([{ rollup_zone: counted }])
  })
})
