/** Kinds of characters, one bit each, so that "what is in this text" is one number. */

const groups = [
  ['0', '9'],
  ['a', 'z'],
  ['A', 'Z'],
] as const
const together = ['[]', '{}', '()', '<>', '`~^', '!?']
const alone = '"#$%&\'*+,-./:;=@\\_|'

const table = makeTable()

/** Everything beyond ASCII. */
export const otherBucket = 1 << 30
/** All of them: says nothing. */
export const everyBucket = table.reduce((mask, bit) => mask | bit, otherBucket)

/** The bit of a UTF-16 unit's kind. */
export function bucketOf(unit: number): number {
  return unit < 128 ? (table[unit] ?? 0) : otherBucket
}

/** The kinds of characters in a text, as bits. */
export function bucketsIn(text: string): number {
  let mask = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    mask |= unit < 128 ? (table[unit] ?? 0) : otherBucket
  }
  return mask
}

function makeTable(): Int32Array {
  // Controls and white space share the last bit; everything else is named above.
  const bits = new Int32Array(128).fill(1 << 29)
  let bit = 0
  for (const [first, last] of groups) {
    bits.fill(1 << bit++, first.charCodeAt(0), last.charCodeAt(0) + 1)
  }
  for (const signs of together) {
    for (const sign of signs) bits[sign.charCodeAt(0)] = 1 << bit
    bit++
  }
  for (const sign of alone) bits[sign.charCodeAt(0)] = 1 << bit++
  return bits
}
