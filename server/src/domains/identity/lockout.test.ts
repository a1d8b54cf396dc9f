import { dayMs } from '@verbatim/contract/durations.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterFailure, type Attempts, isLocked, lockMsAfter } from './lockout.ts'

test.each([
  [1, 0],
  [4, 0],
  [5, 1_000],
  [6, 2_000],
  [10, 32_000],
  [14, 512_000],
  [15, 900_000],
  [100, 900_000],
  [5_000, 900_000],
])('after %i failures the lock is %i ms', (fails, ms) => {
  expect(lockMsAfter(fails)).toBe(ms)
})

test('failures are forgotten after fifteen quiet minutes, and not before', () => {
  const after = (fails: number) => {
    let attempts: Attempts | undefined
    for (let i = 0; i < fails; i++) attempts = afterFailure(attempts, new Date(0))
    return attempts
  }
  const quiet = 15 * 60_000
  expect(afterFailure(after(4), new Date(quiet - 1)).fails).toBe(5)
  expect(afterFailure(after(4), new Date(quiet)).fails).toBe(1)
  expect(afterFailure(after(20), new Date(2 * quiet - 1)).fails).toBe(21) // the lock itself does not count as quiet
  expect(afterFailure(after(20), new Date(2 * quiet)).fails).toBe(1)
})

test('an attacker who never pauses gets a few hundred guesses a day', () => {
  let attempts: Attempts | undefined
  let now = 0
  let guesses = 0
  for (; now < dayMs; now += 1000) {
    if (isLocked(attempts, new Date(now))) continue
    attempts = afterFailure(attempts, new Date(now))
    guesses++
  }
  expect(guesses).toBeLessThan(120)
})

test('the lock ends on time and is never shorter than the rules require', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 1_000_000 }), (fails, start) => {
      const now = new Date(start)
      const attempts = afterFailure({ fails: fails - 1, failedAt: now, lockedUntil: undefined }, now)
      expect(attempts.fails).toBe(fails)
      const end = start + lockMsAfter(fails)
      expect(isLocked(attempts, new Date(end))).toBe(false)
      if (end > start) expect(isLocked(attempts, new Date(end - 1))).toBe(true)
    }),
  )
})
