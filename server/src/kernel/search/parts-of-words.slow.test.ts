import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { looksOf } from '@verbatim/matcher/folding/alphabets.ts'
import { fold } from '@verbatim/matcher/folding/fold.ts'
import { type PartOfWords, partsOfWords } from './parts-of-words.ts'
import { eachToken, kinds } from './tokens.ts'

test.each<[string, object[]]>([
  ['portfolio', [{ looks: '%portfolio%' }]],
  ['Folio Ma', [{ looks: '%folio' }, { looks: 'ma%' }]],
  ['o the r', [{ looks: '%o' }, { word: 'the' }, { looks: 'r%' }]],
  ['50%', [{ looks: '%50' }]],
  ['(100', [{ looks: '100%' }]],
  ['ра', [{ looks: '%pa%' }]],
  ['内幕消', [{ word: '内幕' }, { word: '幕消' }]],
  ['内', [{ beginning: '内' }]],
  ['x内 ', [{ looks: '%x' }, { word: '内' }]],
  ['です', [{ beginning: 'で' }]],
  ['👍', [{ looks: '%👍%' }]],
  ['—!', []],
  ['\u0301', []],
  ['\u3099x', [{ looks: '%x%' }]],
  ['\u0301\u1161x', [{ looks: '%x%' }]],
  ['x \u1100\u0301', [{ looks: '%x' }]],
  ['x は\u093c', [{ looks: '%x' }]],
])('of %j is asked first: %j', (sought, parts) => {
  expect(patterns(sought)).toEqual(parts)
})

const patterns = (...given: Parameters<typeof partsOfWords>) =>
  partsOfWords(...given).map((part) => ('looks' in part ? { looks: part.looks } : part))

test('a pattern includes the known ends of the word', () => {
  expect(partsOfWords('o 5')).toEqual([
    { looks: '%o', edged: 'o\u0002' },
    { looks: '5%', edged: '\u00015' },
  ])
})

test('words at the start or end of a text are not part of a longer word', () => {
  expect(patterns('Off the rec', { begins: true })).toEqual([
    { word: 'off' },
    { word: 'the' },
    { looks: 'rec%' },
  ])
  expect(patterns('he record', { ends: true })).toEqual([{ looks: '%he' }, { word: 'record' }])
  expect(partsOfWords('消息', { ends: true })).toEqual([{ word: '消息' }, { word: '息' }])
})

const characters = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...Array.from('aeiopxyrstnkABESS019 ß.,-')) },
  { weight: 4, arbitrary: fc.constantFrom(...Array.from('аеорсхнкдгуяОРЕНαονηυΣςօոս')) },
  { weight: 3, arbitrary: fc.constantFrom(...Array.from('内幕消息手机かはガっー가각안녕')) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '\u0301',
      '\u3099',
      '\u309a',
      '\u11a8',
      '\u1161',
      '\u1100',
      '\u093c',
      '\u0915',
      '\u09be',
      '\u200d',
      '\ufe0f',
      '\u00ad',
      '\u1100',
      'é',
      'İ',
      'K',
      'ſ',
      'ﬁ',
      '™',
      '👍',
      '🏽',
      '🇫',
      '𠮷',
      'Ａ',
      '١',
      'สวัส',
      'שׁ',
      '\u2400',
      '…',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('z'.repeat(250), 'о'.repeat(254), '𝕏𐐀'.repeat(130)) },
)
const texts = fc.array(characters, { minLength: 1, maxLength: 24 }).map((parts) => parts.join(''))

/** Lower case as in the database, character by character. */
const lower = (text: string) =>
  Array.from(text, (character) => {
    const low = character.toLowerCase()
    return low.length === character.length ? low : character
  }).join('')

function holds(text: string, part: PartOfWords): boolean {
  const lexemes: string[] = []
  const folded = fold(text).text
  eachToken(folded, (start, end) => void lexemes.push(folded.slice(start, end)))
  if ('word' in part) return lexemes.includes(part.word)
  if ('beginning' in part) return lexemes.some((lexeme) => lexeme.startsWith(part.beginning))
  const pattern = part.looks.replace(/\\(.)/g, '$1')
  const bare = pattern.slice(pattern.startsWith('%') ? 1 : 0, pattern.endsWith('%') ? -1 : undefined)
  return lexemes.some((lexeme) => {
    if (Buffer.byteLength(lexeme) >= 254) return true
    const looks = looksOf(lexeme)
    if (!pattern.startsWith('%') && !looks.startsWith(bare)) return false
    return pattern.endsWith('%') ? looks.includes(bare) : looks.endsWith(bare)
  })
}

test('words have the required properties for any characters', () => {
  let asked = 0
  fc.assert(
    fc.property(texts, fc.nat(), fc.nat(), fc.boolean(), (text, from, length, isUpper) => {
      const points = Array.from(text)
      const start = from % points.length
      const sought = points.slice(start, start + 1 + (length % (points.length - start))).join('')
      const typed = isUpper ? sought.toUpperCase() : sought
      if (!lower(text).includes(lower(typed))) return
      for (const edges of [
        {},
        ...(lower(text).startsWith(lower(typed)) ? [{ begins: true }] : []),
        ...(lower(text).endsWith(lower(typed)) ? [{ ends: true }] : []),
      ])
        for (const part of partsOfWords(typed, edges)) {
          asked++
          if (!holds(text, part)) throw new Error(`${JSON.stringify([text, typed, part, edges])}`)
        }
    }),
    { numRuns: roundsOf(6_000) },
  )
  expect(asked).toBeGreaterThan(roundsOf(6_000))
})

test('characters of Han and Hangul never start a word of a script with spaces, so the list of words excludes them', () => {
  for (const [from, to] of [
    [0x3400, 0xa000],
    [0xac00, 0xd7a4],
  ] as const)
    for (let point = from; point < to; point++)
      eachToken(String.fromCodePoint(point), (_start, _end, kind) => expect(kind).not.toBe(kinds.word))
})
