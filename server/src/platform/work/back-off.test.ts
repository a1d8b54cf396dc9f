import { expect, test } from 'vitest'
import { doubling, waits } from './back-off.ts'

const minuteMs = 60_000

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
