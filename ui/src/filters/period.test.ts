import { expect, test } from 'vitest'
import { dateTimeText, timeText } from '#dates.ts'
import { calendarPresets, daysOf, periodWords } from './period.ts'

const now = new Date('2026-03-14T22:30:00Z')

test.each([
  ['1', { name: 'Today', dates: '14 Mar 2026' }],
  ['30', { name: 'Last 30 days', dates: '13 Feb – 14 Mar 2026' }],
  ['100', { name: 'Last 100 days', dates: '5 Dec 2025 – 14 Mar 2026' }],
  ['2026-01-05|2026-01-31', { name: '5 – 31 Jan 2026' }],
  ['2026-01-05|2026-01-05', { name: '5 Jan 2026' }],
  ['2026-03-01|2026-03-31', { name: 'This month', dates: '1 – 31 Mar 2026' }],
  ['2026-02-01|2026-02-28', { name: 'Last month', dates: '1 – 28 Feb 2026' }],
  ['2025-10-01|2025-12-31', { name: 'Last quarter', dates: '1 Oct – 31 Dec 2025' }],
  ['2026-01-01|2026-12-31', { name: 'This year', dates: '1 Jan – 31 Dec 2026' }],
  ['all', { name: 'All time' }],
  ['nonsense', { name: 'All time' }],
  ['2026-02-30|x', { name: 'All time' }],
])('the period %s shows its days', (period, expected) => {
  expect(periodWords(period, now)).toEqual(expected)
})

test.each([
  ['2026-01-30T00:00:00.000Z|2026-01-31T23:59:59.999Z', '30 – 31 Jan 2026'],
  ['2026-01-31T08:00:00+08:00|2026-02-01T07:59:59.999+08:00', '31 Jan 2026'],
])('the moments %s are whole days in UTC', (period, name) => {
  expect(periodWords(period, now)).toEqual({ name })
})

test('other moments are not called days: they have their times', () => {
  const [start, end] = ['2026-01-30T16:00:00.000Z', '2026-02-03T15:59:59.999Z'] as const
  const name = `${dateTimeText(start)} – ${dateTimeText(end)}`
  expect(periodWords(`${start}|${end}`, now)).toEqual({ name })
  // Within one day, wherever the reader is.
  expect(periodWords(`${start}|2026-01-30T16:00:07.000Z`, now)).toEqual({
    name: `${dateTimeText(start)} – ${timeText(start)}`,
  })
  expect(periodWords(`2026-01-29|${end}`, now).name).toContain(dateTimeText(end))
})

test.each([
  ['2026-01-05|2026-01-31', ['2026-01-05', '2026-01-31']],
  ['2026-01-30T00:00:00.000Z|2026-01-31T23:59:59.999Z', ['2026-01-30', '2026-01-31']],
  ['2026-01-30T16:00:00.000Z|2026-01-31T15:59:59.999Z', undefined],
  ['2026-01-05|2026-01-31T12:00:00Z', undefined],
  ['2026-02-30|x', undefined],
  ['30', undefined],
  ['all', undefined],
])('the calendar shows the period %s only if it is whole days', (period, days) => {
  expect(daysOf(period)).toEqual(days)
})

test('the presets of the calendar follow the year, even in January', () => {
  expect(calendarPresets(new Date('2024-01-31T23:59:59Z')).map(({ value }) => value)).toEqual([
    '2024-01-01|2024-01-31',
    '2023-12-01|2023-12-31',
    '2023-10-01|2023-12-31',
    '2024-01-01|2024-12-31',
  ])
})
