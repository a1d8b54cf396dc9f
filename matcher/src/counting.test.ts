import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MatchConditions, MatchRule } from './compiled-rule.ts'
import { compileRules } from './matcher.ts'

const rule = (type: 'phrase' | 'regex', pattern: string, conditions: MatchConditions = {}): MatchRule => ({
  id: pattern,
  type,
  pattern,
  conditions,
})

const find = (rules: readonly MatchRule[], text: string) => {
  const { evidence, notEvaluated } = compileRules(rules).find(text)
  return { found: evidence.map(({ start, end }) => text.slice(start, end)), notEvaluated }
}

describe('a match that does not count hides no other:', () => {
  const excepted = { exceptPhrases: ['not guaranteed'] }
  const disclaimer = 'This mail may contain confidential information.'
  test.each([
    [
      'an excepted phrase one that overlaps it',
      rule('phrase', 'guaranteed return\nreturn of capital', excepted),
      'not guaranteed return of capital',
      ['return of capital'],
    ],
    [
      'a longer phrase the one within it',
      rule('phrase', 'return of capital\nreturn', { exceptPhrases: ['capital gain'] }),
      'the return of capital gain',
      ['return'],
    ],
    [
      'a phrase its own next place',
      rule('phrase', 'no no', { exceptPhrases: ['oh no'] }),
      'oh no no no',
      ['no no'],
    ],
    [
      'a hundred excepted matches of a regex the next one',
      rule('regex', 'guaranteed|sure', excepted),
      `${'not guaranteed. '.repeat(150)}It is sure.`,
      ['sure'],
    ],
    [
      'a hundred excepted matches of a regex with look-around the next one',
      rule('regex', '(?<!x)guaranteed|(?<!x)sure', excepted),
      `${'not guaranteed. '.repeat(150)}It is sure.`,
      ['sure'],
    ],
    [
      'a hundred excepted matches of a regex that RE2 decides the next one',
      rule('regex', '(?:a*)*\\d', { exceptPhrases: ['1'] }),
      `${'1 '.repeat(150)}aa2`,
      ['aa2'],
    ],
    [
      'a hundred quoted matches the next one',
      rule('regex', '\\bbuy\\b', { ignoreQuoted: true }),
      `${'> buy, buy, buy\n'.repeat(50)}I buy.`,
      ['buy'],
    ],
    [
      'a hundred matches in disclaimers the next one',
      rule('regex', 'confidential', { ignoreDisclaimers: true }),
      `${`${disclaimer}\n\n`.repeat(150)}\n\nIt is confidential.`,
      ['confidential'],
    ],
    [
      'phrases near each other, of which one is excepted, the next ones',
      rule('phrase', 'guaranteed\nreturn', { withinWords: 3, ...excepted }),
      'not guaranteed return guaranteed',
      ['return guaranteed'],
    ],
    [
      'phrases near each other in a quoted line those that begin above it',
      rule('phrase', 'guarantee\nreturn', { withinWords: 5, ignoreQuoted: true }),
      'I guarantee it.\n> You guarantee a return?',
      ['guarantee it.\n> You guarantee a return'],
    ],
  ])('%s', (_, one, text, expected) => {
    expect(find([one], text)).toEqual({ found: expected, notEvaluated: [] })
  })

  test('those of a rule a hundred matches of another rule with the same regex', () => {
    const text = `${'a1 '.repeat(120)}${'b2 '.repeat(120)}`
    const numbers = { ...rule('regex', '\\w\\d'), id: 'all' }
    const others = { ...rule('regex', '\\w\\d', { exceptPhrases: ['a1'] }), id: 'others' }
    const { evidence } = compileRules([numbers, others]).find(text)
    const placesOf = (id: string) =>
      evidence.filter(({ ruleId }) => ruleId === id).map(({ start }) => text.slice(start, start + 2))
    expect(new Set(placesOf('all'))).toEqual(new Set(['a1']))
    expect(new Set(placesOf('others'))).toEqual(new Set(['b2']))
    expect([placesOf('all').length, placesOf('others').length]).toEqual([100, 100])
  })
})

const wordsOf = (words: readonly string[], most: number) =>
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: most }).map((list) => list.join(' '))
const texts = wordsOf(['a', 'b', 'b', 'no', '\n', '\n>'], 14)
const phrases = fc.array(wordsOf(['a', 'b', 'no'], 3), { minLength: 1, maxLength: 4 })
const conditions = fc.record({
  exceptPhrases: fc.array(wordsOf(['a', 'b', 'no'], 2), { maxLength: 2 }),
  ignoreQuoted: fc.boolean(),
})

