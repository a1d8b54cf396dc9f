import { expect, test } from 'vitest'
import { urgencyWords } from './theme-words.ts'

test('the urgencies that are there are named, the most urgent first', () => {
  expect(urgencyWords({ low: 1200, medium: 0, high: 3 })).toBe('High 3, Low 1,200')
  expect(urgencyWords({ low: 0, medium: 0, high: 0 })).toBe('')
})
