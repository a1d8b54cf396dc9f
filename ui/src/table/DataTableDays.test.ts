import { expect, test } from 'vitest'
import { isByDay, startsDay } from './DataTableDays.tsx'

const days = { sortBy: 'postedDate', at: ({ at }: { at: string }) => at }
const rows = [new Date(2026, 2, 14, 9), new Date(2026, 2, 14, 8), new Date(2026, 2, 13, 23)].map((at) => ({
  at: at.toISOString(),
}))

test('rows are grouped under their days if they are sorted by time, in either direction, and not otherwise', () => {
  expect(isByDay({ rows, sort: '-postedDate', days })).toBe(true)
  expect(isByDay({ rows, sort: 'postedDate', days })).toBe(true)
  expect(isByDay({ rows, sort: 'urgency', days })).toBe(false)
  expect(isByDay({ rows, sort: 'postedDate' })).toBe(false)
})

test('a list with more rows than are drawn at once has no headings', () => {
  expect(isByDay({ rows: Array.from({ length: 201 }, () => rows[0]!), sort: 'postedDate', days })).toBe(false)
})

test('a heading comes before the first row of each day', () => {
  expect(rows.map((_, index) => startsDay(days, rows, index))).toEqual([true, false, true])
})
