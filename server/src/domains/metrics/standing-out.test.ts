import { expect, test } from 'vitest'
import { standingOut } from './standing-out.ts'

const weeks = (...counts: number[]) => counts.flatMap((count) => [count, 0, 0, 0, 0, 0, 0])

test('a seasonal theme stands out more than a weekly one, and a theme that follows all messages not at all', () => {
  const all = weeks(100, 100, 100, 200)
  expect(standingOut(weeks(10, 10, 10, 20), all)).toBeCloseTo(0)
  expect(standingOut(weeks(0, 20, 0, 0), all)).toBeCloseTo(16)
  expect(standingOut(weeks(10, 10, 10, 30), all)).toBeCloseTo(6)
})

test('weekdays are ignored in a long period, and count in a short one', () => {
  const mondays = Array.from({ length: 28 }, (_, at) => (at % 7 === 0 ? 7 : 0))
  const even = Array.from({ length: 28 }, () => 10)
  expect(standingOut(mondays, even)).toBeCloseTo(0)
  expect(standingOut(mondays.slice(0, 7), even.slice(0, 7))).toBeCloseTo(6)
})

test('a period without messages has none', () => {
  expect(standingOut([0, 0], [0, 0])).toBe(0)
  expect(standingOut([], [])).toBe(0)
})
