import { dayMs } from '@verbatim/contract/durations.ts'
import { AccountId, type MessageId, UserId } from '@verbatim/contract/ids.ts'
import type { MetricId } from '@verbatim/contract/metric-definitions.ts'
import type { Drilldown } from '@verbatim/contract/metrics.ts'
import { offChannelWays } from '@verbatim/contract/off-channel.ts'
import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findWayParts, offChannelFigure } from '#domains/metrics/off-channel.ts'
import { findPeriods } from '#domains/metrics/period.ts'
import { tileCounter } from '#domains/metrics/tiles.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { Direction } from '#kernel/captured-event.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { rebuildRemarks } from '#flows/rebuild/rebuild-remarks.ts'
import { dayIn } from '#testing/day-in.ts'
import { recordEdits } from '#testing/edits.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { findListed } from '#testing/listed-messages.ts'
import { insertMessages } from '#testing/messages.ts'
import {
  channels,
  groups,
  type Line,
  line,
  lineOf,
  mentionsByHand,
  queryAt,
} from '#testing/off-channel-by-hand.ts'
import { makeOrganization } from '#testing/organizations.ts'
import { insertAccounts } from '#testing/searched-rows.ts'
import { saidOf } from '#testing/remarks.ts'
import { nameGroups } from '#testing/scoped-parts.ts'
import { turnedClocks } from '#testing/turned-clocks.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World } from '#testing/world.ts'
import { openFinders } from './find.ts'
import { readEarlier } from './read-earlier.ts'
import { recordRemarks } from './record.ts'

let world: World
useTestWorld(async (opened) => {
  world = opened
})

const now = new Date('2026-10-29T12:00:00Z')

test('off-channel mentions by day, way, channel and group, and the lists behind them, equal a count by hand in each zone, also of edited and late messages, for readers of all and of a part', async () => {
  let [some, edited] = [0, 0]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...turnedClocks),
      fc.array(line, { minLength: 8, maxLength: 30 }),
      fc.subarray(groups, { minLength: 1 }),
      async (clock, given, mine) => {
        const { zone } = clock
        const id = await makeOrganization(world.ctx.db, now, { rollup_zone: zone })
        await inTenant(world.ctx.db, id, async (tx) => {
          await nameGroups(tx, groups)
          const lines = given.map((one) => lineOf(one, clock))
          edited += lines.filter(({ sent, body }) => sent !== body).length
          for (const isLate of [false, true]) {
            const those = lines
              .filter((one) => one.isLate === isLate)
              .map((one) => ({ ...one, body: one.sent, posted_at: one.at }))
            await insertMessages(tx, those, now)
            // Twice, as by a worker that was killed.
            await recordRemarks(tx, saidOf(those), openFinders(zone))
            await recordRemarks(tx, saidOf(those), openFinders(zone))
          }
          await recordEdits(tx, lines, openFinders(zone), now)
          const periods = await findPeriods(tx, queryAt(clock), now)
          const { current, previous } = periods
          const within = (of: readonly Line[], from: string, to: string) =>
            of.filter(({ at }) => dayIn(zone, at) >= from && dayIn(zone, at) <= to)
          for (const groupIds of ['all', mine] as const) {
            const reader: AccessScope = [{ channels: [...channels], groupIds }]
            const byHand = mentionsByHand(lines, reader)
            const counted = within(byHand, current.from, current.to)
            const before = within(byHand, previous.from, previous.to)
            const figure = await offChannelFigure(tx, reader, periods)
            expect(figure).toMatchObject({
              value: counted.length,
              previous: before.length,
              series: periods.days.map((day) => within(byHand, day, day).length),
            })
            const count = tileCounter({ tx, scope: reader, periods })
            const metric: MetricId = 'off-channel-mentions'
            const ways = await findWayParts(tx, reader, periods)
            expect([figure.id, ways.id]).toEqual([metric, 'off-channel-mentions-by-way'])
            const divided = [
              ways.parts,
              (await count({ metric, by: 'channel', filter: {} })).parts ?? [],
              (await count({ metric, by: 'group', filter: { channel: ['sms'] } })).parts ?? [],
            ]
            for (const [at, parts] of divided.entries())
              for (const { key, value, previous: past } of parts) {
                const isOf = (one: Line) => isPart(one, [at, key])
                expect([value, past]).toEqual([counted.filter(isOf).length, before.filter(isOf).length])
              }
            const links = [figure, ...divided.flat()].flatMap(({ drilldown }) => drilldown ?? [])
            expect(links.length).toBeGreaterThanOrEqual(1 + offChannelWays.length)
            for (const drilldown of links)
              expect(await findListed(tx, reader, drilldown, now)).toHaveLength(drilldown.rows)
            expect(await findListed(tx, reader, links[0] as Drilldown, now)).toEqual(
              counted.map((one) => one.id).toSorted(),
            )
            some += counted.length
          }
        })
      },
    ),
    { numRuns: roundsOf(60, 25) },
  )
  expect(some).toBeGreaterThan(roundsOf(60, 25))
  expect(edited).toBeGreaterThan(roundsOf(60, 25))
})

