/**
 * Folding: the normal form in which phrases and searches are compared. It removes differences that a reader does not
 * notice: case, width (Ａ ｱ), accents, zero-width characters, typographic quotes, dashes and blanks, and letters of another
 * alphabet that look the same within a word (Cyrillic а). It keeps differences that make another word: a word entirely in
 * another alphabet, Thai and Indic vowels, kana voicing, Hangul syllables. Every folded unit knows its original UTF-16
 * range.
 */
import { isOtherAlphabet, readInOneAlphabet } from './alphabets.ts'
import { blanks, foldPiece, ignorable, isComposing } from './fold-character.ts'

/** A folded text, with its mapping to the original. */
export interface Folded {
  readonly text: string
  /** The start and end of each folded unit's original. Absent if nothing moved, because offsets are then the same. */
  readonly map?: { readonly starts: Int32Array; readonly ends: Int32Array }
}

/**
 * Folds `text`. Idempotent, and linear in its length; plain ASCII costs one `toLowerCase` and needs no map.
 * A lone surrogate becomes U+FFFD, so that it cannot join another one when characters between them are removed.
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

// oxlint-disable-next-line no-control-regex -- all of ASCII, controls included
const asciiOnly = /^[\x00-\x7f]*$/

/** Whether folding would change only the case of letters. */
export function isAscii(text: string): boolean {
  return asciiOnly.test(text)
}

/** Results for a code unit other than another code unit. ASCII never uses the table, so these low codes are free. */
const unknown = -1
const invisible = 0
const absorbed = 1
const several = 2

/** One answer per code unit of the basic plane, filled on first use; a cache of a pure function. */
const units = new Int32Array(0x10000).fill(unknown)
const pieces = new Map<number, string>()
/** The same for characters beyond the basic plane (emoji, rare Han), a few of which occur often. */
const pairs = new Map<number, string>()
const mostPairs = 4096
/** The same for bases with their composing marks. */
const composites = new Map<string, string>()
const mostComposites = 16_384
/** No script joins more units into one letter. A base with a hundred thousand marks must not be folded again for each. */
const mostComposed = 8
/** Marks a character that is removed completely. */
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

/** The folded text being written. Its map starts where the first unit moves; until then, offsets are the same. */
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

  /** @param originalLength The end of the last units that folding removed. */
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

function isHighSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800
}

export function isLowSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00
}
