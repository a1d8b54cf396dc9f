/** The units of one symbol in a text, read as those of a phrase. */
import { isDigit, signSymbol, type Standing, standing } from './disguise-units.ts'

/** How a run reads as what is wanted. */
export interface RunReading {
  /** Units that are what they stand for. */
  readonly itself: number
  /** Digits and signs that stand for letters. */
  readonly instead: number
  /** Letters of another alphabet. */
  readonly alike: number
  /** By how much the most repeated letter is repeated, where it is more than wanted; 0 where none is. */
  readonly stretch: number
}

/**
 * Reads `units` as `wanted`, or not at all. A letter may be repeated more often than wanted, never less; digits that are
 * wanted stand as they are.
 */
export function readRun(units: readonly number[], wanted: readonly number[]): RunReading | undefined {
  if (units.length < wanted.length) return undefined
  if (units.length === wanted.length) return readEach(units, wanted)
  return wanted.some((unit) => isDigit(unit) || signSymbol(unit) !== 0)
    ? undefined
    : readStretched(units, wanted)
}

function readEach(units: readonly number[], wanted: readonly number[]): RunReading | undefined {
  const counts = makeCounts()
  for (const [i, unit] of units.entries()) if (!counts.add(standing(unit, wanted[i] ?? 0))) return undefined
  return { ...counts.sums, stretch: 0 }
}

/** One letter after the other takes what can stand for it and leaves enough for those after it. */
function readStretched(units: readonly number[], wanted: readonly number[]): RunReading | undefined {
  const counts = makeCounts()
  let stretch = 0
  let at = 0
  for (let i = 0; i < wanted.length;) {
    const letter = wanted[i] ?? 0
    let needed = 1
    while (wanted[i + needed] === letter) needed++
    i += needed
    const most = units.length - (wanted.length - i)
    let taken = 0
    for (; at < most; at++, taken++) {
      const how = standing(units[at] ?? 0, letter)
      if (how === undefined) break
      counts.add(how)
    }
    if (taken < needed) return undefined
    if (taken > needed) stretch = Math.max(stretch, taken)
  }
  return at === units.length ? { ...counts.sums, stretch } : undefined
}

function makeCounts() {
  const sums = { itself: 0, instead: 0, alike: 0 }
  return {
    sums,
    add(how: Standing): boolean {
      if (how === undefined) return false
      if (how === 'digit' || how === 'sign') sums.instead++
      else if (how === 'alphabet') sums.alike++
      else sums.itself++
      return true
    },
  }
}
