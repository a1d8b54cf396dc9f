import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MatchConditions, MatchRule } from './compiled-rule.ts'
import { compileRules } from './matcher.ts'

const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const id = idOf(1)
const phrase = (pattern: string, conditions: MatchConditions = {}): MatchRule => ({
  id,
  type: 'phrase',
  pattern,
  conditions,
})
const regex = (pattern: string, conditions: MatchConditions = {}): MatchRule => ({
  id,
  type: 'regex',
  pattern,
  conditions,
})

/** The matched characters, as a reviewer would see them highlighted. */
const matched = (rules: MatchRule[], text: string) =>
  compileRules(rules)
    .find(text)
    .evidence.map(({ start, end }) => text.slice(start, end))

test.each([
  ['a phrase in any case', [phrase('off the record')], 'Off the Record, sell', ['Off the Record']],
  ['whole words only', [phrase('buy')], 'buyer, buy! rebuy Buy', ['buy', 'Buy']],
  ['a phrase of regex signs', [phrase('100%')], 'sure, 100% sure, not 1100%', ['100%']],
  ['a phrase that is all signs', [phrase('$$$')], 'it makes $$$ fast', ['$$$']],
  [
    'a word between underscores, as chats write italics',
    [phrase('insider')],
    'an _insider_ tip',
    ['insider'],
  ],
  [
    'a phrase whose words are apart by any white space',
    [phrase('off  the record')],
    'off \n the\u00a0 record',
    ['off \n the\u00a0 record'],
  ],
  ['any phrase of a list', [phrase('buy\nsell')], 'sell or buy', ['sell', 'buy']],
  ['every match, in text order', [regex('\\d+'), phrase('to')], '7 to 9', ['7', 'to', '9']],
  ['nothing in an empty text', [phrase('buy'), regex('.*')], '', []],
  ['nothing for an empty match', [regex('x*')], 'abc', []],
  ['Chinese without spaces', [phrase('内幕消息')], '我有内幕消息，别说', ['内幕消息']],
  ['Thai without spaces', [phrase('ข้อมูลภายใน')], 'เขามีข้อมูลภายในบริษัท', ['ข้อมูลภายใน']],
  ['Korean before its particle', [phrase('내부정보')], '내부정보를 알려줘', ['내부정보']],
  ['a Latin word among Chinese', [phrase('buy')], '马上buy吧', ['buy']],
  ['accented spelling by a plain phrase', [phrase('deja vu')], 'Déjà vu!', ['Déjà vu']],
  ['plain spelling by an accented phrase', [phrase('déjà vu')], 'deja vu', ['deja vu']],
  ['full-width letters', [phrase('insider')], 'ｉｎｓｉｄｅｒ', ['ｉｎｓｉｄｅｒ']],
  [
    'a word split by a zero-width space',
    [phrase('insider')],
    'an in\u200bsi\u00adder tip',
    ['in\u200bsi\u00adder'],
  ],
  ['look-alike letters', [phrase('insider')], 'an іnsіdеr tip', ['іnsіdеr']],
  ['a typographic apostrophe', [phrase("don't tell")], 'don’t tell', ['don’t tell']],
  ['letters beyond the basic plane', [phrase('buy')], '🚀 𝐛𝐮𝐲 🚀', ['𝐛𝐮𝐲']],
  ['an emoji', [phrase('🚀')], 'to the moon 🚀🚀', ['🚀', '🚀']],
  ['a regex as written, not folded', [regex('Buy')], 'buy Buy ＢＵＹ', ['Buy']],
  ['a regex in any case', [regex('(?i)straße|kelvin')], 'STRAßE \u212aelvin', ['STRAßE', '\u212aelvin']],
  ['ASCII word edges in a regex', [regex('\\bcaf\\b')], 'caf é café', ['caf', 'caf']],
  ['a regex without a literal', [regex('\\b\\d{9}\\b')], '12345678 123456789 1234567890', ['123456789']],
  ['what is not followed by something', [regex('\\b[A-Z]{2}(?!0000)\\d{4}\\b')], 'AB0000 AB1234', ['AB1234']],
  ['what is not preceded by something', [regex('(?<!not )guilty')], 'not guilty, guilty', ['guilty']],
  ['a group repeated', [regex('\\b(\\w+) \\1\\b')], 'very very good', ['very very']],
])('finds %s', (_, rules, text, expected) => {
  expect(matched(rules, text)).toEqual(expected)
})

test.each([
  ['a phrase of invisible characters finds nothing', [phrase('\u200b')], 'any\u200bthing', []],
  ['a regex is not blind to zero-width characters', [regex('insider')], 'in\u200bsider', []],
  ['a phrase does not run from one word into another', [phrase('cat')], 'concatenate scatter', []],
  ['an accented letter continues a word', [phrase('caf')], 'café', []],
])('%s', (_, rules, text, expected) => {
  expect(matched(rules, text)).toEqual(expected)
})

