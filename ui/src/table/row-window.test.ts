import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextRow } from '#list-keys.ts'
import { rowsInSight } from './row-window.ts'

test('every visible row is drawn, and at most one more screenful', () => {
  const size = fc.integer({ min: 0, max: 10_000 })
  fc.assert(
    fc.property(size, size, size, fc.constantFrom(34, 44), (top, height, count, rowHeight) => {
      const { from, to } = rowsInSight({ top, height }, rowHeight, count)
      expect(from).toBeLessThanOrEqual(to)
      for (let row = 0; row < count; row++) {
        const inSight = (row + 1) * rowHeight > top && row * rowHeight < top + height
        if (inSight) expect(row >= from && row < to).toBe(true)
      }
      expect(to - from).toBeLessThanOrEqual(Math.ceil(height / rowHeight) + 41)
    }),
    { numRuns: 50 },
  )
})

test.each([
  ['j', -1, 3, 0],
  ['j', 0, 3, 1],
  ['j', 2, 3, 2],
  ['k', 2, 3, 1],
  ['k', -1, 3, 0],
  ['x', 0, 3, undefined],
  ['j', -1, 0, undefined],
])('%s from row %i of %i leads to %s', (key, current, count, expected) => {
  expect(nextRow(key, current, count)).toBe(expected)
})
