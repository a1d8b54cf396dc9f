/**
 * Whether a phrase really is disguised at the place of its symbols. Shared symbols are not enough: `50` is not `so`, `too`
 * is not `to`, `VIII` is not `VII`, `5am` is not `Sam`, Russian `не` is not `he`.
 */
import { type Folded, originalRange } from '#folding/fold.ts'
import type { Span } from '#regex/bounded-regex.ts'
import { isEdgeAfter, isEdgeBefore } from './disguise-edges.ts'
import { readRun, type RunReading } from './disguise-run.ts'
import { gaps, type Stream } from './disguise-stream.ts'
import { isNumberWithUnit, signSymbol } from './disguise-units.ts'
import type { DisguisedPhrase, PhraseRun } from './disguised-phrase.ts'

interface Disguisable {
  /** As written, in the reading used for folding. */
  readonly original: string
  readonly folded: Folded
  readonly stream: Stream
}

/** The position of the phrase in the original text, if it is there. @param end Just after its last symbol. */
export function disguisedSpan(given: Disguisable, phrase: DisguisedPhrase, end: number): Span | undefined {
  const { folded, stream } = given
  const { text } = folded
  const units = unitsOf(given, phrase, end - phrase.runs.length)
  if (!isEdgeBefore(text, stream, phrase, units.first) || !isEdgeAfter(text, stream, phrase, units.last - 1))
    return undefined
  const words = wordsOf(text, stream, phrase, units)
  if (!words || !areLikely(words, text)) return undefined
  const [start, stop] = [stream.places[units.first] ?? 0, (stream.places[units.last - 1] ?? 0) + 1]
  if (totalOf(words, 'alike') > 0 && !isMixed(given, start, stop)) return undefined
  const from = endingWith(text, start, phrase.prefix)
  const to = beginningWith(text, stop, phrase.suffix)
  return from < 0 || to < 0 ? undefined : originalRange(folded, from, to)
}

function areLikely(words: readonly Word[], text: string): boolean {
  if (!words.every((word) => isLikely(word, text.slice(word.start, word.end)))) return false
  if (!words.some(({ instead }) => instead > 0)) return true
  // `m3` among undisguised words is more likely a unit.
  if (!words.some(({ itself, instead }) => instead > 0 && itself > 1)) return false
  return areLettersEnough(totalOf(words, 'itself'), text.slice(words[0]?.start, words.at(-1)?.end))
}

const totalOf = (words: readonly Word[], key: 'itself' | 'alike'): number =>
  words.reduce((sum, word) => sum + word[key], 0)

/** `t1p` is clear enough, `Co2` and `SC51` are not. */
function areLettersEnough(letters: number, written: string): boolean {
  return letters > 2 || (letters === 2 && /^[a-z]\S*[a-z]$/.test(written))
}

interface UnitRange {
  readonly symbol: number
  readonly first: number
  /** The one after the last. */
  readonly last: number
}

/**
 * The units of a match. A sign before or after it, and the letter of a neighbour if words are spelled out, may
 * have become part of its first or last symbol: they are dropped if the rest then matches.
 */
function unitsOf(given: Disguisable, { runs }: DisguisedPhrase, symbol: number): UnitRange {
  const { firstUnits } = given.stream
  const end = firstUnits[symbol + 1] ?? 0
  const first = firstOf(given, { first: firstUnits[symbol] ?? 0, last: end }, runs[0])
  const start = runs.length === 1 ? first : (firstUnits[symbol + runs.length - 1] ?? 0)
  const last = lastOf(given, { first: start, last: firstUnits[symbol + runs.length] ?? 0 }, runs.at(-1))
  return { symbol, first, last }
}

type SymbolUnits = Pick<UnitRange, 'first' | 'last'>

function firstOf(given: Disguisable, { first, last }: SymbolUnits, run: PhraseRun | undefined): number {
  const wanted = last - (run?.units.length ?? 0)
  if (first >= wanted || isStretch(last - first)) return first
  if (isSoft(given, wanted)) return wanted
  let at = first
  while (at < wanted && isSign(given, at)) at++
  return at
}

function lastOf(given: Disguisable, { first, last }: SymbolUnits, run: PhraseRun | undefined): number {
  const wanted = first + (run?.units.length ?? 0)
  if (last <= wanted || isStretch(last - first)) return last
  if (isSoft(given, wanted)) return wanted
  let at = last
  while (at > wanted && isSign(given, at - 1)) at--
  return at
}

