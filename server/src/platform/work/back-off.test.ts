import { minuteMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { doubling, spread, waits } from './back-off.ts'

test('a wait doubles up to its maximum, and ends after both the attempts and the time are used up', () => {
  const backOff = doubling({ firstMs: 1_000, mostMs: 5_000, tries: 4, forMs: 10 * minuteMs })
  expect([1, 2, 3, 4, 9].map((tries) => backOff(tries, 0))).toEqual([1_000, 2_000, 4_000, 5_000, 5_000])
  expect(backOff(3, 60 * minuteMs)).toBe(4_000)
  expect(backOff(4, 10 * minuteMs)).toBeUndefined()
})

test('listed waits apply in sequence, and then end', () => {
  const backOff = waits(minuteMs, 5 * minuteMs)
  expect([1, 2, 3].map((tries) => backOff(tries, 0))).toEqual([minuteMs, 5 * minuteMs, undefined])
})

test('a wait is up to a quarter shorter, differently for each row and attempt', () => {
  const waited = Array.from({ length: 400 }, (_, n) =>
    spread(minuteMs, `row ${n % 100}`, Math.floor(n / 100)),
  )
  expect(Math.max(...waited)).toBeLessThanOrEqual(minuteMs)
  expect(Math.min(...waited)).toBeGreaterThanOrEqual(0.75 * minuteMs)
  expect(new Set(waited).size).toBeGreaterThan(300)
  const early = waited.filter((ms) => ms < 0.875 * minuteMs)
  expect(early.length).toBeGreaterThan(100)
  expect(early.length).toBeLessThan(300)
  expect(spread(minuteMs, 'row 1', 1)).toBe(spread(minuteMs, 'row 1', 1))
})
