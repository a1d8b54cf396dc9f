/**
 * Folding: the one normal form in which phrases and searches are compared. It takes away what a reader does not
 * read: case, width (Ａ ｱ), accents, zero-width characters, typographic quotes, dashes and blanks, and letters of
 * another alphabet that look the same within a word (Cyrillic а). It keeps what makes another word: a word wholly of
 * another alphabet, Thai and Indic vowels, kana voicing, Hangul syllables. Every folded unit knows the original
 * UTF-16 range that it came from.
 */
import { isOtherAlphabet, readInOneAlphabet } from './alphabets.ts'
import { lookAlike } from './look-alikes.ts'

/** A folded text, and the way back to the original. */
export interface Folded {
  readonly text: string
  /** Where each folded unit's original begins and ends. Absent where nothing moved: offsets are then the same. */
  readonly map?: { readonly starts: Int32Array; readonly ends: Int32Array }
}

/**
 * Folds `text`. Idempotent, and linear in its length; plain ASCII costs one `toLowerCase` and needs no map.
 * A lone surrogate becomes U+FFFD: it must not find a partner where something between them folds away.
 */
export function fold(text: string): Folded {
  if (isAscii(text)) return { text: text.toLowerCase() }
  return foldUnits(text)
}

/** The original range of a folded one, both end exclusive. Invisible characters at its edges are left out. */
export function originalRange({ map }: Folded, start: number, end: number): [start: number, end: number] {
  if (!map) return [start, end]
  const from = map.starts[start] ?? map.ends.at(-1) ?? 0
  return end > start ? [from, map.ends[end - 1] ?? from] : [from, from]
}

/** The number of folded units up to an original offset: the first unit that begins at or after it. */
export function foldedOffset({ text, map }: Folded, offset: number): number {
  if (!map) return Math.min(offset, text.length)
  let low = 0
  let high = map.starts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((map.starts[middle] ?? 0) < offset) low = middle + 1
    else high = middle
  }
  return low
}

// oxlint-disable-next-line no-control-regex -- all of ASCII, controls included
const asciiOnly = /^[\x00-\x7f]*$/

/** Whether folding would change nothing but the case of letters. */
export function isAscii(text: string): boolean {
  return asciiOnly.test(text)
}

/** What a code unit becomes, beside "another code unit". ASCII never reads the table, so these low codes are free. */
const unknown = -1
const invisible = 0
const absorbed = 1
const several = 2

/** One answer per code unit of the basic plane, filled as they are met; a cache of a pure function. */
const units = new Int32Array(0x10000).fill(unknown)
const pieces = new Map<number, string>()
/** The same for characters beyond the basic plane (emoji, rare Han), of which a few are met again and again. */
const pairs = new Map<number, string>()
const mostPairs = 4096
/** The same for bases with their composing marks. */
const composites = new Map<string, string>()
const mostComposites = 16_384
/** No script joins more units into one letter; a base under a hundred thousand marks must not be folded again for each. */
const mostComposed = 8
/** Stands for a character that leaves nothing, not even its place. */
const invisiblePiece = '\0'

function foldUnits(text: string): Folded {
  const out = new Output(text.length)
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) {
      out.put(unit >= 65 && unit <= 90 ? unit + 32 : unit, at, at + 1)
      continue
    }
    if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(at + 1))) {
      putPiece(out, text.slice(at, at + 2), at)
      at++
      continue
    }
    if (isComposing(unit) && out.compose(text, at)) continue
    const folded = unitOf(unit)
    if (folded === several) out.putText(pieces.get(unit) ?? '', at, at + 1)
    else if (folded === absorbed) out.extendTo(at + 1)
    else if (folded !== invisible) out.put(folded, at, at + 1)
  }
  return out.folded(text.length)
}

function putPiece(out: Output, source: string, at: number): void {
  const point = source.codePointAt(0) ?? 0
  let piece = pairs.get(point)
  if (piece === undefined) {
    piece = ignorable.test(source) ? invisiblePiece : foldPiece(source)
    if (pairs.size >= mostPairs) pairs.clear()
    pairs.set(point, piece)
  }
  if (piece === source) out.putSame(source, at)
  else if (piece === '') out.extendTo(at + source.length)
  else if (piece !== invisiblePiece) out.putText(piece, at, at + source.length)
}