/** @param divided By way, channel, or group of one channel. */
const isPart = (one: Line, [divided, key]: readonly [number, string]) =>
  divided === 0
    ? one.way === key
    : divided === 1
      ? one.channel === key
      : one.channel === 'sms' && one.group_ids.some((group) => group === key)

const mentions = (tx: TenantTx) =>
  tx.selectFrom('off_channel_mention').select(['message_id', 'way']).orderBy('message_id').execute()

test('an application is another place only for a person whose account on it was not captured then', async () => {
  const id = await makeOrganization(world.ctx.db, now)
  const owners = [UserId.parse(newId(now)), UserId.parse(newId(now))]
  await inTenant(world.ctx.db, id, async (tx) => {
    const [first, second] = owners as [UserId, UserId]
    const [sms, others] = [AccountId.parse(newId(now)), AccountId.parse(newId(now))]
    await insertAccounts(tx, owners, [sms, others])
    const connected_at = new Date('2026-10-10')
    const waiting = { status: 'available', created_at: new Date('2026-10-01') } as const
    // It was removed for a week.
    const returned = { connected_at: new Date('2026-10-12'), connected_before: '{[2026-10-01,2026-10-05]}' }
    for (const [channel, owner_id, more] of [
      ['telegram', first, { connected_at }],
      ['signal', second, { connected_at }],
      ['whatsapp', second, returned],
      ['wecom', first, waiting],
    ] as const) {
      const account = { id: AccountId.parse(newId(now)), channel, name: channel, address: channel, owner_id }
      await tx
        .insertInto('channel_account')
        .values({ ...account, ...more })
        .execute()
    }
    await sql`update channel_account set removed_at = '2026-10-12', status = 'inactive' where channel = 'signal'`.execute(
      tx,
    )
    const said = [
      [sms, 'Text me on Telegram.', '2026-10-09', 'app'],
      [sms, 'Text me on Telegram.', '2026-10-11', undefined],
      [sms, 'Text me on Telegram. Or call me on my private number.', '2026-10-11', 'private'],
      [others, 'Text me on Telegram.', '2026-10-11', 'app'],
      [others, 'Text me on Signal.', '2026-10-11', undefined],
      [others, 'Text me on Signal.', '2026-10-13', 'app'],
      [sms, 'I’ll text you from my personal Telegram.', '2026-10-11', 'private'],
      [others, 'WhatsApp me.', '2026-09-30', 'app'],
      [others, 'WhatsApp me.', '2026-10-03', undefined],
      [others, 'WhatsApp me.', '2026-10-11', 'app'],
      [others, 'WhatsApp me.', '2026-10-13', undefined],
      [sms, 'Text me on WeChat.', '2026-10-11', 'app'],
    ] as const
    const ids = await insertMessages(
      tx,
      said.map(([account_id, body, at]) => ({ account_id, body, posted_at: new Date(at) })),
      now,
    )
    await tx.insertInto('off_channel_reading').values({ due_at: now }).execute()
    return ids
  })
  const ctx = { db: world.ctx.db, now: () => now }
  await rebuildRemarks(ctx, id, 'off-channel')
  const ways = await inTenant(world.ctx.db, id, async (tx) => {
    const { rows } = await sql<{ way: string | null }>`select way from message
      left join off_channel_mention on message_id = message.id order by message.id`.execute(tx)
    return rows.map(({ way }) => way)
  })
  const first = ['app', null, 'private', 'app', null, 'app', 'private']
  expect(ways).toEqual([...first, 'app', null, 'app', null, 'app'])
})

