import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  dayPeriod,
  offeredPeriods,
  periodName,
  periodQuery,
  previousDays,
  readPeriod,
} from './metric-period.ts'

test('a period of the address is days back or two days, and anything else is the usual one, said so', () => {
  expect(readPeriod()).toEqual({ period: '30' })
  expect(readPeriod('90')).toEqual({ period: '90' })
  expect(readPeriod('2026-01-01|2026-01-31')).toEqual({ period: '2026-01-01|2026-01-31' })
  for (const text of [
    'all',
    '0',
    '9999',
    '2026-02-30|2026-03-01',
    '2026-02-02|2026-02-01',
    '2020-01-01|2026-01-01',
    'a|b|c',
  ])
    expect(readPeriod(text)).toEqual({ period: '30', issue: expect.any(String) })
})

test('every offered period can be asked for, and has its name', () => {
  const now = new Date('2026-11-25T12:00:00Z')
  for (const { value, label } of offeredPeriods(now)) {
    expect(readPeriod(value).issue).toBeUndefined()
    expect(periodName(value, now)).toBe(label)
  }
  expect(periodQuery('7')).toEqual({ days: 7 })
  expect(periodQuery('2026-11-01|2026-11-25')).toEqual({ 'date-from': '2026-11-01', 'date-to': '2026-11-25' })
  expect(periodName('14', now)).toBe('Last 14 days')
  expect(periodName('2026-01-03|2026-01-05', now)).toBeUndefined()
})

test('each day stands beside the day as far into the period before', () => {
  expect(previousDays({ previousFrom: '2026-02-27', days: ['2026-03-01', '2026-03-02'] })).toEqual([
    '2026-02-27',
    '2026-02-28',
  ])
})

test('a day of a zone begins at its midnight, also where the clock changes', () => {
  expect(dayPeriod('2026-11-24', 'Europe/London')).toBe('2026-11-24T00:00:00.000Z|2026-11-24T23:59:59.999Z')
  expect(dayPeriod('2026-03-29', 'Europe/London')).toBe('2026-03-29T00:00:00.000Z|2026-03-29T22:59:59.999Z')
  expect(dayPeriod('2026-11-01', 'America/New_York')).toBe(
    '2026-11-01T04:00:00.000Z|2026-11-02T04:59:59.999Z',
  )
  expect(dayPeriod('2026-06-10', 'Asia/Kolkata')).toBe('2026-06-09T18:30:00.000Z|2026-06-10T18:29:59.999Z')
})

test.each([
  ['2026-03-29', 'Atlantic/Azores', '2026-03-29T01:00:00.000Z|2026-03-29T23:59:59.999Z'],
  ['2026-03-08', 'America/Havana', '2026-03-08T05:00:00.000Z|2026-03-09T03:59:59.999Z'],
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z|2026-09-07T02:59:59.999Z'],
  ['2024-10-06', 'America/Asuncion', '2024-10-06T04:00:00.000Z|2024-10-07T02:59:59.999Z'],
])('where clocks skip its midnight, %s in %s begins with what they show next', (day, zone, period) => {
  expect(dayPeriod(day, zone)).toBe(period)
})

test('the days of a zone follow each other without a gap', () => {
  const zones = fc.constantFrom(
    'Europe/London',
    'America/New_York',
    'Australia/Sydney',
    'Asia/Hong_Kong',
    'Atlantic/Azores',
    'America/Havana',
    'America/Santiago',
  )
  fc.assert(
    fc.property(zones, fc.integer({ min: 0, max: 3_650 }), (zone, days) => {
      const day = (at: number) => new Date(Date.UTC(2020, 0, 1) + at * 86_400_000).toISOString().slice(0, 10)
      const [, end = ''] = dayPeriod(day(days), zone).split('|')
      const [start = ''] = dayPeriod(day(days + 1), zone).split('|')
      expect(Date.parse(start) - Date.parse(end)).toBe(1)
    }),
    { numRuns: 60 },
  )
})