function composedOf(source: string): string {
  let piece = composites.get(source)
  if (piece === undefined) {
    piece = foldPiece(source)
    if (composites.size >= mostComposites) composites.clear()
    composites.set(source, piece)
  }
  return piece
}

function unitOf(unit: number): number {
  const known = units[unit] ?? unknown
  if (known !== unknown) return known
  const source = String.fromCharCode(unit)
  let folded: number = several
  if ((unit & 0xf800) === 0xd800) folded = 0xfffd
  else if (blanks.has(unit)) folded = 32
  else if (ignorable.test(source)) folded = invisible
  else {
    const piece = foldPiece(source)
    if (piece === '') folded = absorbed
    else if (piece.length === 1 && piece.charCodeAt(0) > several) folded = piece.charCodeAt(0)
    else pieces.set(unit, piece)
  }
  units[unit] = folded
  return folded
}

/** The folded text being written. Its map begins where the first unit moves; until then offsets are the same. */
class Output {
  #units: Uint16Array
  #starts: Int32Array | undefined
  #ends: Int32Array | undefined
  #length = 0
  /** The last visible piece: its position in the output and in the input, and its character, for composing. */
  #lastOut = 0
  #lastStart = -1
  #lastSource = ''
  #hasOtherAlphabets = false

  constructor(capacity: number) {
    this.#units = new Uint16Array(capacity)
  }

  put(unit: number, start: number, end: number): void {
    this.#begin(start)
    this.#append(unit, start, end)
  }

  /** A character that folds to itself. */
  putSame(source: string, start: number): void {
    this.#begin(start)
    for (let i = 0; i < source.length; i++) this.#append(source.charCodeAt(i), start + i, start + i + 1)
  }

  putText(piece: string, start: number, end: number): void {
    this.#begin(start)
    for (let i = 0; i < piece.length; i++) this.#append(piece.charCodeAt(i), start, end)
  }

