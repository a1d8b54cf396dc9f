/** Cuts a text into hashed tokens in one pass over its code units, without making a single string. */
import { type Characters, kinds } from './characters.ts'
import { extend, seed } from './hashing.ts'

/** How much of a text is read, in code units: its start and, if it is longer, its end. */
const headLength = 2400
const tailLength = 800
/** The most tokens that are kept of one text. */
export const tokenLimit = 640

/** Tokens that represent a kind of thing instead of one word. */
export const marks = {
  number: extend(seed, 0x110001),
  question: extend(seed, 0x110002),
  exclamation: extend(seed, 0x110003),
  link: extend(seed, 0x110004),
  mention: extend(seed, 0x110005),
  ellipsis: extend(seed, 0x110006),
} as const

/** Words at least this long also have a stem of this length. */
export const stemLength = 6
const stemSalt = 0x3c6ef372

/** The tokens of one text, in buffers that the next text reuses. */
export interface Tokens {
  count: number
  readonly hash: Int32Array
  /** The hash of the first `stemLength` letters, or 0 for a shorter word. */
  readonly stem: Int32Array
  /** 1 where a sentence starts. */
  readonly starts: Uint8Array
  letters: number
  capitals: number
  /** Words of three or more letters, all of them capitals. */
  shouted: number
  words: number
  questions: number
  exclamations: number
  sentences: number
  links: number
  /** The next token starts a sentence. */
  fresh: boolean
}

export function makeTokens(): Tokens {
  return {
    count: 0,
    hash: new Int32Array(tokenLimit),
    stem: new Int32Array(tokenLimit),
    starts: new Uint8Array(tokenLimit),
    letters: 0,
    capitals: 0,
    shouted: 0,
    words: 0,
    questions: 0,
    exclamations: 0,
    sentences: 0,
    links: 0,
    fresh: true,
  }
}

/** Refills `tokens` from `text`. Time is linear in the text up to `headLength + tailLength`, constant beyond. */
export function readTokens(text: string, characters: Characters, tokens: Tokens): void {
  tokens.count = 0
  tokens.letters = tokens.capitals = tokens.shouted = tokens.words = 0
  tokens.questions = tokens.exclamations = tokens.sentences = tokens.links = 0
  if (text.length <= headLength + tailLength) {
    readSpan({ text, to: text.length, characters, tokens }, 0)
    return
  }
  readSpan({ text, to: headLength, characters, tokens }, 0)
  readSpan({ text, to: text.length, characters, tokens }, text.length - tailLength)
}

/** The stem hash of a word whose first `stemLength` letters hash to `hash`. */
export function stemOf(hash: number): number {
  return hash ^ stemSalt || 1
}

interface Span {
  readonly text: string
  readonly to: number
  readonly characters: Characters
  readonly tokens: Tokens
}

function readSpan(span: Span, from: number): void {
  const { text, to, tokens } = span
  let lineStart = true
  let at = from
  tokens.fresh = true
  while (at < to && tokens.count < tokenLimit - 1) {
    const code = text.charCodeAt(at)
    at = code === 0x3e && lineStart ? lineEnd(span, at) : readToken(span, at, code)
    lineStart = code === 0x0a || (lineStart && code === 0x20)
  }
}

/** Reads the token at `at` and returns the start of the next one, which is always greater. */
function readToken(span: Span, at: number, code: number): number {
  const { tokens, characters } = span
  switch (characters.kind[code] ?? 0) {
    case kinds.letter:
      return readWord(span, at, code)
    case kinds.ideograph:
      tokens.words++
      tokens.letters++
      push(tokens, extend(seed, code), 0)
      return at + 1
    case kinds.digit:
      push(tokens, marks.number, 0)
      return skip(span, at + 1, isNumeric)
    case kinds.question:
    case kinds.exclamation:
      return readMark(tokens, at, code, characters.kind[code] === kinds.question)
    case kinds.stop:
      return readStop(span, at, code)
    case kinds.surrogate:
    case kinds.symbol:
      return readPicture(span, at, code)
    default:
      return readSign(span, at, code)
  }
}

/** A sign that is not a token, but may start a part that is not read: a tag, or a mention. */
function readSign(span: Span, at: number, code: number): number {
  const { text, to, characters, tokens } = span
  if (code === 0x3c) return tagEnd(text, at, to)
  // A mention at the start names the recipient, not the subject: the sentence starts after it.
  const mention = code === 0x40 && tokens.fresh && characters.kind[text.charCodeAt(at + 1)] === kinds.letter
  return mention ? skip(span, at + 1, isHandle) : at + 1
}

