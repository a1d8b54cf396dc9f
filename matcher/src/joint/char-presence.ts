/**
 * The characters of a text as bits: one per ASCII character and one for all others. Testing for any of some characters
 * takes four or five `and`s, so regexes that need a digit, or a z, cost nothing in texts without one.
 */
import type { AsciiView } from '#regex/char-class.ts'

/** Five words of 32 bits: ASCII, then one bit for everything beyond. */
export type Presence = Int32Array

export function makePresence(): Presence {
  return new Int32Array(5)
}

/** Overwrites `presence` with the characters of `text`. */
export function readPresence(text: string, presence: Presence): void {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let beyond = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    const bit = 1 << (unit & 31)
    if (unit >= 128) beyond = 1
    else if (unit >= 96) d |= bit
    else if (unit >= 64) c |= bit
    else if (unit >= 32) b |= bit
    else a |= bit
  }
  presence[0] = a
  presence[1] = b
  presence[2] = c
  presence[3] = d
  presence[4] = beyond
}

/** The characters of a class. */
export function presenceOf({ ascii, beyond }: AsciiView): Presence {
  const presence = makePresence()
  for (let point = 0; point < 128; point++) {
    if (ascii[point] === 1) presence[point >> 5] = (presence[point >> 5] ?? 0) | (1 << (point & 31))
  }
  presence[4] = beyond ? 1 : 0
  return presence
}

/** Whether the two share a character. */
export function overlaps(a: Presence, b: Presence): boolean {
  return (
    ((a[0] ?? 0) & (b[0] ?? 0)) !== 0 ||
    ((a[1] ?? 0) & (b[1] ?? 0)) !== 0 ||
    ((a[2] ?? 0) & (b[2] ?? 0)) !== 0 ||
    ((a[3] ?? 0) & (b[3] ?? 0)) !== 0 ||
    ((a[4] ?? 0) & (b[4] ?? 0)) !== 0
  )
}

export function united(presences: readonly Presence[]): Presence {
  const union = makePresence()
  for (const presence of presences) presence.forEach((word, i) => (union[i] = (union[i] ?? 0) | word))
  return union
}

/** The rough probability that a chat message has one of the characters. */
export function chanceOfAny(presence: Presence): number {
  let share = (presence[4] ?? 0) === 0 ? 0 : 0.004
  for (let point = 0; point < 128; point++) {
    if (((presence[point >> 5] ?? 0) & (1 << (point & 31))) !== 0) share += shares[point] ?? 0
  }
  return 1 - (1 - Math.min(share, 1)) ** 50
}

/** Shares of characters in English chat, in thousandths; characters not listed are rare. */
const perMille: Record<string, number> = {
  ' ': 180,
  e: 90,
  t: 72,
  a: 63,
  o: 62,
  i: 53,
  n: 52,
  s: 46,
  h: 40,
  r: 40,
  l: 32,
  d: 28,
  u: 25,
  m: 20,
  y: 18,
  w: 18,
  c: 17,
  g: 16,
  f: 15,
  p: 14,
  b: 12,
  k: 9,
  v: 7,
  '.': 12,
  ',': 8,
  "'": 4,
  '?': 5,
  '!': 3,
  j: 1.5,
  x: 1.5,
  q: 0.7,
  z: 0.7,
}

const shares = Float64Array.from({ length: 128 }, (_, point) => {
  const character = String.fromCharCode(point)
  const lower = character.toLowerCase()
  if (/[0-9]/.test(character)) return 0.001
  if (character !== lower) return ((perMille[lower] ?? 0.3) / 1000) * 0.04
  return (perMille[character] ?? 0.3) / 1000
})
