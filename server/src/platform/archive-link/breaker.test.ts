import { expect, test } from 'vitest'
import { afterFailure, type Breaker, mayTry } from './breaker.ts'

const now = new Date('2026-05-14T08:00:00Z')
const failing = (times: number) =>
  Array.from({ length: times }).reduce<Breaker>((breaker) => afterFailure(breaker, now), {
    failures: 0,
    until: null,
  })

test('a receiver is tried until five connections in sequence fail', () => {
  expect([0, 1, 4].map((times) => mayTry(failing(times), now))).toEqual([true, true, true])
  expect(mayTry(failing(5), now)).toBe(false)
})

test('the pause doubles from a minute to an hour, and then one mail is the trial', () => {
  const minutes = (times: number) => ((failing(times).until?.getTime() ?? 0) - now.getTime()) / 60_000
  expect([5, 6, 7, 11, 500].map(minutes)).toEqual([1, 2, 4, 60, 60])
  expect(mayTry(failing(5), new Date(now.getTime() + 60_000))).toBe(true)
})
