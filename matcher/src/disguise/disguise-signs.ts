/** The signs that make a text get a second pass; most texts have none. */
import type { Folded } from '#folding/fold.ts'
import { isDigit, isEastAsian, isNumberWithUnit, signSymbol } from './disguise-units.ts'

/**
 * Whether anything of a text, folded or in plain ASCII, looks disguised: a letter three times, or letters of a word all
 * doubled; a digit or sign beside letters; single letters; invisible characters; Chinese or Japanese. It may report
 * a text without disguises, never miss one with them.
 */
export function mayBeDisguised({ text }: Folded, original: string): boolean {
  return unseen.test(original) || isOfTwoAlphabets(original) || hasSigns(text)
}

function hasSigns(text: string): boolean {
  let before = other
  let last = none
  /** For the word so far: its characters, its letters, the repeated ones, and whether others touch them. */
  let size = 0
  let letters = 0
  let repeated = 0
  let isTouched = false
  let alone = 0
  for (let at = 0; at <= text.length; at++) {
    const unit = at < text.length ? text.charCodeAt(at) : space
    const kind = kindOf(unit)
    if (kind === other) {
      if (before === other) continue
      if (isTouched && letters > 1 && !isNumberWithUnit(text.slice(at - size, at))) return true
      if (isDoubled(size, repeated)) return true
      alone = size - repeated <= 1 ? alone + 1 : 0
      if (alone >= 3) return true
      before = other
      last = none
      size = letters = repeated = 0
      isTouched = false
      continue
    }
    if (kind === eastAsian) return true
    const small = unit | smallBit
    if (small === last) {
      repeated++
      if (isThirdLetter(text, at, kind)) return true
    }
    if (kind === letter) letters++
    if (touches(kind, before, unit)) isTouched = true
    size++
    last = small
    before = kind
  }
  return false
}

/** Whether a letter that repeats the previous one also repeats the one before that, in upper or lower case. */
function isThirdLetter(text: string, at: number, kind: number): boolean {
  return kind === letter && ((text.charCodeAt(at) ^ text.charCodeAt(at - 2)) | smallBit) === smallBit
}

/** Whether more than one letter of a word is repeated, and almost all are. */
function isDoubled(size: number, repeated: number): boolean {
  return repeated > 1 && repeated * 3 > (size - repeated) * 2
}

/** Whether a digit or a sign is next to the letters of a word. An exclamation mark counts only before a letter. */
function touches(kind: number, before: number, unit: number): boolean {
  return kind === letter ? before === sign : unit !== exclamation
}

/** Characters that folding removes or turns into blanks. */
// oxlint-disable no-misleading-character-class -- each represents itself
const unseen =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufff8]|\udb40/
// oxlint-enable no-misleading-character-class
const otherAlphabet = /[\u0370-\u058f]/

function isOfTwoAlphabets(text: string): boolean {
  return otherAlphabet.test(text) && /[a-z]/i.test(text)
}

/** No character. */
const none = -1
const space = 32
const exclamation = 33
/** The bit that is set in ASCII's small letters. */
const smallBit = 32
const other = 0
const letter = 1
const digit = 2
const sign = 3
const eastAsian = 4

const asciiKinds = Uint8Array.from({ length: 128 }, (_, unit) => {
  if (isDigit(unit)) return digit
  if (/[a-z]/i.test(String.fromCharCode(unit))) return letter
  return signSymbol(unit) !== 0 ? sign : other
})

function kindOf(unit: number): number {
  return unit < 128 ? (asciiKinds[unit] ?? other) : kindBeyond(unit)
}

function kindBeyond(unit: number): number {
  if (isEastAsian(unit)) return eastAsian
  // Dashes, quotes and the like do not count; emoji are pairs.
  if (unit >= 0x2000 && unit < 0x2e80) return signSymbol(unit) !== 0 ? sign : other
  if ((unit & 0xf800) === 0xd800) return other
  return signSymbol(unit) !== 0 ? sign : letter
}
