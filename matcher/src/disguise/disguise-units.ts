// oxlint-disable-next-line typescript/triple-slash-reference -- other packages that read this file include no declarations
/// <reference path="../opencc-js.d.ts" />
/** The letters that each character of a folded text may represent in a disguise. */
import { isOtherAlphabet, latinLikeness } from '#folding/alphabets.ts'
import traditional from 'opencc-js/dict/TSCharacters'

/** The symbol that a folded unit shares with all it may be mistaken for; 0 for one that is no letter or digit. */
export function symbolOf(unit: number): number {
  const known = symbols[unit] ?? unknown
  if (known !== unknown) return known
  return (symbols[unit] = findSymbol(unit))
}

/** The symbol of a sign that may be used as a letter; 0 for others. Its neighbours decide whether it is one. */
export function signSymbol(unit: number): number {
  return unit < signSymbols.length ? (signSymbols[unit] ?? 0) : 0
}

export function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57
}

const numberWithUnit =
  /^\p{Sc}?\d[\d.,]*(?:[a-z]|[ap]m|st|[nr]d|th|er|bn|m[nmgb]|bln|mil|tn|[ck]m|kg|lb|ft|sq|hrs?|mins?|sec|yrs?|days?|[gkt]b|[mg]?hz|bps?|pct|usd|eur|gbp|chf)$/iu

/** `5am`, `$10m`, `1st`, `30mins`. */
export function isNumberWithUnit(word: string): boolean {
  return numberWithUnit.test(word)
}

/** How a unit of a text may be read as a unit of a phrase. */
export type Standing = 'itself' | 'digit' | 'sign' | 'character' | 'alphabet' | undefined

/** Both share a symbol. A digit of a phrase is never a letter of the text. */
export function standing(unit: number, wanted: number): Standing {
  if (unit === wanted) return 'itself'
  if (isDigit(wanted) || signs.has(wanted)) return undefined
  const letters = signs.get(unit) ?? digits[unit - 48]
  if (letters !== undefined) {
    const letter = latinLikeness(wanted) ?? wanted
    if (!letters.includes(String.fromCharCode(letter))) return undefined
    return isDigit(unit) ? 'digit' : 'sign'
  }
  if (latinLikeness(unit) === wanted || latinLikeness(wanted) === unit) return 'alphabet'
  return isEastAsian(unit) && symbolOf(unit) === symbolOf(wanted) ? 'character' : undefined
}

/** Whether a unit is repeated to stretch a word; a repeated Chinese character has another meaning. */
export function isStretchable(symbol: number): boolean {
  return symbol < 0xe00
}

/** Whether a unit is of Chinese or Japanese, which have no spaces between words. */
export function isEastAsian(unit: number): boolean {
  if (unit < firstEastAsian) return false
  return (
    unit < 0xa000 || (unit >= 0xd840 && unit < 0xd8c0) || (unit >= 0xf900 && unit < 0xfb00) || unit >= 0xff00
  )
}

const firstEastAsian = 0x2e80

const letterOrDigit = /[\p{L}\p{N}\p{M}]/u
const lowerI = 0x69
const lowerL = 0x6c
const unknown = -1
/** One answer per code unit, filled on first use; a cache of a pure function. */
const symbols = new Int32Array(0x10000).fill(unknown)

/** The letters that each digit may replace. */
const digits = ['o', 'il', 'z', 'e', 'a', 's', 'g', 't', 'b', 'g']
const signs: ReadonlyMap<number, string> = new Map(
  Object.entries({
    '@': 'a',
    $: 's',
    '!': 'il',
    '|': 'il',
    '€': 'e',
    '£': 'l',
    '¢': 'c',
    '¥': 'y',
  }).map(([sign, letters]) => [sign.charCodeAt(0), letters]),
)

/** Up to the euro sign, the last of them. */
const signSymbols = Uint16Array.from({ length: 0x20ad }, (_, unit) => {
  const letters = signs.get(unit)
  return letters === undefined ? 0 : symbolOf(letters.charCodeAt(0))
})

function findSymbol(unit: number): number {
  if (isDigit(unit)) return symbolOf((digits[unit - 48] ?? '').charCodeAt(0))
  if (unit === lowerL) return lowerI
  if (isOtherAlphabet(unit)) return symbolOf(latinLikeness(unit) ?? 0) || unit
  // Both halves of a pair are kept, except those of emoji.
  if ((unit & 0xf800) === 0xd800) return unit >= 0xd83c && unit <= 0xd83e ? 0 : unit
  const hiragana = hiraganaOf(unit)
  if (hiragana !== undefined) return hiragana
  if (unit < firstEastAsian) return letterOrDigit.test(String.fromCharCode(unit)) ? unit : 0
  const simple = simplified().get(unit)
  if (simple !== undefined) return symbolOf(simple)
  return letterOrDigit.test(String.fromCharCode(unit)) ? unit : 0
}

function hiraganaOf(unit: number): number | undefined {
  const isKatakana = (unit >= 0x30a1 && unit <= 0x30f6) || unit === 0x30fd || unit === 0x30fe
  return isKatakana ? unit - 0x60 : undefined
}

let simplifiedOf: ReadonlyMap<number, number> | undefined

/** Chinese characters by their traditional form. If there are several simplified ones, the first is used for all. */
function simplified(): ReadonlyMap<number, number> {
  return (simplifiedOf ??= new Map(
    `${traditional}|著 着`
      .split('|')
      .map((pair) => pair.split(' '))
      .filter(([from = '', to = '']) => from.length === 1 && to.length === 1 && from !== to)
      .map(([from = '', to = '']) => [from.charCodeAt(0), to.charCodeAt(0)]),
  ))
}
