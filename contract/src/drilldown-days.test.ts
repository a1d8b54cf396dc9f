import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inDays, listPeriod, onDay } from './drilldown-days.ts'
import { drilldownLists } from './drilldown-lists.ts'

const dayPeriod = (day: string, zone: string) => listPeriod({ from: day, to: day }, { zone })

test('a day of a zone begins at its midnight, also where the clock changes', () => {
  expect(dayPeriod('2026-11-24', 'Europe/London')).toBe('2026-11-24T00:00:00.000Z|2026-11-24T23:59:59.999Z')
  expect(dayPeriod('2026-03-29', 'Europe/London')).toBe('2026-03-29T00:00:00.000Z|2026-03-29T22:59:59.999Z')
  expect(dayPeriod('2026-11-01', 'America/New_York')).toBe(
    '2026-11-01T04:00:00.000Z|2026-11-02T04:59:59.999Z',
  )
  expect(dayPeriod('2026-06-10', 'Asia/Kolkata')).toBe('2026-06-09T18:30:00.000Z|2026-06-10T18:29:59.999Z')
  expect(listPeriod({ from: '2026-03-28', to: '2026-03-29' }, { zone: 'Europe/London' })).toBe(
    '2026-03-28T00:00:00.000Z|2026-03-29T22:59:59.999Z',
  )
})

test.each([
  ['2026-03-29', 'Atlantic/Azores', '2026-03-29T01:00:00.000Z|2026-03-29T23:59:59.999Z'],
  ['2026-03-08', 'America/Havana', '2026-03-08T05:00:00.000Z|2026-03-09T03:59:59.999Z'],
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z|2026-09-07T02:59:59.999Z'],
  ['2024-10-06', 'America/Asuncion', '2024-10-06T04:00:00.000Z|2024-10-07T02:59:59.999Z'],
])('where clocks skip midnight, %s in %s begins at the next time that they show', (day, zone, period) => {
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

test('drilldowns to messages and events have the instants of the days, drilldowns to Key Metrics the days', () => {
  const period = '2026-11-01T00:00:00.000Z|2026-11-30T23:59:59.999Z'
  const days = { from: '2026-10-01', to: '2026-10-02' }
  const zone = { zone: 'Europe/Berlin' }
  const filter = 'direction[eq]:inbound'
  expect(inDays({ list: 'messages', period, filter }, days, zone)).toEqual({
    list: 'messages',
    period: '2026-09-30T22:00:00.000Z|2026-10-02T21:59:59.999Z',
    filter,
  })
  expect(inDays({ list: 'contacts', filter: 'engaged' }, days, zone)).toEqual({
    list: 'contacts',
    period: '2026-10-01|2026-10-02',
    filter: 'engaged',
  })
  for (const list of ['events', 'accounts', 'waiting-clients'] as const)
    expect(inDays({ list, filter: 'status[eq]:new' }, days, zone)).toBeUndefined()
})

test('only drilldowns to lists of days can be narrowed to a day', () => {
  const zone = { zone: 'UTC' }
  const linked = drilldownLists.filter((list) => onDay({ list, period: 'any' }, '2026-10-01', zone))
  expect(linked).toEqual([
    'messages',
    'events',
    'representatives',
    'active-representatives',
    'contacts',
    'conversations',
    'bursts',
    'account-days',
  ])
  const adoption = { list: 'active-representatives', hasNoDays: true } as const
  expect(onDay(adoption, '2026-10-01', zone)).toBeUndefined()
})

test('a day of messages by another date is a day of that date, and ends when the figure was counted', () => {
  const dated = { field: 'promiseDue', filter: 'promiseKept[eq]:true', until: '2026-10-02T09:00:00.000Z' }
  const filterOn = (day: string) =>
    onDay({ list: 'messages', filter: 'any', dated }, day, { zone: 'Europe/Berlin' })
  const kept = 'promiseKept[eq]:true,promiseDue[gte]:'
  expect(filterOn('2026-10-01')).toEqual({
    list: 'messages',
    filter: `${kept}2026-09-30T22:00:00.000Z,promiseDue[lt]:2026-10-01T22:00:00.000Z`,
  })
  expect(filterOn('2026-10-02')?.filter).toBe(
    `${kept}2026-10-01T22:00:00.000Z,promiseDue[lt]:2026-10-02T09:00:00.000Z`,
  )
})

test('a day opens what is behind its own share, which is not what is behind that of the period', () => {
  const zone = { zone: 'UTC' }
  const shares = { less: 'lacking', whole: 'covered', none: 'unknown' }
  const behind = (value: number | null) =>
    onDay({ list: 'account-days', filter: 'lacking', shares }, '2026-10-01', zone, value)
  expect([99.9, 0, 100, null].map((value) => behind(value)?.filter)).toEqual([
    'lacking',
    'lacking',
    'covered',
    'unknown',
  ])
  expect(behind(100)).toEqual({ list: 'account-days', filter: 'covered', period: '2026-10-01|2026-10-01' })
})