const isSign = ({ folded: { text }, stream }: Disguisable, unit: number): boolean =>
  signSymbol(text.charCodeAt(stream.places[unit] ?? 0)) !== 0

const isSoft = ({ stream }: Disguisable, unit: number): boolean => stream.gaps[unit] !== gaps.joined

const isStretch = (count: number): boolean => count >= 3

/** The reading of one word of the text; a spelled-out word may be several words of the phrase. */
interface Word {
  readonly start: number
  end: number
  itself: number
  instead: number
  alike: number
  runs: number
  stretched: number
  longest: number
}

function wordsOf(
  text: string,
  { firstUnits, places, gaps: between }: Stream,
  { runs }: DisguisedPhrase,
  { symbol, first, last }: UnitRange,
): Word[] | undefined {
  const words: Word[] = []
  for (const [index, run] of runs.entries()) {
    const from = index === 0 ? first : (firstUnits[symbol + index] ?? 0)
    const to = index === runs.length - 1 ? last : (firstUnits[symbol + index + 1] ?? 0)
    const start = places[from] ?? 0
    const gap = between[from] ?? 0
    if (index > 0 && !isGap(gap, run, () => text.slice((places[from - 1] ?? 0) + 1, start))) return undefined
    if (run.spansWords && between.subarray(from + 1, to).every((one) => one === gaps.joined)) return undefined
    const units = Array.from(places.subarray(from, to), (place) => text.charCodeAt(place))
    const read = readRun(units, run.units)
    if (!read) return undefined
    let word = gap === gaps.apart ? undefined : words.at(-1)
    if (!word) words.push((word = wordFrom(start)))
    word.end = (places[to - 1] ?? 0) + 1
    addRun(word, read)
  }
  return words
}

function wordFrom(start: number): Word {
  return { start, end: start, itself: 0, instead: 0, alike: 0, runs: 0, stretched: 0, longest: 0 }
}

function addRun(word: Word, read: RunReading): void {
  word.itself += read.itself
  word.instead += read.instead
  word.alike += read.alike
  word.runs++
  if (read.stretch > 0) word.stretched++
  word.longest = Math.max(word.longest, read.stretch)
}

/** Whether the characters between two letters of the text are allowed at that place in the phrase. */
function isGap(gap: number, wanted: PhraseRun, written: () => string): boolean {
  if (gap === gaps.joined) return wanted.gap === ''
  if (gap !== gaps.apart) return true
  return wanted.gap !== '' && written().replace(/\s+/g, ' ') === wanted.gap
}

const romanNumeral = /^m{0,3}(?:c[md]|d?c{0,3})(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3})$/
/** Whether a word is more likely the disguise of another word than the written one. */
function isLikely({ itself, instead, runs, stretched, longest }: Word, written: string): boolean {
  if (instead > 0 && (itself === 0 || isNumberWithUnit(written))) return false
  if (stretched === 0) return true
  if (new Set(written).size < 2 || romanNumeral.test(written)) return false
  return isStretch(longest) || stretched * 3 > runs * 2
}

const otherAlphabet = /[\p{sc=Cyrl}\p{sc=Grek}\p{sc=Armn}]/u

/** Whether letters of several alphabets were used: a match completely in another alphabet does not count. */
function isMixed({ original, folded }: Disguisable, start: number, end: number): boolean {
  const written = original.slice(...originalRange(folded, start, end))
  return otherAlphabet.test(written) && /[a-z]/i.test(written)
}

/** The start of the `sign` that ends at `end`, with any white space; -1 if it is not there. */
function endingWith(text: string, end: number, sign: string): number {
  let at = end
  for (let i = sign.length - 1; i >= 0; i--) {
    if (!isSame(text.charAt(--at), sign.charAt(i))) return -1
    if (sign.charAt(i) === ' ') while (/\s/.test(text.charAt(at - 1))) at--
  }
  return at
}

function beginningWith(text: string, start: number, sign: string): number {
  let at = start
  for (const wanted of sign.split('')) {
    if (!isSame(text.charAt(at++), wanted)) return -1
    if (wanted === ' ') while (/\s/.test(text.charAt(at))) at++
  }
  return at
}

const isSame = (unit: string, wanted: string): boolean => (wanted === ' ' ? /\s/.test(unit) : unit === wanted)
