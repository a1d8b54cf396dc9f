import fc from 'fast-check'
import { fold } from '@verbatim/matcher/folding/fold.ts'
import type { SearchQuery } from '#kernel/search/query.ts'
import { eachToken } from '#kernel/search/tokens.ts'

/** The words that a text is found by. */
export const lexemesOf = (text: string) => {
  const folded = fold(text).text
  const lexemes: string[] = []
  eachToken(folded, (start, end) => lexemes.push(folded.slice(start, end)))
  return lexemes
}

/** The oracle: the meaning of a query in simple code. */
export function means(query: SearchQuery, lexemes: readonly string[]): boolean {
  switch (query.kind) {
    case 'not':
      return !means(query.part, lexemes)
    case 'and':
      return query.parts.every((part) => means(part, lexemes))
    case 'or':
      return query.parts.some((part) => means(part, lexemes))
    case 'phrase':
      return lexemes.some((_, i) =>
        query.words.every(({ lexeme, at, prefix }) => {
          const given = lexemes[i + at]
          return given !== undefined && (prefix ? given.startsWith(lexeme) : given === lexeme)
        }),
      )
  }
}

const scripts = fc.oneof(
  fc.constantFrom(
    'off',
    'the',
    'record',
    'Ann',
    "don't",
    'e-mail',
    'AND',
    'OR',
    'NOT',
    'Ünï',
    '100%',
    'x'.repeat(300),
  ),
  fc.constantFrom(
    '手机',
    '我',
    '坏了吗',
    'カラオケ',
    '안녕하세요',
    'สวัสดี',
    '𠮷野',
    '👍🏽',
    '🇫🇷',
    'कुमार',
    'שלום',
    'مرحبا',
    'ﬁ',
    'İ',
  ),
  fc.constantFrom(
    '(',
    ')',
    '"',
    '-',
    '*',
    '|',
    '&',
    "'",
    '\\',
    ':',
    '<->',
    '!',
    ',',
    '，',
    '“',
    '\u200d',
    '\ud800',
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
)

/** Texts in many scripts, with signs of the search language, and with what breaks strings. */
export const prose = fc
  .array(fc.tuple(scripts, fc.constantFrom(' ', ' ', '', '\n', '　')), { maxLength: 12 })
  .map((parts) => parts.map(([part, gap]) => part + gap).join(''))
