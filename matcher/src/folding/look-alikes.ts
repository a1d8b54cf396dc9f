/**
 * The character that a look-alike represents, in any context. Letters of another alphabet depend on the word:
 * `alphabets.ts`.
 */

/** The letter, digit or sign that a lower-case, unaccented character represents; itself if it is not a look-alike. */
export function lookAlike(character: string): string {
  const known = lookAlikes.get(character)
  if (known !== undefined) return known
  const point = character.codePointAt(0) ?? 0
  for (const zero of digitZeros) {
    if (point >= zero && point < zero + 10) return String(point - zero)
  }
  // Negative circled and squared capitals have no Unicode decomposition.
  for (const first of [0x1f150, 0x1f170]) {
    if (point >= first && point < first + 26) return String.fromCharCode(97 + point - first)
  }
  return character
}

/** The zero of each set of decimal digits. */
const digitZeros = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0,
  0xf20, 0x1040, 0x1090, 0x17e0, 0x1810,
]

/** Each source with its target. */
const likenesses = [
  // One letter at a word's end and within it
  'ςσ',
  // Latin letters with a stroke, without a dot, or drawn small
  'øo đd łl ħh ŧt ðd ıi ȷj ɑa ɡg ɩi ƒf',
  'ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ǫq ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz',
  // Lisu, whose letters are Latin capitals to any reader
  'ꓮa ꓐb ꓚc ꓓd ꓰe ꓝf ꓖg ꓧh ꓲi ꓙj ꓗk ꓡl ꓟm ꓠn ꓳo ꓑp ꓣr ꓢs ꓔt ꓴu ꓦv ꓪw ꓫx ꓬy ꓜz',
  // Arabic and Persian shapes of one letter
  'كک يی',
  // Quotes, dashes, slashes
  "‘' ’' ‚' ‛' ′' ʹ' ʻ' ʼ' ˈ' ՚'",
  '“" ”" „" ‟" ″" «" »"',
  '‐- ‑- ‒- –- —- ―- −- ⁃- ⁄/ ∕/',
]

const lookAlikes = new Map([
  ...likenesses.flatMap((row) =>
    row.split(' ').map((pair): [string, string] => [pair.charAt(0), pair.slice(1)]),
  ),
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
  // Line ends and the Ogham space, which have no decomposition
  ['\u0085', ' '],
  ['\u1680', ' '],
  ['\u2028', ' '],
  ['\u2029', ' '],
])
