import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MatchRule } from '#compiled-rule.ts'
import { compileRules } from '#matcher.ts'

const id = '00000000-0000-4000-8000-000000000001'
const phrase = (pattern: string, given: Partial<MatchRule> = {}): MatchRule => ({
  id,
  type: 'phrase',
  pattern,
  ...given,
})

/** The matched characters themselves. */
const matched = (rule: MatchRule, text: string) =>
  compileRules([rule])
    .find(text)
    .evidence.map(({ start, end }) => text.slice(start, end))

const disguises: [name: string, phrase: string, before: string, disguised: string, after: string][] = [
  ['spaced letters', 'guarantee', 'I ', 'g u a r a n t e e', ' it'],
  ['dotted letters', 'guarantee', '', 'g.u.a.r.a.n.t.e.e', '.'],
  ['letters with hyphens', 'guarantee', 'a ', 'g-u-a-r-a-n-t-e-e', '!'],
  ['letters with underscores', 'guarantee', '', 'g_u_a_r_a_n_t_e_e', ''],
  ['letters with stars and spaces', 'guarantee', '', 'g * u * a * r * a * n * t * e * e', ''],
  ['letters with emoji', 'guarantee', '', 'g🔥u🔥a🔥r🔥a🔥n🔥t🔥e🔥e', ''],
  ['letters with signs that are letters elsewhere', 'guarantee', '', 'g@u@a@r@a@n@t@e@e', ''],
  ['letters one below the other', 'guarantee', '', 'g\nu\na\nr\na\nn\nt\ne\ne', ''],
  ['a word spelled out in part', 'guarantee', 'I ', 'g u a rantee', ' it'],
  ['several words, two spaces between them', 'off the record', '', 'o f f  t h e  r e c o r d', ''],
  ['several words run together', 'off the record', '', 'o-f-f-t-h-e-r-e-c-o-r-d', ''],
  ['words that share the letter at their edge', 'pass some', '', 'p a s s s o m e', ''],
  ['one word of several', 'off the record', 'so ', 'o f f the r e c o r d', ', ok'],
  ['a short word after a pronoun', 'buy', 'I ', 'b u y', ' it'],
  ['digits for letters', 'guarantee', '', 'gu4r4nt33', ''],
  ['capitals and digits', 'guarantee', 'a ', 'GU4R4NT33', ''],
  ['digits for letters of several words', 'off the record', '', '0ff th3 r3c0rd', ''],
  ['signs for letters', 'guarantee', '', 'gu@r@nt€€', ''],
  ['signs at the beginning', 'insider', 'an ', '!ns!der', ' tip'],
  ['a dollar for a letter', 'sell', '', '$ell', ' now'],
  ['ones for both letters that they are written for', 'illicit', '', '111ic1t', ''],
  ['a one that either letter beside it could take', 'lilac fund', 'a ', 'l1lllac fund', ''],
  ['bars for letters', 'illicit', '', 'i||icit', ''],
  ['digits in a phrase that has digits', '100% guaranteed', 'it is ', '100% gu4ranteed', ''],
  ['spaced letters, digits and signs', 'guarantee', '', 'g u @ r 4 n t 3 e', ''],
  ['repeated letters', 'guarantee', '', 'guaaaraantee', ''],
  ['every letter twice', 'guarantee', '', 'gguuaarraanntteeee', ''],
  ['repeated letters apart', 'guarantee', '', 'ggg uuu aaa rrr aaa nnn ttt eee eee', ''],
  ['traditional Chinese for simplified', '内幕消息', '我有', '內幕消息', '，别说'],
  ['simplified Chinese for traditional', '內幕消息', '我有', '内幕消息', ''],
  ['Chinese with spaces', '内幕消息', '我有', '内 幕 消 息', ''],
  ['Chinese with dots', '内幕消息', '', '内.幕.消.息', ''],
  ['Chinese broken at a line end', '内幕消息', '', '内幕\n消息', ''],
  ['hiragana for katakana', 'インサイダー', '', 'いんさいだー', ''],
  ['katakana for hiragana', 'ないしょ', '', 'ナイショ', ''],
  ['half-width katakana for hiragana', 'いんさいだー', '', 'ｲﾝｻｲﾀﾞｰ', ''],
  ['braille blanks between letters', 'guarantee', '', Array.from('guarantee').join('\u2800'), ''],
  ['a braille blank within a word', 'guarantee', '', 'guaran\u2800tee', ''],
  ['invisible characters for spaces', 'off the record', '', 'off\u200bthe\u200brecord', ''],
  ['Latin letters in a Cyrillic word of look-alikes', 'откат', 'за ', 'oткaт', ''],
  ['a letter of another alphabet as a word', 'buy a stock', '', 'buy а stock', ''],
]

