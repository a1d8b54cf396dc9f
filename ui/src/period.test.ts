import { expect, test } from 'vitest'
import { periodWords } from './period.ts'

const now = new Date('2026-03-14T22:30:00Z')

test.each([
  ['1', { name: 'Today', dates: '14 Mar 2026' }],
  ['30', { name: 'Last 30 days', dates: '13 Feb – 14 Mar 2026' }],
  ['100', { name: 'Last 100 days', dates: '05 Dec 2025 – 14 Mar 2026' }],
  ['2026-01-05|2026-01-31', { name: '05 Jan – 31 Jan 2026' }],
  ['2026-01-05|2026-01-05', { name: '05 Jan 2026' }],
  ['all', { name: 'All time' }],
  ['nonsense', { name: 'All time' }],
  ['2026-02-30|x', { name: 'All time' }],
])('the period %s shows its days', (period, expected) => {
  expect(periodWords(period, now)).toEqual(expected)
})
