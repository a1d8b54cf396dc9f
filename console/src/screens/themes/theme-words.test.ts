import { expect, test } from 'vitest'
import { trendText, urgencyWords } from './theme-words.ts'

test('the urgencies that are there are named, the most urgent first', () => {
  expect(urgencyWords({ low: 1200, medium: 0, high: 3 })).toBe('High 3, Low 1,200')
  expect(urgencyWords({ low: 0, medium: 0, high: 0 })).toBe('')
})

test('a trend is told only where there is something to compare with', () => {
  expect(trendText({ trend: 'risen', previousShare: 2 })).toBe('clearly rising')
  expect(trendText({ trend: 'steady', previousShare: 0 })).toBe('steady')
  expect(trendText({ trend: 'steady', previousShare: null })).toBe('of all messages')
})
