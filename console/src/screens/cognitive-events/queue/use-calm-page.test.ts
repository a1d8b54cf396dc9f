import { expect, test } from 'vitest'
import { countArrived, renewed } from './use-calm-page.ts'

const row = (id: string, minute: number, status = 'new') => ({
  id,
  triggeredTime: `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`,
  status,
})
const page = (...items: ReturnType<typeof row>[]) => ({ items, total: items.length })

test('rows keep their places and show their current state', () => {
  const held = page(row('b', 2), row('a', 1))
  const fresh = page(row('c', 3), row('b', 2, 'resolved'), row('a', 1))
  expect(renewed(held, fresh).items).toEqual([row('b', 2, 'resolved'), row('a', 1)])
})

test('a row that has left the list stays in its last known state', () => {
  const held = page(row('b', 2, 'dismissed'), row('a', 1))
  expect(renewed(held, page(row('a', 1))).items).toEqual(held.items)
})

test('only rows later than all shown rows count as new', () => {
  const held = page(row('c', 3), row('b', 2))
  expect(countArrived(held, page(row('d', 4), row('c', 3)))).toBe(1)
  expect(countArrived(held, page(row('c', 3), row('a', 1)))).toBe(0)
})

test('within a millisecond the later id is the later event', () => {
  expect(countArrived(page(row('b', 2)), page(row('c', 2), row('b', 2), row('a', 2)))).toBe(1)
})

test('all rows count as new if none were shown', () => {
  expect(countArrived(page(), page(row('a', 1), row('b', 2)))).toBe(2)
})
