import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lexemesOf, means, prose } from '#testing/search-texts.ts'
import { highlight, highlightBySteps } from './highlight.ts'
import { parseQuery } from './query.ts'

const marked = (search: string, text: string) =>
  highlight(text, parseQuery(search)!).map(({ start, end }) => text.slice(start, end))

test.each([
  ['record', 'The Record, the record', ['Record', 'record']],
  ['rec*', 'Records', ['Records']],
  ['"off the record"', 'OFF — the\nrecord; off', ['OFF — the\nrecord']],
  ['cafe', 'Cafe\u0301 noir', ['Cafe\u0301']],
  ['手机', '我的手机坏了，手机', ['手机', '手机']],
  ['手机坏', '手机坏了', ['手机坏']],
  ['机', '手机机', ['机机']],
  ['a OR b -c', 'a b c', ['a', 'b']],
  ['ss', 'ß', ['ß']],
  ['𠮷', 'x𠮷野', ['𠮷']],
])('%s marks in %s the original characters', (search, text, expected) => {
  expect(marked(search, text)).toEqual(expected)
})

test('highlights are in order, separate and inside the text; a matching positive query highlights something', () => {
  const plain = fc.constantFrom('off', '"the record"', 'rec*', '手机', '我', 'สวัสดี OR x', 'ünï 👍')
  fc.assert(
    fc.property(plain, prose, (search, text) => {
      const query = parseQuery(search)!
      const ranges = highlight(text, query)
      let before = -1
      for (const { start, end } of ranges) {
        expect(start).toBeGreaterThan(before)
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(text.length)
        before = end
      }
      if (means(query, lexemesOf(text))) expect(ranges.length).toBeGreaterThan(0)
    }),
    { numRuns: roundsOf(1000) },
  )
})

test('a text that is read in parts gets the same marks as one read at once', () => {
  const words = fc.constantFrom(
    'off',
    'the',
    'record ',
    'Cafe\u0301 ',
    '手机',
    '手机坏了',
    '，',
    ' ',
    'か\u3099',
    'สวัสดี',
    '👍',
  )
  const sought = fc.constantFrom(
    '"off the record"',
    'cafe',
    '手机',
    '手机坏',
    '坏手机',
    '机',
    'がが',
    'หวัด OR rec*',
  )
  const by = (text: string, search: string, units: number) => {
    const steps = highlightBySteps(text, parseQuery(search)!, { units })
    for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
  }
  fc.assert(
    fc.property(fc.array(words, { maxLength: 60 }), sought, (some, search) => {
      const text = some.map((one) => (/^[a-z]/i.test(one) ? `${one.trim()} ` : one)).join('')
      expect(by(text, search, 24)).toEqual(by(text, search, 100_000))
    }),
    { numRuns: roundsOf(1000) },
  )
})

test('marks no more places than a page can draw', () => {
  expect(highlight('a '.repeat(60_000), parseQuery('a')!)).toHaveLength(50_000)
})

test('marks thousands of places without a noticeable delay', () => {
  const text = 'the record and the tape '.repeat(10_000)
  const began = performance.now()
  expect(highlight(text, parseQuery('record OR "the tape"')!)).toHaveLength(20_000)
  expect(performance.now() - began).toBeLessThan(2000)
})