describe('a rule that finds disguises', () => {
  test.for(disguises)(
    'finds %s, and its evidence covers exactly that',
    ([, pattern, before, disguised, after]) => {
      const text = before + disguised + after
      const at = { ruleId: id, start: before.length, end: before.length + disguised.length }
      expect(compileRules([phrase(pattern)]).find(text).evidence).toEqual([at])
    },
  )

  test.for(disguises)('does not find %s once it is switched off', ([, pattern, before, disguised, after]) => {
    expect(matched(phrase(pattern, { alsoDisguised: false }), before + disguised + after)).toEqual([])
  })
})

test.each([
  ['a number for a word', 'so', '50'],
  ['a number beside a letter for a short word', 'so', 's0'],
  ['a time of day for a name', 'Sam', 'at 5am'],
  ['an ordinal', 'ist', 'on the 1st'],
  ['a formula', 'coz', 'Co2 and SC51'],
  ['one more letter', 'to', 'too'],
  ['one more letter, the other way', 'god', 'good'],
  ['one letter fewer', 'good', 'god'],
  ['two words with doubled letters', 'aces', 'access'],
  ['a doubled letter of another language', 'comité', 'committee'],
  ['a Roman numeral', 'Article VII', 'Article VIII'],
  ['a level', 'Tier II', 'Tier III'],
  ['a rating', 'AA rating', 'AAA rating'],
  ['more zeros', '100% guaranteed', '1000% guaranteed'],
  ['part of a word that is spelled out', 'her', 't h e r e'],
  ['part of a name that is spelled out', 'ton', 'T-O-N-Y'],
  ['single letters of a sentence', 'ill', ":D I'll go"],
  ['an exclamation', 'I can', 'Great!!Can I?'],
  ['a spelled-out word without its separators', 'V I R U S', 'virus'],
  ['two words of one', 'the rapist', 'ther4pist'],
  ['one word of two', 'therapist', 'the r4pist'],
  ['a longer word with a digit', 'guarantee', 'gu4ranteed'],
  ['a word wholly of another alphabet', 'he', 'это не так'],
  ['a word wholly of another alphabet, spelled out', 'pot', 'р о т'],
  ['a Latin word for a Cyrillic phrase', 'не', 'he said'],
  ['another Chinese word', '内幕消息', '内部消息'],
  ['Chinese sentences', '内幕', '内，幕'],
  ['voiced kana', 'はか', 'ばか'],
])('%s is not found: %s in %s', (_, pattern, text) => {
  expect(matched(phrase(pattern), text)).toEqual([])
})

test.each([
  ['a quotation sign', 'off the record', 'we said\n> off the\n> record', 'off the\n> record'],
  ['several quotation signs', 'off the record', '>> off\r\n> > the\r\n>record', 'off\r\n> > the\r\n>record'],
  ['a hyphen at a line end', 'insider', 'an insi-\nder tip', 'insi-\nder'],
  ['a hyphen of the phrase at a line end', 'risk-free', 'risk-\nfree', 'risk-\nfree'],
  ['a hyphen at the end of a quoted line', 'insider', '> an insi-\n> der tip', 'insi-\n> der'],
  ['braille blanks', 'off the record', 'off\u2800the\u2800record', 'off\u2800the\u2800record'],
  ['fillers', 'off the record', 'off\u3164the\uffa0record', 'off\u3164the\uffa0record'],
  ['Cyrillic in a Cyrillic text', 'не надо', 'это не надо', 'не надо'],
  ['Latin letters in a Cyrillic word', 'договор', 'наш дoгoвoр', 'дoгoвoр'],
])('any rule ignores %s', (_, pattern, text, found) => {
  expect(matched(phrase(pattern, { alsoDisguised: false }), text)).toEqual([found])
  expect(matched(phrase(pattern), text)).toEqual([found])
})

