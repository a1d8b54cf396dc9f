/**
 * The language of the search box: words, `pre*`, "exact phrases", AND, OR, NOT or a leading minus, parentheses.
 * Adjacent words must all occur. Nothing is an error: an operator without operands is ignored, and an open quote
 * or parenthesis closes at the end.
 */
import { fold } from '@verbatim/matcher/folding/fold.ts'
import { eachToken, kinds } from './tokens.ts'

/** A token to find, `at` positions after the first one of its phrase. */
export interface SoughtWord {
  readonly lexeme: string
  readonly at: number
  /** Any token with this prefix. */
  readonly prefix: boolean
  /** The prefix is a character of a dense script; only that character is meant, not the pair that starts with it. */
  readonly single: boolean
}

export type SearchQuery =
  | { readonly kind: 'phrase'; readonly words: readonly [SoughtWord, ...SoughtWord[]] }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly SearchQuery[] }
  | { readonly kind: 'not'; readonly part: SearchQuery }

/** Reads a search text. Undefined if it has no word: such a search finds nothing. */
export function parseQuery(text: string): SearchQuery | undefined {
  const reader = new Reader(pieces(text.slice(0, longestQuery)))
  return reader.either(0) ?? phrase(text)
}

/** The same as a PostgreSQL tsquery. Every lexeme is quoted, so it always parses. */
export function toTsquery(query: SearchQuery): string {
  switch (query.kind) {
    case 'phrase': {
      let last = query.words[0].at
      return query.words.reduce((before, { lexeme, at, prefix }) => {
        const sought = `'${lexeme.replace(/['\\]/g, '$&$&')}'${prefix ? ':*' : ''}`
        const joined = before === '' ? sought : `${before} <${at - last}> ${sought}`
        last = at
        return joined
      }, '')
    }
    case 'not':
      return `!(${toTsquery(query.part)})`
    case 'and':
    case 'or':
      return query.parts.map((part) => `(${toTsquery(part)})`).join(query.kind === 'and' ? ' & ' : ' | ')
  }
}

/**
 * A wider query for texts whose positions the database could not hold: phrases as words, and without exclusions. It finds at
 * least what the query would. Undefined if that is everything.
 */
export function loosened(query: SearchQuery): SearchQuery | undefined {
  if (query.kind === 'not') return
  if (query.kind === 'phrase') {
    const alone = query.words.map((word): SearchQuery => ({ kind: 'phrase', words: [word] }))
    return alone.length === 1 ? alone[0] : { kind: 'and', parts: alone }
  }
  const parts = query.parts.map(loosened)
  const kept = parts.filter((part) => part !== undefined)
  if (kept.length === 0 || (query.kind === 'or' && kept.length < parts.length)) return
  return { kind: query.kind, parts: kept }
}

const longestQuery = 4000
/** Deeper parentheses are ignored, to protect the database's stack. */
const deepest = 20

type Piece = { readonly sign: 'and' | 'or' | 'not' | '(' | ')' } | { readonly phrase: SearchQuery }

const piecePattern = /["“”„«»＂]([^"“”„«»＂]*)(?:["“”„«»＂]|$)|[()（）]|[^\s()（）"“”„«»＂]+/gu

const signs: Readonly<Record<string, 'and' | 'or' | 'not' | '(' | ')'>> = {
  AND: 'and',
  '&': 'and',
  '&&': 'and',
  OR: 'or',
  '|': 'or',
  '||': 'or',
  NOT: 'not',
  '-': 'not',
  '(': '(',
  '（': '(',
  ')': ')',
  '）': ')',
}

function pieces(text: string): Piece[] {
  const found: Piece[] = []
  for (const match of text.matchAll(piecePattern)) {
    const [piece, quoted] = match
    const sign = quoted === undefined && Object.hasOwn(signs, piece) ? signs[piece] : undefined
    if (sign && !isLoneDash(text, match.index, piece)) {
      found.push({ sign })
      continue
    }
    const excluded = quoted === undefined && /^-+[^-]/.test(piece)
    const sought = phrase(quoted ?? piece)
    if (!sought) continue
    if (excluded) found.push({ sign: 'not' })
    found.push({ phrase: sought })
  }
  return found
}

/** A dash between spaces is only a dash; before a quote or a parenthesis it excludes what follows. */
function isLoneDash(text: string, at: number, piece: string): boolean {
  return piece === '-' && !/["“”„«»＂(（]/.test(text.charAt(at + 1))
}

/** The tokens of a text, which must occur in sequence. */
function phrase(text: string): SearchQuery | undefined {
  const folded = fold(text).text
  const words: SoughtWord[] = []
  let at = 0
  eachToken(folded, (start, end, kind) => {
    const single = kind === kinds.single
    const starred =
      kind === kinds.word && folded[end] === '*' && /^\*(?:\s|$)/.test(folded.slice(end, end + 2))
    if (kind !== kinds.tail)
      words.push({ lexeme: folded.slice(start, end), at, prefix: single || starred, single })
    at++
  })
  const [first, ...rest] = words
  return first && { kind: 'phrase', words: [first, ...rest] }
}

/** Recursive descent: `either` = `all` OR …; `all` = `one` [AND] …; `one` = NOT `one`, ( `either` ), a phrase. */
class Reader {
  readonly #pieces: readonly Piece[]
  #at = 0

  constructor(given: readonly Piece[]) {
    this.#pieces = given
  }

  either(depth: number): SearchQuery | undefined {
    const parts: SearchQuery[] = []
    while (this.#at < this.#pieces.length) {
      const part = this.#all(depth)
      if (part) parts.push(part)
      if (this.#is(')') && depth > 0) break
      this.#at++ // an OR, or a parenthesis that closes nothing
    }
    return join('or', parts)
  }

  #all(depth: number): SearchQuery | undefined {
    const parts: SearchQuery[] = []
    while (this.#at < this.#pieces.length && !this.#is('or') && !this.#is(')')) {
      if (this.#is('and')) {
        this.#at++
        continue
      }
      const part = this.#one(depth)
      if (part) parts.push(part)
    }
    return join('and', parts)
  }

  #one(depth: number): SearchQuery | undefined {
    let excluded = false
    while (this.#is('not') || this.#is('and')) {
      if (this.#is('not')) excluded = !excluded
      this.#at++
    }
    const part = this.#operand(depth)
    return part && excluded ? { kind: 'not', part } : part
  }

  #operand(depth: number): SearchQuery | undefined {
    const piece = this.#pieces[this.#at]
    if (!piece || ('sign' in piece && piece.sign !== '(')) return
    this.#at++
    if ('phrase' in piece) return piece.phrase
    if (depth >= deepest) return this.#operand(depth)
    const inner = this.either(depth + 1)
    if (this.#is(')')) this.#at++
    return inner
  }

  #is(sign: string): boolean {
    const piece = this.#pieces[this.#at]
    return piece !== undefined && 'sign' in piece && piece.sign === sign
  }
}

function join(kind: 'and' | 'or', parts: readonly SearchQuery[]): SearchQuery | undefined {
  return parts.length > 1 ? { kind, parts } : parts[0]
}
