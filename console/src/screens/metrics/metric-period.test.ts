import { expect, test } from 'vitest'
import { offeredPeriods, periodName, periodQuery, previousDays, readPeriod } from './metric-period.ts'

test('the address has a period of days back or of two days; anything else gives the default period and a notice', () => {
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

const counted = { asOf: '2026-11-25T12:00:00Z', zone: 'UTC' }

test('every offered period can be asked for, and has its name', () => {
  for (const { value, label } of offeredPeriods(counted)) {
    expect(readPeriod(value).issue).toBeUndefined()
    expect(periodName(value, counted)).toBe(label)
  }
  expect(periodQuery('7')).toEqual({ days: 7 })
  expect(periodQuery('2026-11-01|2026-11-25')).toEqual({ 'date-from': '2026-11-01', 'date-to': '2026-11-25' })
  expect(periodName('14', counted)).toBe('14 days to yesterday')
  expect(periodName('1', counted)).toBe('Yesterday')
  expect(periodName('2026-01-03|2026-01-05', counted)).toBeUndefined()
})

test.each([
  [
    '2026-11-25T12:00:00Z',
    'UTC',
    ['2026-11-01|2026-11-25', '2026-10-01|2026-10-31', '2026-07-01|2026-09-30', '2026-01-01|2026-11-25'],
  ],
  // The organization is in the next year already.
  [
    '2026-12-31T16:00:00Z',
    'Asia/Tokyo',
    ['2027-01-01|2027-01-01', '2026-12-01|2026-12-31', '2026-10-01|2026-12-31'],
  ],
  // And here still in the month before.
  [
    '2026-04-01T03:00:00Z',
    'America/New_York',
    ['2026-03-01|2026-03-31', '2026-02-01|2026-02-28', '2025-10-01|2025-12-31', '2026-01-01|2026-03-31'],
  ],
])('at %s in %s, months, quarters and years are those of the organization', (asOf, zone, periods) => {
  const offered = offeredPeriods({ asOf, zone }).filter(({ value }) => value.includes('|'))
  const labels = ['This month', 'Last month', 'Last quarter', 'This year']
  // In January the year is the month, and is offered once.
  expect(offered.map(({ label }) => label)).toEqual(labels.slice(0, periods.length))
  expect(new Set(periods).size).toBe(periods.length)
  expect(offered.map(({ value }) => value)).toEqual(periods)
})

test('until the time zone of the organization is known, only days back are offered', () => {
  expect(offeredPeriods().map(({ value }) => value)).toEqual(['7', '30', '90', '365'])
})

test('each day is compared with the same day of the period before', () => {
  expect(previousDays({ previousFrom: '2026-02-27', days: ['2026-03-01', '2026-03-02'] })).toEqual([
    '2026-02-27',
    '2026-02-28',
  ])
})