  /** A mark that folding drops belongs to the character before it. */
  extendTo(end: number): void {
    if (this.#length === 0) return
    this.#moved()[1][this.#length - 1] = end
  }

  /** Joins the mark at `at` to the piece before it: か and its voicing mark, the letters of a Hangul syllable. */
  compose(text: string, at: number): boolean {
    if (this.#lastStart < 0) return false
    const before = this.#lastSource || String.fromCodePoint(text.codePointAt(this.#lastStart) ?? 0)
    if (before.length >= mostComposed) return false
    const source = (before + text.charAt(at)).toWellFormed()
    const piece = composedOf(source)
    const start = this.#lastStart
    this.#moved()
    this.#length = this.#lastOut
    for (let i = 0; i < piece.length; i++) this.#append(piece.charCodeAt(i), start, at + 1)
    this.#lastSource = source
    return true
  }

  /** @param originalLength Where the last units end that folding took away. */
  folded(originalLength: number): Folded {
    const length = this.#length
    if (this.#hasOtherAlphabets) readInOneAlphabet(this.#units.subarray(0, length))
    let text = ''
    for (let from = 0; from < length; from += 8192) {
      const part = this.#units.subarray(from, Math.min(from + 8192, length))
      text += String.fromCharCode.apply(undefined, part as unknown as number[])
    }
    if (!this.#starts && length === originalLength) return { text }
    const [starts, ends] = this.#moved()
    return { text, map: { starts: starts.subarray(0, length), ends: ends.subarray(0, length) } }
  }

  #begin(start: number): void {
    this.#lastOut = this.#length
    this.#lastStart = start
    this.#lastSource = ''
  }

  #append(unit: number, start: number, end: number): void {
    if (this.#length === this.#units.length) this.#grow()
    this.#units[this.#length] = unit
    if (isOtherAlphabet(unit)) this.#hasOtherAlphabets = true
    if (this.#starts || start !== this.#length || end !== start + 1) {
      const [starts, ends] = this.#moved()
      starts[this.#length] = start
      ends[this.#length] = end
    }
    this.#length++
  }

  #moved(): readonly [starts: Int32Array, ends: Int32Array] {
    if (this.#starts && this.#ends) return [this.#starts, this.#ends]
    const starts = (this.#starts = new Int32Array(this.#units.length))
    const ends = (this.#ends = new Int32Array(this.#units.length))
    for (let i = 0; i < this.#length; i++) {
      starts[i] = i
      ends[i] = i + 1
    }
    return [starts, ends]
  }

  #grow(): void {
    const capacity = this.#units.length * 2 + 32
    const units = new Uint16Array(capacity)
    units.set(this.#units)
    if (this.#starts && this.#ends) {
      const starts = new Int32Array(capacity)
      const ends = new Int32Array(capacity)
      starts.set(this.#starts)
      ends.set(this.#ends)
      this.#starts = starts
      this.#ends = ends
    }
    this.#units = units
  }
}

/** They are drawn as a blank, though Unicode calls them a braille pattern and fillers: readers see a space. */
const blanks: ReadonlySet<number> = new Set([0x2800, 0x3164, 0xffa0])

/** Whether a unit is drawn as a blank without being one. */
export function drawnAsBlank(unit: number): boolean {
  return unit >= 0x2800 && blanks.has(unit)
}

const ignorable = /^\p{Default_Ignorable_Code_Point}$/u

/** Accents and vowel points of the alphabets whose readers leave them out; never the vowels of Thai or Devanagari. */
const droppedRanges = [
  String.raw`\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f`, // Latin, Greek and Cyrillic
  String.raw`\u0483-\u0489`, // old Cyrillic
  String.raw`\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7`, // Hebrew points
  String.raw`\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed`, // Arabic
]
const dropped = new RegExp(String.raw`[${droppedRanges.join('')}]|\p{Default_Ignorable_Code_Point}`, 'gu')

/** All but compatibility jamo, which are typed alone (ㅋㅋ) and whose decomposition would glue them into syllables. */
const decomposable = /[^\u3131-\u318e\uffa1-\uffdc]+/g

function decomposed(text: string): string {
  // A single acute accent is used as an apostrophe; its own decomposition would be a space.
  return text
    .replaceAll('´', "'")
    .replace(/[\u2800\u3164\uffa0]/g, ' ')
    .replace(decomposable, (part) => part.normalize('NFKD'))
}

/** The folded form of one character or of a base with its composing marks. */
function foldPiece(source: string): string {
  let piece = source
  for (let round = 0; round < 4; round++) {
    let next = ''
    const plain = decomposed(decomposed(piece).toLowerCase()).replace(dropped, '')
    for (const character of plain) next += lookAlike(character)
    next = next.normalize('NFC')
    if (next === piece) break
    piece = next
  }
  return piece
}

/** Whether a unit joins the character before it into one: Hangul vowels and finals, kana voicing, Indic halves. */
export function isComposing(unit: number): boolean {
  if (unit < 0x93c) return false
  if (unit >= 0x1160 && unit <= 0x11ff) return true
  return composing.has(unit)
}

/** Whether a character leaves nothing: a dropped accent, a zero-width character. What follows it joins what precedes. */
export const leavesNothing = (character: string): boolean => foldPiece(character) === ''

/** Whether a character may become part of the one before it. */
export const joinsWhatPrecedes = (character: string): boolean => isComposing(character.charCodeAt(0))

/** Whether a character may become another one by what follows it. */
export function joinsWhatFollows(character: string): boolean {
  const alone = foldPiece(character)
  // One vowel and one final represent all of Hangul.
  return [...composing, 0x1161, 0x11a8].some(
    (unit) => !foldPiece(character + String.fromCharCode(unit)).startsWith(alone),
  )
}

const composing = new Set([
  0x3099, 0x309a, 0xff9e, 0xff9f, 0x93c, 0x9be, 0x9d7, 0xb3e, 0xb56, 0xb57, 0xbbe, 0xbd7, 0xc56, 0xcc2, 0xcd5,
  0xcd6, 0xd3e, 0xd57, 0xdca, 0xdcf, 0xddf, 0x102e, 0x1b35,
])

function isHighSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800
}

function isLowSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00
}
