/**
 * Letters of different alphabets that look the same. A word of one alphabet does not change: Russian не is not English
 * he. A mixed word is read in the alphabet that it requires: іnsіdеr in Latin, дoгoвoр in Cyrillic.
 */

type Alphabet = 'greek' | 'cyrillic' | 'armenian'

/** Whether a folded unit is a letter of Greek, Cyrillic or Armenian. */
export function isOtherAlphabet(unit: number): boolean {
  return unit >= 0x370 && unit < 0x590
}

/** The Latin letter that a letter of another alphabet looks like, if any. */
export function latinLikeness(unit: number): number | undefined {
  return toLatin.get(unit)
}

/**
 * Replaces letters that look like Latin ones: the result is the same in any alphabet in which the words are
 * read.
 */
export function looksOf(folded: string): string {
  let looks = ''
  for (const character of folded) {
    const latin = toLatin.get(character.charCodeAt(0))
    looks += latin === undefined ? character : String.fromCharCode(latin)
  }
  return looks
}

/** Rewrites each word of mixed alphabets in place, unit by unit. Linear and idempotent. */
export function readInOneAlphabet(units: Uint16Array): void {
  for (let at = 0; at < units.length; at++) {
    const start = at
    let hasLatin = false
    let hasOther = false
    for (let unit = units[at] ?? 0; isOfWord(unit); unit = units[++at] ?? 0) {
      if (isOtherAlphabet(unit)) hasOther = true
      else if (isLatin(unit)) hasLatin = true
    }
    if (hasLatin && hasOther) rewrite(units.subarray(start, at))
  }
}

function rewrite(word: Uint16Array): void {
  // A word of three alphabets may turn out to be a word of two.
  for (let round = 0; round < 2; round++) {
    const letters = fromLatin[ownAlphabet(word) ?? 'latin']
    word.forEach((unit, i) => (word[i] = letters.get(unit) ?? unit))
  }
}

/** The alphabet of the letters that look like no Latin one, if the Latin letters all look like one of its own. */
function ownAlphabet(word: Uint16Array): Alphabet | undefined {
  const others = word.filter(isOtherAlphabet)
  const alphabets = new Set(Array.from(others, alphabetOf))
  const [alphabet] = alphabets
  if (!alphabet || alphabets.size > 1 || others.every((unit) => toLatin.has(unit))) return undefined
  return word.every((unit) => !isLatin(unit) || fromLatin[alphabet].has(unit)) ? alphabet : undefined
}

function alphabetOf(unit: number): Alphabet {
  if (unit < 0x400) return 'greek'
  return unit < 0x530 ? 'cyrillic' : 'armenian'
}

/** Digits between letters do not end a word. */
function isOfWord(unit: number): boolean {
  return isLatin(unit) || isOtherAlphabet(unit) || (unit >= 48 && unit <= 57)
}

function isLatin(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 0xdf && unit < 0x2b0 && unit !== 0xf7)
}

/**
 * Each letter with its Latin look-alike. If the two cases of a letter look like different Latin letters (ν and Ν), the small one
 * decides, because both cases must fold to one; of two that look like the same, the usual one comes first.
 */
const likenesses: Record<Alphabet, string> = {
  cyrillic: 'аa вb еe кk мm нh оo рp сc тt уy хx іi јj ѕs һh ԁd ԛq ԝw үy ѵv',
  greek: 'αa βb εe ζz ηh ιi κk μm νv οo ρp τt υu χx γy ϳj',
  armenian: 'օo ոn սu հh ցg',
}

const pairsOf = (alphabet: Alphabet) =>
  likenesses[alphabet].split(' ').map((pair): [number, number] => [pair.charCodeAt(0), pair.charCodeAt(1)])

const toLatin: ReadonlyMap<number, number> = new Map(
  (['greek', 'cyrillic', 'armenian'] as const).flatMap(pairsOf),
)

/** How the letters of a mixed word are rewritten, by the alphabet in which it is read. */
const fromLatin: Record<Alphabet | 'latin', ReadonlyMap<number, number>> = {
  latin: toLatin,
  greek: reversed('greek'),
  cyrillic: reversed('cyrillic'),
  armenian: reversed('armenian'),
}

function reversed(alphabet: Alphabet): ReadonlyMap<number, number> {
  return new Map(
    pairsOf(alphabet)
      .reverse()
      .map(([other, latin]) => [latin, other]),
  )
}
