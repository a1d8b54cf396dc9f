import { expect, test } from 'vitest'
import { badgeCount } from './badge-count.ts'

test.each([
  [0, '0'],
  [99, '99'],
  [100, '99+'],
  [20_000, '99+'],
])('%i reads %s', (count, words) => {
  expect(badgeCount(count)).toBe(words)
})
