import { expect, test } from 'vitest'
import { shortDayText } from './dates.ts'

const now = new Date(2026, 2, 14, 9, 30)
const at = (...day: [number, number, number, number]) => new Date(...day).toISOString()

test('rows of today and yesterday are grouped under these words', () => {
  expect(shortDayText(at(2026, 2, 14, 0), now)).toBe('Today')
  expect(shortDayText(at(2026, 2, 13, 23), now)).toBe('Yesterday')
})

test('an earlier day has its weekday, and its year if it is not the current one', () => {
  expect(shortDayText(at(2026, 2, 12, 8), now)).toBe('Thu 12 Mar')
  expect(shortDayText(at(2025, 10, 20, 8), now)).toBe('Thu, 20 Nov 2025')
})