test('an edit adds, changes and removes a mention; forwarded and transcribed words and notices have none', async () => {
  const tenant = await world.makeTenant('elsewhere')
  world.pass(dayMs)
  const found = () =>
    inTenant(world.ctx.db, tenant.id, async (tx) => (await mentions(tx)).map(({ way }) => way).toSorted())
  const edit = (targetKey: string, body: string, minutes: number) => ({
    kind: 'edit' as const,
    channel: 'whatsapp' as const,
    eventKey: `${targetKey}-${minutes}`,
    targetKey,
    at: new Date(world.ctx.now().getTime() + minutes * 1_000 - 60_000),
    body,
  })
  await captureHistory(world, tenant, [
    messageOf(world, { messageKey: 'a', body: 'Text me on Signal.' }),
    messageOf(world, { messageKey: 'b', body: 'Thank you' }),
    // WhatsApp is captured here.
    messageOf(world, { body: 'WhatsApp me when you land' }),
    messageOf(world, { body: 'Text me on Signal.', forwarded: true }),
    messageOf(world, { body: 'Text me on Signal.', contentType: 'transcript' }),
    messageOf(world, { body: 'Text me on Signal.', contentType: 'system' }),
  ])
  expect(await found()).toEqual(['app'])
  await captureHistory(world, tenant, [
    edit('a', 'Send it to my gmail.', 5),
    edit('b', 'Call me on my private number.', 5),
  ])
  expect(await found()).toEqual(['mail', 'private'])
  await captureHistory(world, tenant, [edit('b', 'Thank you again', 9)])
  expect(await found()).toEqual(['mail'])
  // The earlier of two edits arrives after the later one.
  await captureHistory(world, tenant, [edit('b', 'Text me on Signal.', 7)])
  expect(await found()).toEqual(['mail'])
})

test('mentions in all earlier messages are found after an upgrade, and again on request; wrong ones are removed', async () => {
  const id = await makeOrganization(world.ctx.db, now)
  const given = Array.from({ length: 700 }, (_, place) => ({
    direction: (['inbound', 'outbound', 'internal'] as const)[place % 3] as Direction,
    body: place % 2 === 0 ? 'Text me on Signal.' : 'Thank you',
    posted_at: new Date(now.getTime() - place * dayMs),
  }))
  await inTenant(world.ctx.db, id, async (tx) => {
    const ids = await insertMessages(tx, given, now)
    await tx.insertInto('off_channel_reading').values({ due_at: now }).execute()
    await tx
      .insertInto('off_channel_mention')
      .values({ message_id: ids[1] as MessageId, way: 'mail' })
      .execute()
  })
  const found = () => inTenant(world.ctx.db, id, mentions)
  const ctx = { db: world.ctx.db, now: () => now }
  expect(await readEarlier(ctx, id, 'off-channel')).toBe(500)
  expect(await readEarlier(ctx, id, 'off-channel')).toBe(200)
  expect(await readEarlier(ctx, id, 'off-channel')).toBe(0)
  const before = await found()
  expect(before).toHaveLength(350)
  await rebuildRemarks(ctx, id, 'off-channel')
  expect(await found()).toEqual(before)
})
