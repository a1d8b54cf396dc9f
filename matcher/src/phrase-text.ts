/** The form of phrases for comparing, and the ends of words. */
import { fold, isLowSurrogate } from '#folding/fold.ts'

/** A phrase in its form for searching: folded, with single spaces, and none at the edges. */
export function foldedPhrase(phrase: string): string {
  const folded = fold(phrase).text.replace(/\s+/g, ' ')
  return folded.length > 1 ? folded.trim() : folded
}

const letter = /^[\p{L}\p{N}\p{M}]$/u
/** Scripts that put no space between words, and Hangul, whose particles join the word before them. */
const unspaced =
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}\p{sc=Hangul}\p{sc=Javanese}\p{sc=Tai_Le}\p{sc=New_Tai_Lue}\p{sc=Tai_Tham}\u30fc]$/u

/** Whether the code point at `at` belongs to a word between spaces. Outside the text, none does. */
function isSpacedLetter(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  if (unit < 128) return asciiLetter(unit)
  if (Number.isNaN(unit)) return false
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
  return letter.test(character) && !unspaced.test(character)
}

function asciiLetter(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90)
}

/** Whether a match that starts at `start` starts a word, or is not in one. */
export function beginsWord(text: string, start: number): boolean {
  if (!isSpacedLetter(text, start)) return true
  const before = isLowSurrogate(text.charCodeAt(start - 1)) ? start - 2 : start - 1
  return before < 0 || !isSpacedLetter(text, before)
}

/** Whether a match that ends before `end` ends a word, or is not in one. */
export function endsWord(text: string, end: number): boolean {
  const last = isLowSurrogate(text.charCodeAt(end - 1)) ? end - 2 : end - 1
  return !isSpacedLetter(text, last) || end >= text.length || !isSpacedLetter(text, end)
}

const word =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{N}\p{M}]+)*/gu

/**
 * Where each word of a text begins. In scripts without spaces each character counts as a word, because finding their words
 * needs a dictionary.
 */
export function wordStarts(text: string): number[] {
  return Array.from(text.matchAll(word), (match) => match.index)
}
