import { expect, test } from 'vitest'
import { wordsKey } from './words-key.ts'

test('words that differ only in case, accents, width or spaces have the same key', () => {
  const key = wordsKey('off the record')
  for (const text of ['Off the Record', 'off  the\nrecord', 'ｏｆｆ the record', 'öff the record'])
    expect(wordsKey(text)).toBe(key)
})

test('different words have different keys', () => {
  expect(wordsKey('off the records')).not.toBe(wordsKey('off the record'))
  expect(wordsKey('offtherecord')).not.toBe(wordsKey('off the record'))
})
