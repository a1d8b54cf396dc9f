import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeAutomaton, makeHits } from './automaton.ts'

function found(strings: string[], text: string): string[] {
  const hits = makeHits()
  makeAutomaton(strings).scan(text, hits)
  return Array.from(
    { length: hits.count },
    (_, i) => `${strings[hits.pairs[2 * i]!]}@${hits.pairs[2 * i + 1]}`,
  )
}

test('finds every string that ends anywhere, the longer before the shorter', () => {
  expect(found(['he', 'she', 'his', 'hers'], 'ushers')).toEqual(['she@4', 'he@4', 'hers@6'])
})

test('takes a run of white space for one space, and capitals for small letters', () => {
  expect(found(['a b'], 'A \t\n B')).toEqual(['a b@6'])
})

test('finds what looking for each string alone finds, for any strings and text', () => {
  const unit = fc.constantFrom('a', 'b', 'c', '內', '幕')
  const strings = fc.uniqueArray(fc.string({ unit, minLength: 1, maxLength: 6 }), {
    minLength: 1,
    maxLength: 40,
  })
  fc.assert(
    fc.property(strings, fc.string({ unit, maxLength: 60 }), (wanted, text) => {
      const expected = wanted.flatMap((string) =>
        Array.from(text, (_, at) => at + 1)
          .filter((end) => text.slice(0, end).endsWith(string))
          .map((end) => `${string}@${end}`),
      )
      expect(found(wanted, text).sort()).toEqual(expected.sort())
    }),
    { numRuns: 1000 },
  )
})

test('holds tens of thousands of strings, of many alphabets', () => {
  const strings = Array.from(
    { length: 20_000 },
    (_, i) => `${String.fromCodePoint(0x4e00 + (i % 5000))}${i.toString(36)} x`,
  )
  expect(found(strings, `aa ${strings[12_345]} bb`)).toEqual([
    `${strings[12_345]}@${3 + strings[12_345]!.length}`,
  ])
})
