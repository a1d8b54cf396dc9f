import { expect, test } from 'vitest'
import { heldRows } from './held-rows.ts'

const row = (id: string, text = id) => ({ id, text })
const shown = { items: [row('c'), row('b')], total: 2 }

test('rows keep their places while others arrive, and are updated in place', () => {
  const fresh = { items: [row('d'), row('c', 'edited')], total: 3 }
  expect(heldRows(shown, fresh)).toEqual({
    page: { items: [row('c', 'edited'), row('b')], total: 2 },
    arrived: 1,
  })
})

test('an answer without new rows is shown unchanged', () => {
  const fresh = { items: [row('c', 'edited'), row('b')], total: 2 }
  expect(heldRows(shown, fresh)).toEqual({ page: fresh, arrived: 0 })
})

test('a list with fewer rows shows the remaining ones', () => {
  const fresh = { items: [row('b')], total: 1 }
  expect(heldRows(shown, fresh)).toEqual({ page: fresh, arrived: 0 })
})

test('the first message of an empty list is shown at once', () => {
  const fresh = { items: [row('a')], total: 1 }
  expect(heldRows({ items: [], total: 0 }, fresh)).toEqual({ page: fresh, arrived: 0 })
})

test('if totals are only “at least”, new rows are counted on the page', () => {
  const most = { items: [row('c')], total: 100_000, atLeast: true as const }
  const fresh = { items: [row('e'), row('d')], total: 100_000, atLeast: true as const }
  expect(heldRows(most, fresh).arrived).toBe(2)
})
