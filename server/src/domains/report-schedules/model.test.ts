import { dayMs } from '@verbatim/contract/durations.ts'
import type { Recurrence } from '@verbatim/contract/recurrence.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localDay } from '@verbatim/contract/local-time.ts'
import { newestDue, nextDue, sameLocalTime } from './model.ts'

const after = (recurrence: Recurrence, zone: string, at: string) =>
  nextDue(recurrence, zone, new Date(at)).toISOString()

test.each<[Recurrence, string, string, string]>([
  [{ every: 'day', at: '08:00' }, 'UTC', '2026-11-25T07:59:59.999Z', '2026-11-25T08:00:00.000Z'],
  [{ every: 'day', at: '08:00' }, 'UTC', '2026-11-25T08:00:00Z', '2026-11-26T08:00:00.000Z'],
  // Saturday's and Sunday's 8:00 are 23 hours apart.
  [{ every: 'day', at: '08:00' }, 'Europe/Berlin', '2026-03-28T07:00:00Z', '2026-03-29T06:00:00.000Z'],
  [{ every: 'week', weekday: 1, at: '08:00' }, 'UTC', '2026-11-25T00:00:00Z', '2026-11-30T08:00:00.000Z'],
  [
    { every: 'week', weekday: 7, at: '23:30' },
    'Asia/Tokyo',
    '2026-11-25T00:00:00Z',
    '2026-11-29T14:30:00.000Z',
  ],
  [{ every: 'month', day: 31, at: '08:00' }, 'UTC', '2027-02-01T00:00:00Z', '2027-02-28T08:00:00.000Z'],
  [
    { every: 'month', day: 1, at: '00:00' },
    'America/New_York',
    '2026-12-01T05:00:00Z',
    '2027-01-01T05:00:00.000Z',
  ],
])('%j in %s after %s is %s', (recurrence, zone, at, due) => {
  expect(after(recurrence, zone, at)).toBe(due)
})

const recurrence: fc.Arbitrary<Recurrence> = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
  .chain((at) =>
    fc.oneof(
      fc.constant({ every: 'day' as const, at }),
      fc.integer({ min: 1, max: 7 }).map((weekday) => ({ every: 'week' as const, weekday, at })),
      fc.integer({ min: 1, max: 31 }).map((day) => ({ every: 'month' as const, day, at })),
    ),
  )
const zones = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
)
const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true })

test('due times are later, one for each day at most, and never further apart than a month', () => {
  fc.assert(
    fc.property(recurrence, zones, moment, (of, zone, start) => {
      const first = nextDue(of, zone, start)
      const second = nextDue(of, zone, first)
      expect(first.getTime()).toBeGreaterThan(start.getTime())
      expect(localDay(second, zone) > localDay(first, zone)).toBe(true)
      const days = { day: 2, week: 8, month: 32 }[of.every]
      expect(second.getTime() - first.getTime()).toBeLessThan(days * dayMs)
    }),
    { numRuns: 200 },
  )
})

/** Where the clocks skip the hour over midnight, once a year. */
const overMidnight = fc.constantFrom('America/Nuuk', 'America/Scoresbysund')
const late = { every: 'day', at: '23:30' } as const

test('each due time counts as one, also where the clocks skip it over midnight', () => {
  fc.assert(
    fc.property(recurrence, fc.oneof(zones, overMidnight), moment, (of, zone, start) => {
      const due = nextDue(of, zone, start)
      expect(newestDue(of, zone, due, due)).toEqual(due)
    }),
    { numRuns: 200 },
  )
  const due = nextDue(late, 'America/Nuuk', new Date('2026-03-28T12:00:00Z'))
  // The clocks go from 23:00 to midnight.
  expect(due.toISOString()).toBe('2026-03-29T01:30:00.000Z')
  expect(newestDue(late, 'America/Nuuk', due, due)).toEqual(due)
  expect(nextDue(late, 'America/Nuuk', due).toISOString()).toBe('2026-03-30T00:30:00.000Z')
  const moved = sameLocalTime(late, due, { before: 'America/Nuuk', zone: 'UTC' })
  expect(moved.toISOString()).toBe('2026-03-28T23:30:00.000Z')
})

test('where rules of the clocks changed since it was planned, the due time of the same day counts', () => {
  const newest = (planned: string, now = planned) =>
    newestDue(late, 'Europe/Berlin', new Date(planned), new Date(now))?.toISOString()
  // Planned as if Berlin were an hour, or three, behind.
  expect(newest('2026-11-20T23:30:00Z')).toBe('2026-11-20T22:30:00.000Z')
  expect(newest('2026-11-21T01:30:00Z')).toBe('2026-11-20T22:30:00.000Z')
  // Planned as if it were an hour ahead.
  expect(newest('2026-11-20T21:30:00Z')).toBeUndefined()
  expect(newest('2026-11-20T21:30:00Z', '2026-11-20T22:30:00Z')).toBe('2026-11-20T22:30:00.000Z')
})

test('after missed due times, one report is made, for the newest', () => {
  const daily = { every: 'day', at: '08:00' } as const
  const due = new Date('2026-11-20T08:00:00Z')
  const newest = (now: string) => newestDue(daily, 'UTC', due, new Date(now))?.toISOString()
  expect(newest('2026-11-20T08:00:00Z')).toBe('2026-11-20T08:00:00.000Z')
  expect(newest('2026-11-25T07:59:00Z')).toBe('2026-11-24T08:00:00.000Z')
})
