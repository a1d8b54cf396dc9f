import { expect, test } from 'vitest'
import { calendarPresets, periodWords } from './period.ts'

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

test('the presets of the calendar follow the year, even in January', () => {
  expect(calendarPresets(new Date('2024-01-31T23:59:59Z')).map(({ value }) => value)).toEqual([
    '2024-01-01|2024-01-31',
    '2023-12-01|2023-12-31',
    '2023-10-01|2023-12-31',
    '2024-01-01|2024-12-31',
  ])
})
