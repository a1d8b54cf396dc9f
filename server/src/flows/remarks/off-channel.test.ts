import type { Channel } from '@verbatim/contract/channels.ts'
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import { AccountId, ConversationId, GroupId, type MessageId, UserId } from '@verbatim/contract/ids.ts'
import type { MetricId } from '@verbatim/contract/metric-definitions.ts'
import { parseListQuery } from '@verbatim/contract/list.ts'
import { messageList } from '@verbatim/contract/messages.ts'
import type { Drilldown } from '@verbatim/contract/metrics.ts'
import { type OffChannelWay, offChannelWays } from '@verbatim/contract/off-channel.ts'
import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isWithin } from '#access/scope.ts'
import { findMessages } from '#domains/messages/queries.ts'
import { findWayParts, offChannelFigure } from '#domains/metrics/off-channel.ts'
import { findPeriods } from '#domains/metrics/period.ts'
import { tileCounter } from '#domains/metrics/tiles.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { Direction } from '#kernel/captured-event.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { rebuildRemarks } from '#flows/rebuild/rebuild-remarks.ts'
import { dayIn } from '#testing/day-in.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { insertMessages } from '#testing/messages.ts'
import { makeOrganization } from '#testing/organizations.ts'
import { insertAccounts } from '#testing/searched-rows.ts'
import { saidOf } from '#testing/remarks.ts'
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
const zone = 'Europe/Berlin'
const groups = Array.from({ length: 2 }, () => GroupId.parse(newId(now)))
const channels: readonly Channel[] = ['sms', 'telegram']
const conversations = channels.map(() => ConversationId.parse(newId(now)))
const query = { 'date-from': '2026-10-20', 'date-to': '2026-10-29' }

/** Nothing is captured on Signal here, nor anywhere but on these two. */
const sayings = [
  ['Let’s move to Signal.', 'app'],
  ['Rufen Sie mich auf meiner privaten Nummer an.', 'private'],
  ['Envíelo a mi correo personal, por favor.', 'mail'],
  ['别在这里说。', 'unwritten'],
  ['Call me on my private number. Or text me on Signal.', 'private'],
  ['> Let’s move to Signal.', undefined],
  ['Thank you!', undefined],
] as const

interface Line {
  id: MessageId
  at: Date
  body: string
  way: OffChannelWay | undefined
  flags: string[]
  direction: Direction
  channel: Channel
  conversation_id: ConversationId
  group_ids: GroupId[]
  deleted_at: Date | null
}

const line = fc.record({
  // Around midnight in Berlin, also on the day with 25 hours.
  at: fc
    .tuple(fc.integer({ min: 0, max: 22 }), fc.constantFrom(-2, -1, 0, 9, 21, 22, 23))
    .map(([days, hours]) => new Date(Date.parse('2026-10-29T00:00:00Z') - days * dayMs + hours * hourMs)),
  saying: fc.constantFrom(...sayings),
  direction: fc.constantFrom<Direction>('outbound', 'inbound', 'internal'),
  channel: fc.constantFrom(...channels),
  group_ids: fc.subarray(groups),
  flags: fc.constantFrom<string[]>([], [], [], ['autoReply'], ['forwarded']),
  // A deleted message was said.
  deleted_at: fc.constantFrom(null, null, now),
})

function mentionsByHand(lines: readonly Line[], reader: AccessScope): Line[] {
  return lines.filter(
    ({ way, flags, channel, group_ids: groupIds }) =>
      way !== undefined && flags.length === 0 && isWithin(reader, { channel, groupIds }),
  )
}
const within = (lines: readonly Line[], from: string, to: string) =>
  lines.filter(({ at }) => dayIn(zone, at) >= from && dayIn(zone, at) <= to)

async function findListed(tx: TenantTx, reader: AccessScope, { filter, period }: Drilldown) {
  const asked = parseListQuery(messageList, { filter, period, limit: '200' })
  const { items } = await findMessages(tx, reader, asked as never, { now, withAttachments: false })
  return items.map(({ id }) => id).toSorted()
}

test('off-channel mentions by day, way, channel and group, and the lists behind them, equal a count by hand, for readers of all and of a part', async () => {
  let some = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 8, maxLength: 30 }),
      fc.subarray(groups, { minLength: 1 }),
      async (given, mine) => {
        const id = await makeOrganization(world.ctx.db, now, { rollup_zone: zone })
        await inTenant(world.ctx.db, id, async (tx) => {
          for (const [at, group] of groups.entries())
            await tx
              .insertInto('conversation_group')
              .values({ id: group, name: `Group ${at}`, name_key: `group ${at}` })
              .execute()
          const lines = given.map(({ saying: [body, way], ...one }): Line => ({
            ...one,
            id: newId<MessageId>(now),
            conversation_id: conversations[channels.indexOf(one.channel)] as ConversationId,
            body,
            way,
          }))
          await insertMessages(
            tx,
            lines.map((one) => ({ ...one, posted_at: one.at })),
            now,
          )
          // Twice, as by a worker that was killed.
          await recordRemarks(tx, saidOf(lines), openFinders(zone))
          await recordRemarks(tx, saidOf(lines), openFinders(zone))
          const periods = await findPeriods(tx, query, now)
          const { current, previous } = periods
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
            const isPart = (one: Line, [at, key]: readonly [number, string]) =>
              at === 0
                ? one.way === key
                : at === 1
                  ? one.channel === key
                  : one.channel === 'sms' && one.group_ids.some((group) => group === key)
            for (const [at, parts] of divided.entries())
              for (const { key, value, previous: past } of parts) {
                const isOf = (one: Line) => isPart(one, [at, key])
                expect([value, past]).toEqual([counted.filter(isOf).length, before.filter(isOf).length])
              }
            const links = [figure, ...divided.flat()].flatMap(({ drilldown }) => drilldown ?? [])
            expect(links.length).toBeGreaterThanOrEqual(1 + offChannelWays.length)
            for (const drilldown of links)
              expect(await findListed(tx, reader, drilldown)).toHaveLength(drilldown.rows)
            expect(await findListed(tx, reader, links[0] as Drilldown)).toEqual(
              counted.map((one) => one.id).toSorted(),
            )
            some += counted.length
          }
        })
      },
    ),
    { numRuns: roundsOf(60) },
  )
  expect(some).toBeGreaterThan(roundsOf(60))
})

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
