import { minuteMs } from '@verbatim/contract/durations.ts'
import { type BusinessHours, type Weekday, weekdays } from '@verbatim/contract/business-hours.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { clockOf, countMinutes, openMinutes } from '#testing/business-hours.ts'
import type { TestDatabase } from '#testing/database.ts'
import { makeOrganization } from '#testing/organizations.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { dayAfter } from '#kernel/days.ts'
import { businessSeconds, openHours } from './business-hours.ts'

/** Clocks that are turned at night, at midnight, by half an hour, or never. */
const clocks = Object.fromEntries(
  [
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'America/St_Johns',
    'America/Santiago',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
  ].map((zone) => [zone, clockOf(zone)]),
)

let database: TestDatabase
let tenantId: TenantId
useTestDatabase(async (opened) => {
  database = opened
  tenantId = await makeOrganization(database.db, new Date('2026-01-01T00:00:00Z'))
})

async function countInDatabase(
  zone: string,
  businessHours: BusinessHours,
  times: readonly [number, number][],
) {
  const [days, froms, untils] = [
    times.flat().map((at) => new Date(at).toISOString().slice(0, 10)),
    times.map(([at]) => new Date(at)),
    times.map(([, at]) => new Date(at)),
  ]
  const [from = '', to = ''] = [days.toSorted()[0], days.toSorted().at(-1)]
  const { rows } = await inTenant(database.db, tenantId, (tx) =>
    sql<{ seconds: number }>`
      with ${openHours({ zone, businessHours }, { from, to: dayAfter(to, -7) })}
      select ${businessSeconds(sql.ref('since'), sql.ref('until'))} as seconds
      from unnest(${froms}::timestamptz[], ${untils}::timestamptz[]) with ordinality as asked (since, until, place) cross join open_hours
      order by place`.execute(tx),
  )
  return rows.map(({ seconds }) => seconds / 60)
}

const time = fc.tuple(fc.nat(23), fc.constantFrom(0, 0, 1, 30, 59)).map(([h, m]) => [h, m].map(two).join(':'))
const two = (part: number) => String(part).padStart(2, '0')

const businessHours: fc.Arbitrary<BusinessHours> = fc
  .record({
    days: fc.subarray<Weekday>([...weekdays], { minLength: 1 }),
    times: fc.uniqueArray(fc.oneof(time, fc.constantFrom('02:00', '02:30', '03:00', '00:00', '24:00')), {
      minLength: 2,
      maxLength: 2,
    }),
    holidays: fc.array(fc.constantFrom('2026-03-27', '2026-03-30', '2026-04-05', '2026-10-26', '2026-11-02')),
  })
  .map(({ times, ...rest }) => {
    const [from = '', to = ''] = times.toSorted()
    return { ...rest, from, to }
  })

/** Around the nights when clocks are turned in spring and in autumn. */
const span = fc
  .tuple(
    fc.constantFrom(
      '2026-03-06',
      '2026-03-27',
      '2026-04-03',
      '2026-09-04',
      '2026-10-02',
      '2026-10-23',
      '2026-10-30',
    ),
    fc.nat({ max: 4 * 24 * 60 }),
    fc.oneof(fc.nat({ max: 600 }), fc.nat({ max: 7 * 24 * 60 })),
  )
  .map(([day, start, length]): [number, number] => {
    const from = Date.parse(day) + start * minuteMs
    return [from, from + length * minuteMs]
  })

test('the time in business hours equals a count by hand, minute by minute, also over clock changes', async () => {
  let some = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(clocks)),
      businessHours,
      fc.array(span, { minLength: 1, maxLength: 8 }),
      async (zone, hours, times) => {
        const clock = clocks[zone]
        if (!clock) throw new Error(zone)
        const byHand = times.map((span) => countMinutes(openMinutes(clock, hours, span), ...span))
        expect(await countInDatabase(zone, hours, times)).toEqual(byHand)
        if (byHand.some((minutes) => minutes > 0)) some += 1
      },
    ),
    { numRuns: roundsOf(150, 25) },
  )
  expect(some).toBeGreaterThan(roundsOf(150, 25) / 2)
})

const office = {
  days: [1, 2, 3, 4, 5],
  from: '09:00',
  to: '17:00',
  holidays: ['2026-04-03'],
} as BusinessHours

test.each([
  ['within a day', '2026-03-31T10:00Z', '2026-03-31T12:30Z', 2.5],
  ['over a night', '2026-03-31T15:00Z', '2026-04-01T09:00Z', 2],
  ['over a weekend with a Friday off', '2026-04-02T14:00Z', '2026-04-06T08:00Z', 2],
  ['at night', '2026-03-31T20:00Z', '2026-04-01T04:00Z', 0],
  ['over the night when clocks go forward', '2026-03-27T15:00Z', '2026-03-30T08:00Z', 2],
])('an office in London is open %s', async (_, from, until, hours) => {
  const times: [number, number][] = [[Date.parse(from), Date.parse(until)]]
  expect(await countInDatabase('Europe/London', office, times)).toEqual([hours * 60])
})

test('an office that is never open has no time in business hours', async () => {
  const closed = { ...office, days: [5] as Weekday[], holidays: ['2026-03-27', '2026-04-03', '2026-04-10'] }
  const times: [number, number][] = [[Date.parse('2026-03-27T08:00Z'), Date.parse('2026-03-30T20:00Z')]]
  expect(await countInDatabase('UTC', closed, times)).toEqual([0])
})
