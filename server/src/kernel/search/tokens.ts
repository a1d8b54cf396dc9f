/**
 * The words of a folded text, one position each. Scripts that write without spaces (and Korean, whose particles hang
 * on the word) become overlapping pairs of characters and, at the end of each run, the last single character. So any
 * part of a run is found, and a single character by the start of its pair.
 */

/** A word, a pair of a dense run, the last character of a run, or its only character. */
export const kinds = { word: 0, pair: 1, tail: 2, single: 3 } as const
type Kind = (typeof kinds)[keyof typeof kinds]

/** Longer words are cut into pieces of this many units, so that no lexeme exceeds the database's 2,046 bytes. */
export const longestWord = 255

/** Calls `emit` for each token in order. Linear; offsets are those of the folded text, end exclusive. */
export function eachToken(folded: string, emit: (start: number, end: number, kind: Kind) => void): void {
  const { length } = folded
  for (let at = 0; at < length;) {
    switch (classAt(folded, at)) {
      case word:
        at = eachPiece(folded, at, emit)
        break
      case dense:
        at = eachPair(folded, at, emit)
        break
      case symbol: {
        const end = at + unitsAt(folded, at)
        emit(at, end, kinds.word)
        at = end
        break
      }
      default:
        at += unitsAt(folded, at)
    }
  }
}

function eachPiece(
  folded: string,
  start: number,
  emit: (start: number, end: number, kind: Kind) => void,
): number {
  let from = start
  let at = start
  while (at < folded.length && classAt(folded, at) === word) {
    const units = unitsAt(folded, at)
    if (at + units - from > longestWord) {
      emit(from, at, kinds.word)
      from = at
    }
    at += units
  }
  emit(from, at, kinds.word)
  return at
}

function eachPair(
  folded: string,
  start: number,
  emit: (start: number, end: number, kind: Kind) => void,
): number {
  let from = start
  let at = start + unitsAt(folded, start)
  while (at < folded.length && classAt(folded, at) === dense) {
    const end = at + unitsAt(folded, at)
    emit(from, end, kinds.pair)
    from = at
    at = end
  }
  emit(from, at, from === start ? kinds.single : kinds.tail)
  return at
}

const unmet = 0
const separator = 1
const word = 2
const dense = 3
const symbol = 4
const surrogate = 5

/** The class of each unit of the basic plane, filled on first use; a cache of a pure function. */
const classes = new Uint8Array(0x10000)

function classAt(folded: string, at: number): number {
  const unit = folded.charCodeAt(at)
  const known = classes[unit]
  if (known === surrogate) return classOf(folded.slice(at, at + 2))
  if (known !== undefined && known !== unmet) return known
  const found = (unit & 0xf800) === 0xd800 ? surrogate : classOf(String.fromCharCode(unit))
  classes[unit] = found
  return found === surrogate ? classOf(folded.slice(at, at + 2)) : found
}

function unitsAt(folded: string, at: number): number {
  const isPair =
    (folded.charCodeAt(at) & 0xfc00) === 0xd800 && (folded.charCodeAt(at + 1) & 0xfc00) === 0xdc00
  return isPair ? 2 : 1
}

const wordCharacter = /^[\p{L}\p{N}\p{M}]$/u
const denseScript =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}\p{scx=Yi}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}\p{scx=Javanese}\p{scx=Balinese}\p{scx=Tai_Le}\p{scx=New_Tai_Lue}\p{scx=Tai_Tham}]$/u
/** Emoji count as words in chats. */
const picture = /^[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]$/u

function classOf(character: string): number {
  if (wordCharacter.test(character)) {
    // Marks that many scripts share belong to the surrounding word.
    return denseScript.test(character) && !/^\p{Script=Inherited}$/u.test(character) ? dense : word
  }
  return picture.test(character) ? symbol : separator
}
