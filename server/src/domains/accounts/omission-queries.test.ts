import { type Channel, channels } from '@verbatim/contract/channels.ts'
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import { insertCapturing, insertGap, insertHours, insertQuarantined } from '#testing/capture-days.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { findCaptureOmissions } from './omission-queries.ts'

let world: World
let tenant: WorldTenant
let desk: AccountId

/** The start of a day, or an hour of it. */
const daysAgo = (days: number, hour = 0) =>
  new Date(Math.floor(world.ctx.now().getTime() / dayMs - days) * dayMs + hour * hourMs)

useTestWorld(async (opened) => {
  world = opened
  world.passToNoon()
  tenant = await world.makeTenant('omitted')
  const now = world.ctx.now()
  desk = AccountId.parse(newId(now))
  const connected = { createdAt: daysAgo(30), connectedAt: daysAgo(30) }
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    await sql`update organization set initial_history_date = ${daysAgo(30)}::date`.execute(tx)
    await insertCapturing(
      tx,
      [
        {
          id: desk,
          channel: 'sms',
          name: 'Desk',
          owner: tenant.representative,
          status: 'active',
          removedAt: null,
          isCompared: true,
          ...connected,
        },
      ],
      now,
    )
    await insertHours(tx, { id: desk, from: daysAgo(30), before: daysAgo(5), holes: [] })
    const gap = { id: desk, kind: 'disconnected', outcome: 'unknown' } as const
    await insertGap(tx, { ...gap, from: daysAgo(20), until: daysAgo(20, 2) })
    await insertGap(tx, { ...gap, from: daysAgo(10), until: daysAgo(9, 2), lostBefore: daysAgo(10, 2) })
    await insertGap(tx, { ...gap, kind: 'unstored', from: daysAgo(9), until: daysAgo(9, 1), outcome: 'lost' })
    await insertGap(tx, { ...gap, from: daysAgo(8), until: daysAgo(8, 1), outcome: 'compared' })
    await insertGap(tx, {
      ...gap,
      kind: 'missing',
      from: daysAgo(8),
      until: daysAgo(8, 1),
      outcome: 'arrived',
    })
    await insertGap(tx, { ...gap, kind: 'silent', from: daysAgo(8), until: daysAgo(8, 1) })
    await insertGap(tx, { ...gap, from: daysAgo(1), until: null, outcome: null })
  })
})

const omissions = (part: { from?: Date; before?: Date }, seen: readonly Channel[] = channels) =>
  inTenant(world.ctx.db, tenant.id, (tx) =>
    findCaptureOmissions(tx, [{ channels: [...seen], groupIds: 'all' }], part, world.ctx.now()),
  )

test('what is not known to have come is stated with its times, and nothing that came or is only suspected', async () => {
  const { gaps } = await omissions({})
  const known = [
    ['disconnected', daysAgo(20), daysAgo(20, 2), false],
    ['disconnected', daysAgo(10), daysAgo(10, 2), false],
    ['unstored', daysAgo(9), daysAgo(9, 1), true],
    ['disconnected', daysAgo(1), null, false],
  ] as const
  expect(gaps).toEqual({
    total: 4,
    gaps: known.map(([kind, from, until, isLost]) => ({
      account: 'Desk',
      channel: 'sms',
      kind,
      from: from.toISOString(),
      until: until?.toISOString() ?? null,
      isLost,
    })),
  })
})

test('only gaps that touch the period are stated', async () => {
  const within = async (from: Date, before: Date) =>
    (await omissions({ from, before })).gaps?.gaps.map(({ from: began }) => began)
  expect(await within(daysAgo(10, 1), daysAgo(9))).toEqual([daysAgo(10).toISOString()])
  expect(await within(daysAgo(10, 2), daysAgo(9))).toEqual([])
  expect(await within(daysAgo(0), daysAgo(-1))).toEqual([daysAgo(1).toISOString()])
})

test('hours that were not compared are counted, those of the period that are over', async () => {
  const hours = async (part: { from?: Date; before?: Date }) => (await omissions(part)).notCompared?.total
  expect(await hours({})).toBe(5 * 24 + 12)
  expect(await hours({ from: daysAgo(40), before: daysAgo(4, 6) })).toBe(24 + 6)
  expect(await hours({ before: daysAgo(6) })).toBe(0)
  expect((await omissions({})).notCompared?.reasons).toMatchObject([{ account: 'Desk', count: 132 }])
})

