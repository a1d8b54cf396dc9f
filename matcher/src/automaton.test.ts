import { roundsOf } from '@verbatim/reference/share.ts'
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

test('finds every string wherever it ends, longer ones before shorter ones', () => {
  expect(found(['he', 'she', 'his', 'hers'], 'ushers')).toEqual(['she@4', 'he@4', 'hers@6'])
})

test('treats a run of white space as one space, and capitals as small letters', () => {
  expect(found(['a b'], 'A \t\n B')).toEqual(['a b@6'])
})

test('finds the same as separate searches for each string, for any strings and text', () => {
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
    { numRuns: roundsOf(1000) },
  )
})

test('handles tens of thousands of strings in many alphabets', { tags: ['whole'] }, () => {
  const strings = Array.from(
    { length: 20_000 },
    (_, i) => `${String.fromCodePoint(0x4e00 + (i % 5000))}${i.toString(36)} x`,
  )
  expect(found(strings, `aa ${strings[12_345]} bb`)).toEqual([
    `${strings[12_345]}@${3 + strings[12_345]!.length}`,
  ])
})
