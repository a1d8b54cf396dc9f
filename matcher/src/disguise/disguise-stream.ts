/**
 * A text as a sequence of symbols in which a disguised word and the word itself are equal: letters, and characters used
 * as letters, without separators, and repeated ones once. It stores the separators between two symbols.
 */
import { drawnAsBlank } from '#folding/fold-character.ts'
import type { Folded } from '#folding/fold.ts'
import { isEastAsian, isStretchable, signSymbol, symbolOf } from './disguise-units.ts'

export interface Stream {
  readonly symbols: string
  /** Per symbol the first of its units; one more at the end. */
  readonly firstUnits: Int32Array
  /** Per unit its place in the folded text; one more at the end. */
  readonly places: Int32Array
  /** Per unit the separator before it; one more at the end. */
  readonly gaps: Uint8Array
}

/**
 * The separator between two units. A separator that is neither `joined` nor `apart` may be a space between words, or nothing.
 */
export const gaps = {
  joined: 0,
  /** Invisible characters, a character that only looks blank, a space in Chinese text. */
  unseen: 1,
  /** Between letters of a word that is spelled out: g u a r. */
  spelled: 2,
  /** The same, and wider than elsewhere in the word: probably its end. */
  wide: 3,
  /** Between a word that is spelled out and one that is not. */
  border: 4,
  apart: 5,
} as const

/** Linear. @param original The text before folding. */
export function streamOf(folded: Folded, original: string): Stream {
  const units = unitsOf(folded, original)
  if (units.alone > 2) markSpelled(folded.text, units)
  return joined(units)
}

interface Units {
  readonly symbols: Uint16Array
  readonly places: Int32Array
  readonly gaps: Uint8Array
  count: number
  /** How many have no neighbour on either side. */
  alone: number
}

function unitsOf(folded: Folded, original: string): Units {
  const { text } = folded
  const symbols = new Uint16Array(text.length)
  const places = new Int32Array(text.length + 1)
  const between = new Uint8Array(text.length + 1)
  let count = 0
  let alone = 0
  /** The place of the last of them, and of its word. */
  let last = -2
  let first = -2
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const symbol =
      unit < 128 && asciiSymbols[unit] !== undecided ? (asciiSymbols[unit] ?? 0) : symbolAt(text, at, unit)
    if (symbol === 0) continue
    if (last !== at - 1) {
      if (first === last || text.charCodeAt(first) === text.charCodeAt(last)) alone++
      first = at
    }
    between[count] = count === 0 ? gaps.apart : gapBetween(folded, original, last, at)
    symbols[count] = symbol
    places[count++] = at
    last = at
  }
  places[count] = text.length
  between[count] = gaps.apart
  return { symbols, places, gaps: between, count, alone: alone + 1 }
}

const undecided = 0xffff
/** The meaning of signs depends on their neighbours. */
const asciiSymbols = Uint16Array.from({ length: 128 }, (_, unit) =>
  signSymbol(unit) !== 0 ? undecided : symbolOf(unit),
)

function symbolAt(text: string, at: number, unit: number): number {
  const sign = signSymbol(unit)
  if (sign !== 0) return isLetterThere(text, at) ? sign : 0
  const isSecondHalf = (unit & 0xfc00) === 0xdc00
  return isSecondHalf && symbolOf(text.charCodeAt(at - 1)) === 0 ? 0 : symbolOf(unit)
}

/** Whether a sign is used as a letter: `in$ider`, `!nsider`, `s e | l`; not `Hello!`, `a | b | c`, `g@u@a@r`. */
function isLetterThere(text: string, at: number): boolean {
  const sign = text.charAt(at)
  const [first, last] = [endOfRun(text, at, -1), endOfRun(text, at, 1)]
  const before = isWordUnit(text, first - 1)
  const after = isWordUnit(text, last + 1)
  if (!before && !after) return isSpelledSign(text, first, last)
  // Exclamation marks end the word before them.
  if (first < last) return sign === '!' ? before && after : true
  if (before && after && isSeparatorChain(text, at)) return false
  return after || sign !== '!'
}

const longestRun = 8

/** Where the same character ends in a direction. */
function endOfRun(text: string, from: number, step: 1 | -1): number {
  let at = from
  while (Math.abs(at - from) < longestRun && text.charAt(at + step) === text.charAt(from)) at += step
  return at
}

/** A sign between single letters counts as a letter, except a bar that occurs again between the next two. */
function isSpelledSign(text: string, first: number, last: number): boolean {
  const sign = text.charAt(first)
  const [before, after] = [aloneAt(text, first, -1), aloneAt(text, last, 1)]
  if (before === undefined && after === undefined) return false
  if (sign !== '!' && sign !== '|') return true
  return (
    (before === undefined || text.charAt(2 * before - first) !== sign) &&
    (after === undefined || text.charAt(2 * after - last) !== sign)
  )
}

const widest = 3

/** The position of the next letter in a direction, if it is near and single. */
function aloneAt(text: string, from: number, step: 1 | -1): number | undefined {
  for (let at = from + step; Math.abs(at - from) <= widest + 1; at += step) {
    if (isWordUnit(text, at)) return isWordUnit(text, endOfRun(text, at, step) + step) ? undefined : at
  }
  return undefined
}

/** Whether the sign at `at` only separates letters, as in `g@u@a@r`: three signs, with a letter at both ends. */
function isSeparatorChain(text: string, at: number): boolean {
  const sign = text.charAt(at)
  let count = 1
  for (const step of [-2, 2]) {
    let next = at + step
    while (text.charAt(next) === sign && isWordUnit(text, next - step / 2) && count < 9) {
      count++
      next += step
    }
    if (!isWordUnit(text, next - step / 2)) return false
  }
  return count >= 3
}

