/** Folding of single characters: the result of each, and which ones join their neighbours. */
import { lookAlike } from './look-alikes.ts'

/** The folded form of one character or of a base with its composing marks. */
export function foldPiece(source: string): string {
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

/** Readers see a space, although Unicode calls them a braille pattern and fillers. */
export const blanks: ReadonlySet<number> = new Set([0x2800, 0x3164, 0xffa0])

/** Whether a unit looks like a blank without being one. */
export function drawnAsBlank(unit: number): boolean {
  return unit >= 0x2800 && blanks.has(unit)
}

export const ignorable = /^\p{Default_Ignorable_Code_Point}$/u

/** Accents and vowel points of alphabets whose writers omit them; never the vowels of Thai or Devanagari. */
const droppedRanges = [
  String.raw`\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f`, // Latin, Greek and Cyrillic
  String.raw`\u0483-\u0489`, // old Cyrillic
  String.raw`\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7`, // Hebrew points
  String.raw`\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed`, // Arabic
]
const dropped = new RegExp(String.raw`[${droppedRanges.join('')}]|\p{Default_Ignorable_Code_Point}`, 'gu')

/** All except compatibility jamo, which are typed separately (ㅋㅋ) and whose decomposition would join them to syllables. */
const decomposable = /[^\u3131-\u318e\uffa1-\uffdc]+/g

function decomposed(text: string): string {
  // A single acute accent is used as an apostrophe; its own decomposition would be a space.
  return text
    .replaceAll('´', "'")
    .replace(/[\u2800\u3164\uffa0]/g, ' ')
    .replace(decomposable, (part) => part.normalize('NFKD'))
}

/** Whether a unit joins the character before it into one: Hangul vowels and finals, kana voicing, Indic halves. */
export function isComposing(unit: number): boolean {
  if (unit < 0x93c) return false
  if (unit >= 0x1160 && unit <= 0x11ff) return true
  return composing.has(unit)
}

/** Whether a character is removed: a dropped accent, a zero-width character. The characters around it then join. */
export const leavesNothing = (character: string): boolean => foldPiece(character) === ''

/** Whether a character may become part of the one before it. */
export const joinsWhatPrecedes = (character: string): boolean => isComposing(character.charCodeAt(0))

/** Whether the next character may change a character. */
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
