import { expect, test } from 'vitest'
import { rateWindow } from './rate-window.ts'

test('allows a number per key in a window, and again in the next window', () => {
  const window = rateWindow({ limit: 2, windowMs: 1000 })
  const at = (ms: number) => new Date(ms)
  expect([0, 1, 2].map((ms) => window.take('a', at(ms)))).toEqual([true, true, false])
  expect(window.take('b', at(3))).toBe(true)
  expect(window.take('a', at(999))).toBe(false)
  expect(window.take('a', at(1000))).toBe(true)
})

test('can count one as several', () => {
  const window = rateWindow({ limit: 5, windowMs: 1000 })
  expect([2, 3, 1].map((weight) => window.take('a', new Date(0), weight))).toEqual([true, true, false])
})

test('reports that it is full without counting', () => {
  const window = rateWindow({ limit: 1, windowMs: 1000 })
  expect(window.isFull('a', new Date(0))).toBe(false)
  expect(window.take('a', new Date(0))).toBe(true)
  expect(window.isFull('a', new Date(999))).toBe(true)
  expect(window.isFull('a', new Date(1000))).toBe(false)
})

test('remembers the newest keys of a flood', () => {
  const window = rateWindow({ limit: 1, windowMs: 1000 })
  for (let n = 0; n < 100_000; n++) window.take(`${n}`, new Date(0))
  expect(window.isFull('0', new Date(0))).toBe(false)
  expect(window.isFull('99999', new Date(0))).toBe(true)
})
