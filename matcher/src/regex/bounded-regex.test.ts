import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { RE2JS } from 're2js'
import { expect, test } from 'vitest'
import { compileBounded } from './bounded-regex.ts'
import { OutOfSteps } from './out-of-steps.ts'
import { widthOf } from './regex-program.ts'
import { parseRegex } from './regex-syntax.ts'

const find = (pattern: string, text: string, steps = 1e6) =>
  compileBounded(parseRegex(pattern)).search(text, { steps })(0)

/** Engines differ on a loop whose round may be empty. */
const mayBeEmpty = (pattern: string) => widthOf(parseRegex(pattern).root)[0] === 0

const atom = fc.constantFrom(
  'a',
  'b',
  '.',
  '[ab]',
  '[^a]',
  '\\d',
  '\\w',
  '\\b',
  '^',
  '$',
  'é',
  '(?i:B)',
  '\\s',
  '[[:alpha:]]',
  '\\B',
)
const patterns = fc.letrec<{ regex: string }>((tie) => ({
  regex: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    atom,
    fc.tuple(tie('regex'), tie('regex')).map(([a, b]) => a + b),
    fc.tuple(tie('regex'), tie('regex')).map(([a, b]) => `(${a}|${b})`),
    fc
      .tuple(tie('regex'), fc.constantFrom('*', '+', '?', '*?', '+?', '??', '{2}', '{1,3}', '{2,}'))
      .map(([a, q]) => (mayBeEmpty(a) ? a : `(?:${a})${q}`)),
  ),
})).regex
const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'B', '1', ' ', 'é', '\n', '𝐛'), maxLength: 12 })

test('finds the same as RE2, for any regex that both support', () => {
  fc.assert(
    fc.property(patterns, texts, (pattern, text) => {
      const matcher = RE2JS.compile(pattern).matcher(text)
      const expected = matcher.find() ? [matcher.start(), matcher.end()] : undefined
      expect(find(pattern, text)).toEqual(expected)
    }),
    { numRuns: roundsOf(3000) },
  )
})

test.each([
  ['looks ahead', '\\w+(?=!)', 'no yes!', [3, 6]],
  ['looks ahead for what must not come', 'buy(?! nothing)', 'buy nothing, buy it', [13, 16]],
  ['looks behind', '(?<=\\$)\\d+', '5 or $20', [6, 8]],
  ['looks behind by several widths', '(?<!no|not )risk', 'norisk not risk risk', [16, 20]],
  ['looks behind over a pair of surrogates', '(?<=𝐛)a', '𝐛a', [2, 3]],
  ['looks within a look', '(?=.*(?<!x)y)a', 'a xy\na y', [5, 6]],
  ['refers back', '(\\w)\\1', 'abccd', [2, 4]],
  ['refers back by name and in any case', '(?i)(?P<q>ab)-(?P=q)', 'ab-AB', [0, 5]],
  ['fails to refer to what took no part', '(?:(a)|b)\\1', 'ba', undefined],
])('%s', (_, pattern, text, expected) => {
  expect(find(pattern, text)).toEqual(expected)
})

test('looking ahead from every place costs no more than looking from the first', () => {
  const text = `${'word '.repeat(4000)}1234`
  expect(find('(?=.*?[0-9]{4})zzz|(?=.*[0-9]{4}$)qqq', text, 700_000)).toBeUndefined()
})

test('looks ahead beyond an infinite empty loop', () => {
  expect(find('(?=(?:a*)*b)a+b', 'aaab', 1000)).toEqual([0, 4])
})

test('takes at most instructions times text steps without back-references', () => {
  expect(find('(?:(?:a+)+)+(?!a)b', `${'a'.repeat(2000)}c`, 200_000)).toBeUndefined()
})

test('stops at its budget if captures must be tried one by one', () => {
  expect(() => find('(a*)*\\1b', 'a'.repeat(60), 100_000)).toThrow(OutOfSteps)
})
