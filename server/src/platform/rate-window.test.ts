import { expect, test } from 'vitest'
import { rateWindow } from './rate-window.ts'

test('allows so many in a window, per key, and again in the next', () => {
  const window = rateWindow({ limit: 2, windowMs: 1000 })
  const at = (ms: number) => new Date(ms)
  expect([0, 1, 2].map((ms) => window.take('a', at(ms)))).toEqual([true, true, false])
  expect(window.take('b', at(3))).toBe(true)
  expect(window.take('a', at(999))).toBe(false)
  expect(window.take('a', at(1000))).toBe(true)
})
