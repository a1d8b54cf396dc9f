/**
 * A seeded source of randomness. The demo organization must be the same on every machine for the same seed,
 * so it never uses `Math.random`. Each part forks its own stream, so that a change in one part leaves
 * the others unchanged.
 */
export interface Random {
  /** From 0 (included) to 1 (excluded). */
  next(): number
  /** A whole number from 0 to `below - 1`. */
  int(below: number): number
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** One of `pairs`, with a probability in proportion to its weight. */
  weighted<T>(pairs: readonly (readonly [T, number])[]): T
  shuffled<T>(list: readonly T[]): T[]
  /** Around 0, standard deviation 1. */
  normal(): number
  /** Lower-case hexadecimal digits. */
  hex(length: number): string
  /** A separate stream, determined only by this one's seed and `label`. */
  fork(label: string): Random
}

/** A stream determined by `seed`. Not for secrets. */
export function seededRandom(seed: string): Random {
  let state = hash(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const int = (below: number) => Math.floor(next() * below)
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new Error('Nothing to pick from')
    return list[int(list.length)] as T
  }
  return {
    next,
    int,
    pick,
    between: (min, max) => min + int(max - min + 1),
    chance: (probability) => next() < probability,
    weighted: (pairs) => weightedPick(pairs, next()),
    shuffled: (list) => shuffle([...list], int),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    hex(length) {
      let digits = ''
      while (digits.length < length)
        digits += Math.floor(next() * 0x1_0000_0000)
          .toString(16)
          .padStart(8, '0')
      return digits.slice(0, length)
    },
    fork: (label) => seededRandom(`${seed}/${label}`),
  }
}

function weightedPick<T>(pairs: readonly (readonly [T, number])[], at: number): T {
  let total = 0
  for (const pair of pairs) total += pair[1]
  let left = at * total
  for (const pair of pairs) {
    left -= pair[1]
    if (left < 0) return pair[0]
  }
  const last = pairs.at(-1)
  if (!last) throw new Error('Nothing to pick from')
  return last[0]
}

function shuffle<T>(list: T[], int: (below: number) => number): T[] {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = int(at + 1)
    const held = list[at] as T
    list[at] = list[other] as T
    list[other] = held
  }
  return list
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let state = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    state = Math.imul(state ^ text.charCodeAt(at), 0x01000193)
  }
  return state >>> 0
}
