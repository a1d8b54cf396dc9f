/**
 * The analyser's view of a character. Case, accents and width are folded, because people in a hurry do not type them;
 * scripts without spaces are read one character at a time.
 */

/** The role of a UTF-16 code unit in cutting a text into tokens. */
export const kinds = {
  gap: 0,
  letter: 1,
  digit: 2,
  /** A character of a script written without spaces, or a syllable block: a separate token. */
  ideograph: 3,
  apostrophe: 4,
  stop: 5,
  question: 6,
  exclamation: 7,
  surrogate: 8,
  symbol: 9,
  /** A mark that leaves no trace: combining accents, joiners, variation selectors. */
  silent: 10,
} as const

export interface Characters {
  readonly kind: Uint8Array
  readonly folded: Uint16Array
  readonly upper: Uint8Array
}

/** Builds the table of all 65,536 code units; about 20 ms, done once. */
export function tabulateCharacters(): Characters {
  const kind = new Uint8Array(65536)
  const folded = new Uint16Array(65536)
  const upper = new Uint8Array(65536)
  for (let code = 0; code < 65536; code++) {
    const character = String.fromCharCode(code)
    kind[code] = kindOf(code, character)
    folded[code] = kind[code] === kinds.letter || kind[code] === kinds.digit ? fold(character) : code
    if (kind[code] === kinds.letter && character !== character.toLowerCase()) upper[code] = 1
  }
  return { kind, folded, upper }
}

function kindOf(code: number, character: string): number {
  if (code >= 0xd800 && code <= 0xdfff) return kinds.surrogate
  if (isHan(code)) return kinds.ideograph
  if (code >= 0xe000 && code <= 0xf8ff) return kinds.gap // private use
  if (code > 0xff00 && code < 0xff5f) return kindOf(code - 0xfee0, String.fromCharCode(code - 0xfee0))
  const punctuation = punctuationKinds.get(character)
  if (punctuation !== undefined) return punctuation
  if (isSpaceless(code)) return /[\p{L}\p{M}]/u.test(character) ? kinds.ideograph : kinds.gap
  if (/\p{L}/u.test(character)) return kinds.letter
  if (/\p{Nd}/u.test(character)) return kinds.digit
  if (/[\p{M}\p{Cf}]/u.test(character)) return kinds.silent
  if (/\p{So}/u.test(character)) return kinds.symbol
  return kinds.gap
}

const punctuationKinds: ReadonlyMap<string, number> = new Map(
  (
    [
      ['?¿؟⁇⁈⁉', kinds.question],
      ['!¡‼', kinds.exclamation],
      ['.;\n\r。…\u2028\u2029\u0085', kinds.stop],
      ["'’ʼ´`", kinds.apostrophe],
    ] as const
  ).flatMap(([characters, kind]) => Array.from(characters, (character) => [character, kind] as const)),
)

/** The two large blocks of letters, tested first because they are half of the table. */
function isHan(code: number): boolean {
  return (code >= 0x3400 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3)
}

/** Thai, Lao, Khmer, kana, Han, Hangul. */
function isSpaceless(code: number): boolean {
  return (
    (code >= 0x0e00 && code <= 0x0eff) ||
    (code >= 0x1780 && code <= 0x17ff) ||
    (code >= 0x3040 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7af) ||
    (code >= 0xf900 && code <= 0xfaff)
  )
}

/** The first code unit of the compatibility decomposition in lower case; a few letters that have none are given one. */
function fold(character: string): number {
  const lower = character.toLowerCase()
  const plain = { ß: 's', ø: 'o', ł: 'l', đ: 'd', ı: 'i', æ: 'a', œ: 'o' }[lower] ?? lower
  return plain.normalize('NFKD').toLowerCase().charCodeAt(0)
}
