/** Promises by a day: found when messages are stored, counted and listed as one would by hand. */
import { channels } from '@verbatim/contract/channels.ts'
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import type { MessageId } from '@verbatim/contract/ids.ts'
import { isWhole, roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findPeriods } from '#domains/metrics/period.ts'
import { promiseFigures } from '#domains/metrics/promises.ts'
import { dayAfter } from '#kernel/days.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { inTenant } from '#platform/db.ts'
import { recordEdits } from '#testing/edits.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { findListed } from '#testing/listed-messages.ts'
import { insertMessages } from '#testing/messages.ts'
import { followSettings } from '#flows/rebuild/follow-settings.ts'
import { rebuildRemarks } from '#flows/rebuild/rebuild-remarks.ts'
import { makeOrganization } from '#testing/organizations.ts'
import { expectDueTimes, expectPromiseParts } from '#testing/promise-parts.ts'
import { saidOf } from '#testing/remarks.ts'
import { divisionsOf, nameGroups } from '#testing/scoped-parts.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World } from '#testing/world.ts'
import { turnedClocks } from '#testing/turned-clocks.ts'
import {
  countPromisesByHand,
  groups,
  hoursAt,
  type Line,
  line,
  lineOf,
  nowAt,
  queryAt,
  someChannels,
} from '#testing/promises.ts'
import { openFinders } from './find.ts'
import { readEarlier } from './read-earlier.ts'
import { recordRemarks } from './record.ts'

const divisions = divisionsOf(someChannels, groups)
const now = new Date('2026-10-29T12:00:00Z')
const zone = 'Europe/Berlin'

let world: World
useTestWorld((opened) => {
  world = opened
})

test('open, overdue and kept promises, and the lists behind them, equal a count by hand in each zone, also of edited and late messages, for readers of all and of a part', async () => {
  let [some, edited] = [0, 0]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...turnedClocks),
      fc.array(line, { minLength: 8, maxLength: 30 }),
      fc.subarray(groups, { minLength: 1 }),
      fc.subarray(divisions, { minLength: 2, maxLength: 2 }),
      async (clock, given, mine, divided) => {
        const [{ zone }, at] = [clock, nowAt(clock)]
        const hours = { rollup_zone: zone, business_hours: hoursAt(clock) }
        const id = await makeOrganization(world.ctx.db, at, hours)
        await inTenant(world.ctx.db, id, async (tx) => {
          const lines = given.map((one) => lineOf(one, clock))
          edited += lines.filter(({ sent, body }) => sent !== body).length
          await nameGroups(tx, groups)
          for (const isLate of [false, true]) {
            const those = lines.filter((one) => one.isLate === isLate)
            await insertMessages(tx, those.map(toRow), at)
            const said = saidOf(those.map((one) => ({ ...one, body: one.sent })))
            // Twice, as by a worker that was killed.
            await recordRemarks(tx, said, openFinders(zone))
            await recordRemarks(tx, said, openFinders(zone))
          }
          await recordEdits(tx, lines, openFinders(zone), at)
          await expectDueTimes(tx, lines, clock)
          const periods = await findPeriods(tx, queryAt(clock), at)
          for (const [turn, groupIds] of (['all', mine] as const).entries()) {
            const reader: AccessScope = [{ channels: [...channels], groupIds }]
            // One division for each reader, or both in the whole run.
            const asked = isWhole ? divided : divided.slice(turn, turn + 1)
            await expectPromiseParts(tx, lines, { reader, clock, divided: asked })
            const byHand = countPromisesByHand(lines, { reader, clock })
            const figures = await promiseFigures(tx, reader, periods)
            expect(figures.map(({ id: figure, value, previous }) => [figure, value, previous])).toEqual([
              ['open-promises', byHand.open.length, null],
              ['overdue-promises', byHand.overdue.length, null],
              ['kept-promises', byHand.rate, byHand.rateBefore],
            ])
            for (const [place, ids] of [byHand.open, byHand.overdue, byHand.kept].entries()) {
              const drilldown = figures[place]?.drilldown
              expect(drilldown?.rows).toBe(ids.length)
              expect(await findListed(tx, reader, drilldown ?? {}, at)).toEqual(ids.toSorted())
              some += ids.length
            }
          }
        })
      },
    ),
    { numRuns: roundsOf(80, 25) },
  )
  expect(some).toBeGreaterThan(roundsOf(80, 25))
  expect(edited).toBeGreaterThan(roundsOf(80, 25))
})

const toRow = ({ sent, at, deletion, ...one }: Line) => ({
  ...one,
  body: sent,
  posted_at: at,
  ...(deletion !== null && { deleted_at: at, deletion: { scope: deletion } }),
})

