/** Cuts a text into hashed tokens in one pass over its code units, without making a single string. */
import { type Characters, kinds } from './characters.ts'
import { extend, seed } from './hashing.ts'

/** How much of a text is read: its beginning and, of a longer one, its end. Code units. */
export const headLength = 2400
export const tailLength = 800
/** The most tokens that are kept of one text. */
export const tokenLimit = 640

/** Tokens that stand for a kind of thing and not for one word. */
export const marks = {
  number: extend(seed, 0x110001),
  question: extend(seed, 0x110002),
  exclamation: extend(seed, 0x110003),
  link: extend(seed, 0x110004),
  mention: extend(seed, 0x110005),
  ellipsis: extend(seed, 0x110006),
} as const

/** Words at least this long are also known by their beginning of this length. */
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
  }
}

/** Refills `tokens` from `text`. Time is linear in the text up to `headLength + tailLength`, constant beyond. */
export function readTokens(text: string, characters: Characters, tokens: Tokens): void {
  tokens.count = 0
  tokens.letters = tokens.capitals = tokens.shouted = tokens.words = 0
  tokens.questions = tokens.exclamations = tokens.sentences = tokens.links = 0
  if (text.length <= headLength + tailLength) {
    readSpan(text, 0, text.length, characters, tokens)
    return
  }
  readSpan(text, 0, headLength, characters, tokens)
  readSpan(text, text.length - tailLength, text.length, characters, tokens)
}

/** The stem hash of a word whose first `stemLength` letters hash to `hash`. */
export function stemOf(hash: number): number {
  return hash ^ stemSalt || 1
}

// One function and not several, because this loop is the analyser's whole cost on a short message.
function readSpan(text: string, from: number, to: number, characters: Characters, tokens: Tokens): void {
  const { kind, folded, upper } = characters
  let fresh = true
  let lineStart = true
  let at = from
  while (at < to && tokens.count < tokenLimit) {
    const code = text.charCodeAt(at)
    const role = kind[code] ?? 0
    if (role === kinds.letter) {
      const end = linkEnd(text, at, to, code)
      if (end > at) {
        tokens.links++
        fresh = push(tokens, marks.link, 0, fresh)
        at = end
      } else {
        let hash = seed
        let stem = 0
        let length = 0
        let capitals = 0
        while (at < to) {
          const unit = text.charCodeAt(at)
          const unitRole = kind[unit] ?? 0
          if (unitRole === kinds.letter || unitRole === kinds.digit) {
            hash = extend(hash, folded[unit] ?? unit)
            length++
            capitals += upper[unit] ?? 0
            if (length === stemLength) stem = stemOf(hash)
          } else if (unitRole !== kinds.apostrophe && unitRole !== kinds.silent) break
          at++
        }
        tokens.words++
        tokens.letters += length
        tokens.capitals += capitals
        if (capitals === length && length > 2) tokens.shouted++
        fresh = push(tokens, hash, stem, fresh)
      }
    } else if (role === kinds.ideograph) {
      tokens.words++
      tokens.letters++
      fresh = push(tokens, extend(seed, code), 0, fresh)
      at++
    } else if (role === kinds.digit) {
      at++
      while (at < to && isNumeric(kind[text.charCodeAt(at)] ?? 0, text.charCodeAt(at))) at++
      fresh = push(tokens, marks.number, 0, fresh)
    } else if (role === kinds.question || role === kinds.exclamation) {
      const asked = role === kinds.question
      if (asked) tokens.questions++
      else tokens.exclamations++
      const mark = asked ? marks.question : marks.exclamation
      // Opening marks (¿, ¡) start a sentence; closing ones end it.
      const opening = code === 0xbf || code === 0xa1
      if (!opening && (fresh || tokens.hash[tokens.count - 1] !== mark)) push(tokens, mark, 0, false)
      fresh = true
      at++
    } else if (role === kinds.stop) {
      let run = 1
      while (at + run < to && run < 64 && kind[text.charCodeAt(at + run)] === kinds.stop) run++
      if (run > 1 && code === 0x2e && text.charCodeAt(at + 1) === 0x2e) push(tokens, marks.ellipsis, 0, false)
      const decimal = run === 1 && code === 0x2e && kind[text.charCodeAt(at + 1)] === kinds.letter && !fresh
      if (!decimal) fresh = true
      at += run
    } else if (role === kinds.surrogate || role === kinds.symbol) {
      const pair = role === kinds.surrogate && at + 1 < to
      const hash = extend(extend(seed, code), pair ? text.charCodeAt(at + 1) : 0)
      if (tokens.count === 0 || tokens.hash[tokens.count - 1] !== hash) fresh = push(tokens, hash, 0, fresh)
      at += pair ? 2 : 1
    } else if (code === 0x40 && fresh && kind[text.charCodeAt(at + 1)] === kinds.letter) {
      // A mention at the start says to whom, not what: the sentence starts after it.
      at++
      while (at < to && isHandle(kind[text.charCodeAt(at)] ?? 0, text.charCodeAt(at))) at++
    } else if (code === 0x3c) {
      at = tagEnd(text, at, to)
    } else if (code === 0x3e && lineStart) {
      // A quoted line is somebody else's message.
      while (at < to && text.charCodeAt(at) !== 0x0a) at++
    } else at++
    lineStart = code === 0x0a || (lineStart && code === 0x20)
  }
}

function push(tokens: Tokens, hash: number, stem: number, fresh: boolean): false {
  const at = tokens.count
  tokens.hash[at] = hash
  tokens.stem[at] = stem
  tokens.starts[at] = fresh ? 1 : 0
  if (fresh) tokens.sentences++
  tokens.count = Math.min(at + 1, tokenLimit - 1)
  return false
}

function isNumeric(role: number, code: number): boolean {
  return role === kinds.digit || code === 0x2c || code === 0x2e || code === 0x3a
}

function isHandle(role: number, code: number): boolean {
  return role === kinds.letter || role === kinds.digit || role === kinds.ideograph || code === 0x5f
}

/** The end of a link that starts at `at`, or `at` when there is none: `http…` and `www.` up to the next space. */
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

/** Just past a tag such as `<br/>` that starts at `at`; one past the sign where it is no tag. Looks 200 units ahead at most. */
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