describe('conditions', () => {
  const near = phrase('guarantee\nreturn\nrisk', { withinWords: 4 })
  test.each([
    [
      'an exception swallows the match it touches',
      phrase('guarantee', { exceptPhrases: ['no guarantee'] }),
      'no guarantee, or a guarantee',
      ['guarantee'],
    ],
    [
      'an exception works on regexes too',
      regex('\\d+%', { exceptPhrases: ['10% discount'] }),
      '10% discount, 12% return',
      ['12%'],
    ],
    [
      'phrases near each other, in any order, are one match',
      near,
      'the risk of the guarantee and the return, more risk',
      ['risk of the guarantee and the return'],
    ],
    ['phrases too far apart are none', near, 'a guarantee is a thing that we like, return and risk', []],
    ['all of the phrases must be there', near, 'guarantee return guarantee return', []],
    ['a short message is passed over', phrase('buy', { minWords: 3 }), 'buy now', []],
    ['a long enough one is not', phrase('buy', { minWords: 3 }), 'buy it now', ['buy']],
    [
      'a quoted mail is ignored, and the answer to it is not',
      phrase('buy', { ignoreQuoted: true }),
      'I buy.\n> buy now',
      ['buy'],
    ],
    ['a quoted mail is read by other rules', phrase('buy'), 'I see.\n> buy now', ['buy']],
    [
      'a disclaimer is ignored',
      regex('confidential', { ignoreDisclaimers: true }),
      'It is confidential.\n\nThis mail may contain confidential information.',
      ['confidential'],
    ],
    ['characters of Chinese count as words', phrase('内幕', { minWords: 4 }), '内幕消息', ['内幕']],
  ])('%s', (_, rule, text, expected) => {
    expect(matched([rule], text)).toEqual(expected)
  })
})

test.each([
  '(',
  'a**',
  '[z-a]',
  'a{2000}',
  '(?<name',
  '\\',
  '(?=',
  '(a)\\2',
  '(?R)',
  '(?x) a + + b',
  '(?<=a+)b',
  '\\p{Nothing}',
  '[[:nope:]]',
  'x'.repeat(10_001),
])('refuses %s', (pattern) => {
  expect(() => compileRules([regex(pattern)])).toThrow(
    expect.objectContaining({ name: 'BadPattern', flag: undefined }),
  )
})

test.each([
  ['a comment and line ends', '(?x) \\b [A-Z]{2}   # the country\n \\d {2} \\b', 'to GB29 x', ['GB29']],
  ['white space before a repetition', '(?x) a b +  c', 'xabbbc', ['abbbc']],
  ['a space that is meant', '(?x) off \\  the [ ] record', 'off the record', ['off the record']],
  ['a quoted sign', '(?x) 5 \\# \\Q a\\E', 'x5# a', ['5# a']],
  ['flags beside it', '(?ix) INSIDER', 'an insider', ['insider']],
  ['its end with its group', '(?x: in sider) tip', 'insider tip', ['insider tip']],
  ['its being taken back', '(?x) in (?-x: side) r', 'an in sider', ['in sider']],
  ['a reference before a digit', '(?x) (a)(b) \\2 0', 'abb0', ['abb0']],
  ['a bracket in a comment', '(?x) a # ) here\n b', 'ab', ['ab']],
  ['alternatives', '(?x) buy | sell ', 'sell or buy', ['sell', 'buy']],
])('reads free spacing with %s', (_, pattern, text, expected) => {
  expect(matched([regex(pattern)], text)).toEqual(expected)
})

test.each([
  ['(?n)a', 'n'],
  ['a(?iJ)b', 'J'],
  ['(?^i)a', '^'],
  ['(?i-a:b)', 'a'],
])('refuses %s by the name of its flag', (pattern, flag) => {
  expect(() => compileRules([regex(pattern)])).toThrow(expect.objectContaining({ name: 'BadPattern', flag }))
})

test.each(['^(a+)+$', '^(a|aa)+$', '(.*a){12}$', '(x+x+)+y', '(?i)(a*)*b', '^(?:a?){40}a{40}$'])(
  'runs %s on hostile text in linear time',
  (pattern) => {
    const matcher = compileRules([regex(pattern)])
    const began = performance.now()
    matcher.find(`${'a'.repeat(20_000)}${'x'.repeat(20_000)}!`)
    expect(performance.now() - began).toBeLessThan(3000)
  },
)

test('a rule that is too expensive is reported as not evaluated, and other rules continue', () => {
  const hard = { ...regex('(a*)*(?=b)\\1c'), id: idOf(2) }
  const { evidence, notEvaluated } = compileRules([hard, phrase('buy')]).find(`buy ${'a'.repeat(5000)}bc`)
  expect(notEvaluated).toEqual([idOf(2)])
  expect(evidence).toEqual([{ ruleId: id, start: 0, end: 3 }])
})

test('a rule that does not apply is not evaluated and has no matches', () => {
  const rules = [phrase('buy'), { ...phrase('buy'), id: idOf(2) }, { ...regex('b(?=u)uy'), id: idOf(3) }]
  const { evidence } = compileRules(rules).find('buy', (rule) => rule === 1)
  expect(evidence).toEqual([{ ruleId: idOf(2), start: 0, end: 3 }])
})

test('returns at most a hundred places of one rule', () => {
  expect(compileRules([regex('\\w')]).find('a '.repeat(500)).evidence).toHaveLength(100)
})

const letters = fc.constantFrom(...'abAB é內幕\u200b0%'.split(''))
const texts = fc.string({ unit: letters, maxLength: 40 })

test(
  'for any text, evidence is within it, and folding the evidence gives the phrase',
  { tags: ['whole'] },
  () => {
    const wanted = fc.string({ unit: fc.constantFrom(...'ab é內0%'.split('')), minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(fc.array(wanted, { minLength: 1, maxLength: 6 }), texts, (phrases, text) => {
        const rules = phrases.map((pattern, index): MatchRule => ({
          id: idOf(index),
          type: 'phrase',
          pattern,
        }))
        const together = compileRules(rules).find(text).evidence
        for (const { start, end } of together) {
          expect(start).toBeGreaterThanOrEqual(0)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(text.length)
        }
        const alone = rules.flatMap((rule) => compileRules([rule]).find(text).evidence)
        expect(new Set(together.map((one) => JSON.stringify(one)))).toEqual(
          new Set(alone.map((one) => JSON.stringify(one))),
        )
      }),
      { numRuns: roundsOf(500) },
    )
  },
)