test('an edit adds, changes and removes a promise, and earlier versions stay', async () => {
  const tenant = await world.makeTenant('promised')
  const sentAt = new Date(world.ctx.now().getTime() - 2 * hourMs)
  const day = (days: number) => dayAfter(sentAt.toISOString().slice(0, 10), days)
  // Every day is a business day, whenever this runs.
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    sql`update organization set business_hours = jsonb_set(business_hours, '{days}', '[1, 2, 3, 4, 5, 6, 7]')`.execute(
      tx,
    ),
  )
  const dues = () =>
    inTenant(world.ctx.db, tenant.id, async (tx) =>
      (await tx.selectFrom('promise').select('due_at').orderBy('due_at').execute()).map(({ due_at }) =>
        due_at.toISOString(),
      ),
    )
  const said = (messageKey: string, body: string) =>
    messageOf(world, {
      messageKey,
      body,
      sentAt,
      direction: 'outbound',
      author: { kind: 'phone', value: '+15550100002' },
    })
  const edit = (targetKey: string, body: string, minutes: number) => ({
    kind: 'edit' as const,
    channel: 'whatsapp' as const,
    eventKey: `${targetKey}-${minutes}`,
    targetKey,
    at: new Date(sentAt.getTime() + minutes * 60_000),
    body,
  })
  await captureHistory(world, tenant, [
    said('a', 'I will send it tomorrow.'),
    said('b', 'Here it is.'),
    messageOf(world, { messageKey: 'c', body: 'I will pay tomorrow.', sentAt }),
  ])
  expect(await dues()).toEqual([`${day(1)}T23:59:59.999Z`])
  await captureHistory(world, tenant, [
    edit('a', 'I will send it today.', 5),
    edit('b', 'I will call within two days.', 5),
  ])
  expect(await dues()).toEqual([`${day(0)}T23:59:59.999Z`, `${day(2)}T23:59:59.999Z`])
  await captureHistory(world, tenant, [edit('b', 'Here it is again.', 9)])
  expect(await dues()).toEqual([`${day(0)}T23:59:59.999Z`])
  // The earlier of two edits arrives after the later one, alone or with it, and the later one is shown.
  await captureHistory(world, tenant, [
    edit('a', 'Done.', 20),
    edit('a', 'I will send it within 3 days.', 15),
  ])
  expect(await dues()).toEqual([])
  await captureHistory(world, tenant, [edit('a', 'I will send it within 4 days.', 12)])
  expect(await dues()).toEqual([])
})

test('an edit of another day promises from that day on, and neither forwarded nor transcribed words promise', async () => {
  const tenant = await world.makeTenant('promised-later')
  const sentAt = new Date(world.ctx.now().getTime() - 5 * dayMs)
  const ours = {
    body: 'I will send it tomorrow.',
    sentAt,
    direction: 'outbound',
    author: { kind: 'phone', value: '+15550100002' },
  } as const
  await captureHistory(world, tenant, [
    messageOf(world, { ...ours, messageKey: 'a', body: 'Good morning' }),
    messageOf(world, { ...ours, forwarded: true }),
    messageOf(world, { ...ours, contentType: 'transcript' }),
    {
      kind: 'edit',
      channel: 'whatsapp',
      eventKey: 'later',
      targetKey: 'a',
      at: new Date(sentAt.getTime() + 2 * dayMs),
      body: 'I will send it tomorrow.',
    },
  ])
  const kept = await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.selectFrom('promise').select('due_at').execute(),
  )
  const due = dayAfter(sentAt.toISOString().slice(0, 10), 3)
  expect(kept.map(({ due_at }) => due_at.toISOString())).toEqual([`${due}T23:59:59.999Z`])
})

