import { expect, test } from 'vitest'
import { failedText } from './delivery-words.ts'

test.each([
  ['failed', '30003', 'failed: the phone can’t be reached (30003)'],
  ['undelivered', '39999', 'undelivered (39999)'],
  ['canceled', undefined, 'canceled'],
])('%s with the code %s reads “%s”', (state, code, text) => {
  expect(failedText(state, code)).toBe(text)
})