test('hours that a list does not reach any more are not counted: of these nothing is known', async () => {
  const reach = (hours: number | null) =>
    inTenant(world.ctx.db, tenant.id, (tx) =>
      tx.updateTable('channel_account').set({ list_reach_hours: hours }).where('id', '=', desk).execute(),
    )
  await reach(49)
  expect((await omissions({})).notCompared?.total).toBe(48)
  await reach(null)
})

test('a reader learns nothing of accounts outside of their access, nor of another organization', async () => {
  const nothing = { gaps: { total: 0, gaps: [] }, notCompared: { total: 0, reasons: [] } }
  expect(await omissions({}, ['whatsapp'])).toMatchObject(nothing)
  const other = await world.makeTenant('another')
  const theirs = await inTenant(world.ctx.db, other.id, (tx) =>
    findCaptureOmissions(tx, [{ channels: [...channels], groupIds: 'all' }], {}, world.ctx.now()),
  )
  expect(theirs).toMatchObject(nothing)
})

test('what a source lacks is stated once, and for a person to a reader who does not see the source', async () => {
  const made = await world.makeTenant('sourced')
  const [source, own, late] = [0, 1, 2].map(() => AccountId.parse(newId(world.ctx.now()))) as [
    AccountId,
    AccountId,
    AccountId,
  ]
  await inTenant(world.ctx.db, made.id, async (tx) => {
    const account = { channel: 'telegram', status: 'active', removedAt: null, isCompared: false } as const
    const connected = (days: number) => ({ createdAt: daysAgo(days), connectedAt: daysAgo(days) })
    const all = [
      { ...account, ...connected(30), id: source, name: 'Bot', owner: made.colleague },
      { ...account, ...connected(30), id: own, name: 'Rita', owner: made.representative },
      { ...account, ...connected(5), id: late, name: 'Late', owner: made.representative },
    ]
    await insertCapturing(tx, all, world.ctx.now())
    await sql`update channel_account set source_id = ${source} where id in (${own}, ${late})`.execute(tx)
    const gap = { id: source, outcome: 'lost' } as const
    await insertGap(tx, { ...gap, from: daysAgo(10), until: daysAgo(10, 2) })
    await insertGap(tx, { ...gap, kind: 'missing', from: daysAgo(9), until: daysAgo(9, 2) })
    await insertGap(tx, { ...gap, from: daysAgo(1), until: null, outcome: null })
    await insertQuarantined(tx, source, daysAgo(8))
    await insertQuarantined(tx, source, daysAgo(2))
    await insertQuarantined(tx, own, daysAgo(2))
  })
  const stated = (groupIds: 'all' | (typeof made.groups.north)[]) =>
    inTenant(world.ctx.db, made.id, async (tx) => {
      const scope = [{ channels: ['telegram' as const], groupIds }]
      const { gaps, quarantined } = await findCaptureOmissions(tx, scope, {}, world.ctx.now())
      const held = quarantined.reasons.map(({ account, count }) => [account, count])
      return {
        gaps: gaps?.gaps.map(({ account, kind, from, until }) => [account, kind, from, until]),
        quarantined: [quarantined.total, ...held],
      }
    })
  const [lost, lasting] = [daysAgo(10), daysAgo(1)].map((at) => at.toISOString())
  const ended = daysAgo(10, 2).toISOString()
  expect(await stated('all')).toEqual({
    gaps: [
      ['Bot', 'disconnected', lost, ended],
      ['Bot', 'missing', daysAgo(9).toISOString(), daysAgo(9, 2).toISOString()],
      ['Bot', 'disconnected', lasting, null],
    ],
    quarantined: [3, ['Bot', 2], ['Rita', 1]],
  })
  // Each of its people may lack the same record.
  expect(await stated([made.groups.north])).toEqual({
    gaps: [
      ['Rita', 'disconnected', lost, ended],
      ['Late', 'disconnected', lasting, null],
      ['Rita', 'disconnected', lasting, null],
    ],
    quarantined: [3, ['Rita', 3], ['Late', 1]],
  })
})
