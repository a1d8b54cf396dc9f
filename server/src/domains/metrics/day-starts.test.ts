import { startOfDay } from '@verbatim/contract/local-time.ts'
import { shareOf } from '@verbatim/reference/share.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { startOf } from './period.ts'

let world: World
let tenant: WorldTenant
useTenants('days', (made, opened) => {
  tenant = made
  world = opened
})

test('a day begins where clocks first show it, also where they go back over midnight or skip it', async () => {
  const starts = (day: string, zone: string) =>
    inTenant(world.ctx.db, tenant.id, async (tx) => {
      const { rows } = await sql<{ at: Date }>`select ${startOf(day, { zone })} as at`.execute(tx)
      return rows[0]!.at.toISOString()
    })
  expect(await starts('2026-10-25', 'Atlantic/Azores')).toBe('2026-10-25T00:00:00.000Z') // 01:00 becomes 00:00
  expect(await starts('2026-11-01', 'America/Havana')).toBe('2026-11-01T04:00:00.000Z') // 01:00 becomes 00:00
  expect(await starts('2026-03-29', 'Asia/Beirut')).toBe('2026-03-28T22:00:00.000Z') // 00:00 becomes 01:00
  expect(await starts('2026-10-25', 'Europe/London')).toBe('2026-10-24T23:00:00.000Z')
})

const zones = [
  'Atlantic/Azores',
  'America/Havana',
  'America/Santiago',
  'Asia/Beirut',
  'Africa/Cairo',
  'America/Scoresbysund',
  'Australia/Lord_Howe',
  'Europe/London',
]

/** Samoa had no 30 December 2011. */
test.each([
  ['2026-01-01', '2027-01-01', shareOf(zones, 4)],
  ['2011-07-01', '2012-07-01', ['Pacific/Apia']],
])('every half hour from %s to %s belongs to exactly one day', async (from, to, there) => {
  const { rows } = await inTenant(world.ctx.db, tenant.id, (tx) =>
    sql`
      select zone, at from unnest(${there}::text[]) zone,
        generate_series(${from}::timestamptz, ${to}::timestamptz, interval '30 minutes') at
      where at < day_starts((at at time zone zone)::date, zone) or at >= day_starts((at at time zone zone)::date + 1, zone)`.execute(
      tx,
    ),
  )
  expect(rows).toEqual([])
})

test.each([
  ['2024-01-01', '2026-12-31', 1_096, [...shareOf(zones, 4), 'America/Asuncion']],
  ['2011-07-01', '2012-06-30', 366, ['Pacific/Apia']],
])(
  'the links of charts and their figures begin a day at the same instant, from %s to %s',
  async (from, to, days, there) => {
    const { rows } = await inTenant(world.ctx.db, tenant.id, (tx) =>
      sql<{ zone: string; day: string; starts: Date }>`
      select zone, day::date::text as day, day_starts(day::date, zone) as starts
      from unnest(${there}::text[]) zone, generate_series(${from}::date, ${to}::date, interval '1 day') day`.execute(
        tx,
      ),
    )
    expect(rows.length).toBe(there.length * days)
    expect(rows.filter(({ zone, day, starts }) => +startOfDay(day, zone) !== +starts)).toEqual([])
  },
)