function readWord(span: Span, from: number, code: number): number {
  const { text, to, tokens } = span
  const { kind, folded, upper } = span.characters
  const link = linkEnd(text, from, to, code)
  if (link > from) {
    tokens.links++
    push(tokens, marks.link, 0)
    return link
  }
  let hash: number = seed
  let stem = 0
  let length = 0
  let capitals = 0
  let at = from
  for (; at < to; at++) {
    const unit = text.charCodeAt(at)
    const role = kind[unit] ?? 0
    if (role === kinds.apostrophe || role === kinds.silent) continue
    if (role !== kinds.letter && role !== kinds.digit) break
    hash = extend(hash, folded[unit] ?? unit)
    length++
    capitals += upper[unit] ?? 0
    if (length === stemLength) stem = stemOf(hash)
  }
  tokens.words++
  tokens.letters += length
  tokens.capitals += capitals
  if (capitals === length && length > 2) tokens.shouted++
  push(tokens, hash, stem)
  return at
}

/** A run of one mark is one token; opening marks (¿, ¡) are dropped, and both end the sentence before them. */
function readMark(tokens: Tokens, at: number, code: number, asks: boolean): number {
  if (asks) tokens.questions++
  else tokens.exclamations++
  const mark = asks ? marks.question : marks.exclamation
  const opens = code === 0xbf || code === 0xa1
  if (!opens && (tokens.count === 0 || tokens.hash[tokens.count - 1] !== mark)) {
    tokens.fresh = false
    push(tokens, mark, 0)
  }
  tokens.fresh = true
  return at + 1
}

function readStop({ text, to, characters, tokens }: Span, at: number, code: number): number {
  let run = 1
  while (at + run < to && characters.kind[text.charCodeAt(at + run)] === kinds.stop) run++
  if (run > 1 && code === 0x2e && text.charCodeAt(at + 1) === 0x2e) {
    tokens.fresh = false
    push(tokens, marks.ellipsis, 0)
  }
  // A point inside a word, as in an address or "e.g", does not end a sentence.
  const inside = run === 1 && code === 0x2e && characters.kind[text.charCodeAt(at + 1)] === kinds.letter
  if (!inside) tokens.fresh = true
  return at + run
}

/** An emoji or another symbol; repeated, it is still one token. */
function readPicture({ text, to, characters, tokens }: Span, at: number, code: number): number {
  const pair = characters.kind[code] === kinds.surrogate && at + 1 < to
  const hash = extend(extend(seed, code), pair ? text.charCodeAt(at + 1) : 0)
  if (tokens.count === 0 || tokens.hash[tokens.count - 1] !== hash) push(tokens, hash, 0)
  return at + (pair ? 2 : 1)
}

function push(tokens: Tokens, hash: number, stem: number): void {
  const at = tokens.count
  tokens.hash[at] = hash
  tokens.stem[at] = stem
  tokens.starts[at] = tokens.fresh ? 1 : 0
  if (tokens.fresh) tokens.sentences++
  tokens.fresh = false
  tokens.count = at + 1
}

function skip(span: Span, from: number, goesOn: (role: number, code: number) => boolean): number {
  let at = from
  while (at < span.to) {
    const code = span.text.charCodeAt(at)
    if (!goesOn(span.characters.kind[code] ?? 0, code)) break
    at++
  }
  return at
}

/** A quoted line is another person's message, so it is skipped. */
function lineEnd({ text, to }: Span, from: number): number {
  let at = from
  while (at < to && text.charCodeAt(at) !== 0x0a) at++
  return at
}

function isNumeric(role: number, code: number): boolean {
  return role === kinds.digit || code === 0x2c || code === 0x2e || code === 0x3a
}

function isHandle(role: number, code: number): boolean {
  return role === kinds.letter || role === kinds.digit || role === kinds.ideograph || code === 0x5f
}

/** The end of a link that starts at `at`, or `at` if there is none: `http…` and `www.` up to the next space. */
function linkEnd(text: string, at: number, to: number, code: number): number {
  const first = code | 0x20
  if (first === 0x68 ? !isHttp(text, at) : first !== 0x77 || !isWww(text, at)) return at
  let end = at
  while (end < to && text.charCodeAt(end) > 0x20) end++
  return end
}

function isHttp(text: string, at: number): boolean {
  if (!text.startsWith('ttp', at + 1) && !text.startsWith('TTP', at + 1)) return false
  const colon = text.charCodeAt(at + 4) === 0x3a ? at + 4 : at + 5
  return text.startsWith('://', colon)
}

function isWww(text: string, at: number): boolean {
  return (
    (text.charCodeAt(at + 1) | 0x20) === 0x77 &&
    (text.charCodeAt(at + 2) | 0x20) === 0x77 &&
    text.charCodeAt(at + 3) === 0x2e
  )
}

/** Just past a tag such as `<br/>` that starts at `at`; one past the sign if it is not a tag. Looks 200 units ahead at most. */
function tagEnd(text: string, at: number, to: number): number {
  const next = text.charCodeAt(at + 1) | 0x20
  if (!((next >= 0x61 && next <= 0x7a) || next === 0x2f)) return at + 1
  const limit = Math.min(to, at + 200)
  for (let end = at + 1; end < limit; end++) {
    const code = text.charCodeAt(end)
    if (code === 0x3e) return end + 1
    if (code === 0x3c) return at + 1
  }
  return at + 1
}