function isWordUnit(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return false
  const unit = text.charCodeAt(at)
  return symbolOf((unit & 0xfc00) === 0xdc00 ? text.charCodeAt(at - 1) : unit) !== 0
}

function gapBetween({ text, map }: Folded, original: string, before: number, at: number): number {
  if (at === before + 1) {
    return map && (map.starts[at] ?? 0) > (map.ends[before] ?? 0) ? gaps.unseen : gaps.joined
  }
  if (at === before + 2) {
    const between = map ? (map.starts[before + 1] ?? 0) : before + 1
    if (drawnAsBlank(original.charCodeAt(between))) return gaps.unseen
  }
  const isDense = isEastAsian(text.charCodeAt(before)) && isEastAsian(text.charCodeAt(at))
  return isDense && isBlankGap(text, before + 1, at) ? gaps.unseen : gaps.apart
}

/** Chinese and Japanese have no spaces; a few of them, or ornaments, do not end a phrase. */
function isBlankGap(text: string, start: number, end: number): boolean {
  return end - start <= widest && /^[\s*_\-~·•|/+^=#'"`]+$/.test(text.slice(start, end))
}

/** Marks the gaps of spelled-out words: three single letters or more, near each other. */
function markSpelled(text: string, units: Units): void {
  const { places, gaps: between, count } = units
  /** For single letters: the first unit of the first one, and their number. */
  let first = 0
  let tokens = 0
  for (let unit = 0; unit < count;) {
    let next = unit + 1
    while (next < count && (between[next] ?? 0) <= gaps.unseen) next++
    const isAlone = isSingleLetter(text, units, unit, next)
    const isNear = tokens > 0 && width(text, places, unit) <= widest
    if (tokens > 0 && !(isAlone && isNear)) {
      if (tokens >= 3) markWord(text, units, first, unit)
      tokens = 0
    }
    if (isAlone) {
      if (tokens === 0) first = unit
      tokens++
    }
    unit = next
  }
  if (tokens >= 3) markWord(text, units, first, count)
}

/** Whether the units of a token are one letter, repeated or not, and not part of a contraction. */
function isSingleLetter(text: string, { places, symbols }: Units, first: number, end: number): boolean {
  const place = places[first] ?? 0
  for (let unit = first + 1; unit < end; unit++) {
    if (symbols[unit] !== symbols[first] || text[places[unit] ?? 0] !== text[place]) return false
  }
  return !isContraction(text, place - 2, place)
}

/** The weight of the separator before a unit; any white space counts once, and less than anything else. */
function width(text: string, places: Int32Array, unit: number): number {
  const start = (places[unit - 1] ?? 0) + 1
  const end = places[unit] ?? 0
  if (end - start > 4 * widest) return Infinity
  return text.slice(start, end).replace(/\s+/g, ' ').length
}

/** `I'm`, `V'l c`: a single apostrophe. */
function isContraction(text: string, before: number, after: number): boolean {
  if (after - before !== 2 || text.charAt(before + 1) !== "'") return false
  return text.charAt(before - 1) !== "'" && text.charAt(after + 1) !== "'"
}

function markWord(text: string, { places, gaps: between, count }: Units, start: number, end: number): void {
  let narrowest = Infinity
  const ranks: number[] = []
  for (let unit = start + 1; unit < end; unit++) {
    if ((between[unit] ?? 0) <= gaps.unseen) continue
    const rank = rankOf(text, places, unit)
    ranks.push(rank)
    narrowest = Math.min(narrowest, rank)
  }
  let at = 0
  for (let unit = start + 1; unit < end; unit++) {
    if ((between[unit] ?? 0) <= gaps.unseen) continue
    between[unit] = (ranks[at++] ?? 0) > narrowest ? gaps.wide : gaps.spelled
  }
  for (const border of [start, end]) {
    if (border === 0 || border >= count || between[border] !== gaps.apart) continue
    if (rankOf(text, places, border) === narrowest) between[border] = gaps.border
  }
}

/** Wider is more, and white space more than a sign. */
function rankOf(text: string, places: Int32Array, unit: number): number {
  const gap = text.slice(
    (places[unit - 1] ?? 0) + 1,
    Math.min(places[unit] ?? 0, (places[unit - 1] ?? 0) + 20),
  )
  return gap.length * 2 + (/\s/.test(gap) ? 1 : 0)
}

/** Makes one symbol of each repeated letter. */
function joined({ symbols, places, gaps: between, count }: Units): Stream {
  const firstUnits = new Int32Array(count + 1)
  let length = 0
  for (let unit = 0; unit < count; unit++) {
    const symbol = symbols[unit] ?? 0
    const isRepeated =
      length > 0 && symbols[unit - 1] === symbol && (between[unit] ?? 0) <= gaps.wide && isStretchable(symbol)
    if (isRepeated) continue
    symbols[length] = symbol
    firstUnits[length++] = unit
  }
  firstUnits[length] = count
  return {
    symbols: textOf(symbols.subarray(0, length)),
    firstUnits: firstUnits.subarray(0, length + 1),
    places,
    gaps: between,
  }
}

function textOf(symbols: Uint16Array): string {
  let text = ''
  for (let from = 0; from < symbols.length; from += 8192) {
    text += String.fromCharCode.apply(undefined, symbols.subarray(from, from + 8192) as unknown as number[])
  }
  return text
}