test('promises in earlier messages are found after an upgrade, and again on request; wrong ones are removed', async () => {
  const id = await makeOrganization(world.ctx.db, now, { rollup_zone: zone })
  const ours = { direction: 'outbound', body: 'I will send it tomorrow.' } as const
  const at = (days: number) => new Date(now.getTime() - days * dayMs)
  const found = () => inTenant(world.ctx.db, id, (tx) => tx.selectFrom('promise').selectAll().execute())
  const given = Array.from({ length: 700 }, (_, place) => ({ ...ours, posted_at: at(90 - place / 10) }))
  const [first] = await inTenant(world.ctx.db, id, (tx) =>
    insertMessages(
      tx,
      [
        { ...ours, body: 'Thank you', posted_at: at(1) },
        { ...ours, direction: 'inbound' },
        ...given,
        { ...ours, posted_at: at(101) },
      ],
      now,
    ),
  )
  await inTenant(world.ctx.db, id, async (tx) => {
    await tx.insertInto('promise_reading').values({ due_at: now }).execute()
    const wrong = { due_on: '2026-11-01', due_at: now, deed: 'x', message_id: first as MessageId }
    await tx.insertInto('promise').values(wrong).execute()
  })
  const ctx = { db: world.ctx.db, now: () => now }
  expect(await readEarlier(ctx, id, 'promises')).toBe(500)
  expect(await readEarlier(ctx, id, 'promises')).toBe(201)
  expect(await readEarlier(ctx, id, 'promises')).toBe(0)
  expect(await readEarlier(ctx, id, 'promises')).toBe(0)
  const before = await found()
  expect(before).toHaveLength(700)
  await rebuildRemarks(ctx, id, 'promises')
  expect(new Set((await found()).map((one) => JSON.stringify(one)))).toEqual(
    new Set(before.map((one) => JSON.stringify(one))),
  )
  const stop = new AbortController()
  const stopping = { ...ctx, now: () => (stop.abort(), now) }
  await expect(rebuildRemarks(stopping, id, 'promises', stop.signal)).rejects.toThrow('aborted')
  expect(await readEarlier(ctx, id, 'promises'), 'a worker goes on').toBe(201)
})

test('promises end in the new time zone after the organization’s zone changed', async () => {
  const tenant = await world.makeTenant('promised-elsewhere')
  await captureHistory(world, tenant, [
    messageOf(world, {
      body: 'I will send it by 2026-12-01.',
      sentAt: new Date('2026-11-20T12:00:00Z'),
      direction: 'outbound',
      author: { kind: 'phone', value: '+15550100002' },
    }),
  ])
  const admin = await world.as(tenant, tenant.users.tenant_admin)
  const changed = await admin.call('PUT', '/bff/organizations', { timeZone: 'Asia/Tokyo' })
  expect(changed.status, changed.text).toBe(200)
  expect(await followSettings(world.ctx, tenant.id)).toBe(1)
  const kept = await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.selectFrom('promise').select('due_at').execute(),
  )
  expect(kept.map(({ due_at }) => due_at.toISOString())).toEqual(['2026-12-01T14:59:59.999Z'])
})

test('a promise within a number of days follows the business days of the organization, also when they change', async () => {
  const tenant = await world.makeTenant('promised-working')
  const admin = await world.as(tenant, tenant.users.super_admin)
  const ours = {
    // A Thursday.
    sentAt: new Date('2026-11-19T12:00:00Z'),
    direction: 'outbound',
    author: { kind: 'phone', value: '+15550100002' },
  } as const
  await captureHistory(world, tenant, [
    messageOf(world, { ...ours, messageKey: 'working', body: 'I will send it within two working days.' }),
    messageOf(world, { ...ours, messageKey: 'counted', body: 'I will call you within two days.' }),
    messageOf(world, { ...ours, messageKey: 'named', body: 'We will pay it by 21 November.' }),
  ])
  const dues = () =>
    inTenant(world.ctx.db, tenant.id, async (tx) => {
      const { rows } = await sql<{ message_key: string; due: string }>`
        select message_key, (due_at at time zone rollup_zone)::date::text as due
        from promise join message on message.id = promise.message_id cross join organization`.execute(tx)
      return Object.fromEntries(rows.map((row) => [row.message_key, row.due]))
    })
  expect(await dues()).toEqual({ working: '2026-11-23', counted: '2026-11-23', named: '2026-11-21' })
  const open = async (days: readonly number[], holidays: readonly string[]) => {
    const businessHours = { days, from: '09:00', to: '17:00', holidays }
    expect((await admin.call('PUT', '/bff/organizations', { businessHours })).status).toBe(200)
    expect(await followSettings(world.ctx, tenant.id)).toBe(1)
  }
  await open([1, 2, 3, 4, 5], ['2026-11-20', '2026-11-23'])
  expect(await dues()).toEqual({ working: '2026-11-25', counted: '2026-11-24', named: '2026-11-21' })
  await open([1, 2, 3, 4, 5, 6, 7], [])
  expect(await dues()).toEqual({ working: '2026-11-21', counted: '2026-11-21', named: '2026-11-21' })
  const { items } = (await admin.call('GET', '/bff/api/v1/messages?sort=postedDate')).json
  const bodies = new Map<string, string>(
    items.map(({ id, body }: { id: string; body: string }) => [body, id]),
  )
  const one = await admin.call(
    'GET',
    `/bff/api/v1/messages/${bodies.get('I will call you within two days.')}`,
  )
  expect(one.json.promisedFor).toBe('2026-11-21')
})