test(
  'for any text, a list of phrases has a place wherever one of its phrases alone has one',
  { tags: ['whole'] },
  () => {
    fc.assert(
      fc.property(phrases, conditions, texts, (list, given, text) => {
        const spansOf = (pattern: string) =>
          compileRules([rule('phrase', pattern, given)]).find(text).evidence
        const together = spansOf(list.join('\n'))
        const alone = list.flatMap(spansOf)
        for (const { start, end } of alone)
          expect(together.some((place) => place.start < end && start < place.end)).toBe(true)
        for (const place of together)
          expect(alone.some(({ start, end }) => start < place.end && place.start < end)).toBe(true)
      }),
      { numRuns: roundsOf(500) },
    )
  },
)

test(
  'for any text, phrases near each other are found if places of them count, of which one is not in a quotation',
  { tags: ['whole'] },
  () => {
    fc.assert(
      fc.property(conditions, fc.nat(6), texts, (given, withinWords, text) => {
        const found = compileRules([rule('phrase', 'a\nb', { ...given, withinWords })]).find(text).evidence
        const near = pairsOf(text).filter(
          ({ start, end }) =>
            (text.slice(start, end).match(/\w+/g)?.length ?? 0) - 2 <= withinWords && counts(start, end),
        )
        if (
          near.some(({ start, end }) =>
            [start, end - 1].some((at) => !given.ignoreQuoted || !isQuoted(text, at)),
          )
        )
          expect(found).not.toEqual([])
        for (const { start, end } of found)
          expect(near.some((pair) => pair.start === start && pair.end === end)).toBe(true)

        /** Asked of a regex that matches exactly there. */
        function counts(start: number, end: number): boolean {
          const exactly = `(?s)${start > 0 ? `(?<=^.{${start}})` : '^'}.{${end - start}}`
          return compileRules([rule('regex', exactly, given)]).find(text).evidence.length > 0
        }
      }),
      { numRuns: roundsOf(500) },
    )
  },
)

const isQuoted = (text: string, at: number) => /(?:^|\n)\s*>[^\n]*$/.test(text.slice(0, at))

/** From an `a` to a `b`, or from a `b` to an `a`. */
function pairsOf(text: string): { start: number; end: number }[] {
  const placesOf = (word: RegExp) => [...text.matchAll(word)].map(({ index }) => index)
  return placesOf(/\ba\b/g).flatMap((a) =>
    placesOf(/\bb\b/g).map((b) => ({ start: Math.min(a, b), end: Math.max(a, b) + 1 })),
  )
}

test(
  'for any text, a regex with an exception has the first hundred matches that do not touch it',
  { tags: ['whole'] },
  () => {
    const pieces = fc.array(fc.constantFrom('1 ', '22 ', 'x', '3'), { maxLength: 20 })
    fc.assert(
      fc.property(pieces, fc.constantFrom('\\d', '\\d+', '(?<!x)\\d', '(?:x*)*\\d'), (some, pattern) => {
        const text = `${some.join('')} `.repeat(20)
        const all = compileRules([rule('regex', pattern)])
        const touched = [...text.matchAll(/\b22\b/g)].map(({ index }) => index)
        const expected: number[] = []
        // One line at a time, because a rule has at most a hundred places.
        for (let from = 0; from < text.length; from += text.length / 20) {
          for (const { start, end } of all.find(text.slice(from, from + text.length / 20)).evidence)
            if (!touched.some((at) => at < from + end && from + start < at + 2)) expected.push(from + start)
        }
        const { evidence } = compileRules([rule('regex', pattern, { exceptPhrases: ['22'] })]).find(text)
        expect(evidence.map(({ start }) => start)).toEqual(expected.slice(0, 100))
      }),
      { numRuns: roundsOf(500) },
    )
  },
)

test(
  'a million characters of matches that do not count are read in a moment, or the rule is not evaluated',
  { tags: ['whole'] },
  () => {
    const text = 'not guaranteed '.repeat(66_000)
    const given = { exceptPhrases: ['not guaranteed'] }
    const began = performance.now()
    expect(find([rule('phrase', 'guaranteed', given)], text)).toEqual({ found: [], notEvaluated: [] })
    expect(find([rule('regex', 'guaranteed', given)], text)).toEqual({ found: [], notEvaluated: [] })
    const hard = '(?:x*)*guaranteed'
    expect(find([rule('regex', hard, given)], text)).toEqual({ found: [], notEvaluated: [hard] })
    expect(performance.now() - began).toBeLessThan(10_000)
  },
)