test('a quotation mark in a regex is still found', () => {
  expect(matched({ id, type: 'regex', pattern: '(?m)^> sell' }, 'he said\n> sell')).toEqual(['> sell'])
})

test('an exception in disguise also excludes a match', () => {
  const rule = phrase('guarantee', { conditions: { exceptPhrases: ['no guarantee'] } })
  expect(matched(rule, 'n0 gu4rantee')).toEqual([])
  expect(matched(rule, 'a gu4rantee, no guarantee')).toEqual(['gu4rantee'])
})

test('disguised phrases count when several must occur near each other', () => {
  const rule = phrase('guarantee\nreturn', { conditions: { withinWords: 3 } })
  expect(matched(rule, 'a gu4rantee of any r e t u r n')).toEqual(['gu4rantee of any r e t u r n'])
})

const letters = 'abcdefghijklmnopqrstuvwxyz'
const digitFor: Record<string, string> = {
  o: '0',
  i: '1',
  l: '1',
  e: '3',
  a: '4',
  s: '5',
  t: '7',
  b: '8',
  z: '2',
}
const signFor: Record<string, string> = { a: '@', s: '$', e: '€' }
const lookAlike: Record<string, string> = { a: 'а', e: 'е', o: 'о', c: 'с', p: 'р', x: 'х' }

/** A word of more than one letter, with enough letters that do not change. */
const anyWord = fc
  .string({ unit: fc.constantFrom(...Array.from(letters)), minLength: 5, maxLength: 10 })
  .filter((word) => /[dfghjkmnqruvwy].*[dfghjkmnqruvwy].*[dfghjkmnqruvwy]/.test(word))

/** The spelling of each letter, and the separator between two letters of a word. */
const anyDisguise = fc.record({
  writing: fc.array(fc.constantFrom('itself', 'digit', 'sign', 'alike', 'capital'), {
    minLength: 40,
    maxLength: 40,
  }),
  repeats: fc.oneof(
    fc.constant(Array.from({ length: 40 }, () => 1)),
    fc.array(fc.constantFrom(1, 3, 4), { minLength: 40, maxLength: 40 }),
  ),
  between: fc.constantFrom('', '', ' ', '.', '-', '_', ' · ', '\n', '\u2800', '🔥'),
})

test('any phrase in any combination of disguises is found, with evidence of exactly its characters', () => {
  fc.assert(
    fc.property(fc.array(anyWord, { minLength: 1, maxLength: 3 }), anyDisguise, (words, how) => {
      let at = 0
      const disguisedWord = (word: string) =>
        Array.from(word)
          .map((letter) => {
            const [writing, times = 1] = [how.writing[at], how.repeats[at]]
            at++
            // Signs that follow each other may also be ornaments.
            const isSignBefore = how.writing[at - 2] === 'sign'
            const forms = {
              itself: letter,
              capital: letter.toUpperCase(),
              digit: digitFor[letter],
              sign: isSignBefore ? letter : signFor[letter],
              alike: lookAlike[letter],
            }
            return (forms[writing ?? 'itself'] ?? letter).repeat(times)
          })
          .join(how.between)
      const disguised = words.map(disguisedWord).join(how.between === '' ? ' ' : `${how.between}  `)
      const pattern = words.join(' ')
      const text = `Hello: ${disguised}, ok`
      const { evidence } = compileRules([phrase(pattern)]).find(text)
      expect(evidence.map(({ start, end }) => text.slice(start, end))).toEqual([disguised])
    }),
    { numRuns: roundsOf(1500, 25) },
  )
})
