/** The units of one symbol in a text, read as those of a phrase. */
import { isDigit, signSymbol, type Standing, standing } from './disguise-units.ts'

/** How a run matches the wanted letters. */
export interface RunReading {
  /** Units equal to the wanted letters. */
  readonly itself: number
  /** Digits and signs used as letters. */
  readonly instead: number
  /** Letters of another alphabet. */
  readonly alike: number
  /** The excess repetitions of the most repeated letter; 0 without any. */
  readonly stretch: number
}

/**
 * Reads all `units` as `wanted`, or fails. A letter may be repeated more often than wanted, never less; wanted digits
 * must occur unchanged.
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

/**
 * Each letter in turn takes as much as it can and leaves a rest that can be read as the later letters: a `1` may be
 * either of `li`. Costs the units times the letters of one run.
 */
function readStretched(units: readonly number[], wanted: readonly number[]): RunReading | undefined {
  const letters = lettersOf(wanted)
  const readable = readableRests(units, letters)
  if (!readable[0]?.[0]) return undefined
  const counts = makeCounts()
  let stretch = 0
  let at = 0
  for (const [i, { letter, needed }] of letters.entries()) {
    let [end, taken] = [at, 0]
    for (let next = at; next < units.length && standing(units[next] ?? 0, letter) !== undefined;) {
      next++
      if (next - at >= needed && readable[i + 1]?.[next]) [end, taken] = [next, next - at]
    }
    for (; at < end; at++) counts.add(standing(units[at] ?? 0, letter))
    if (taken > needed) stretch = Math.max(stretch, taken)
  }
  return { ...counts.sums, stretch }
}

interface WantedLetter {
  readonly letter: number
  needed: number
}

/** `illi` is one `i`, two `l`, one `i`. */
function lettersOf(wanted: readonly number[]): WantedLetter[] {
  const letters: WantedLetter[] = []
  for (const letter of wanted) {
    const last = letters.at(-1)
    if (last?.letter === letter) last.needed++
    else letters.push({ letter, needed: 1 })
  }
  return letters
}

/** Per letter and place, whether the units from there on can be read as the letters from that one on. */
function readableRests(units: readonly number[], letters: readonly WantedLetter[]): Uint8Array[] {
  const none = new Uint8Array(units.length + 1)
  none[units.length] = 1
  const rests = [none]
  for (const letter of letters.toReversed()) rests.unshift(readableRest(units, letter, rests[0] ?? none))
  return rests
}

/** Per place, whether the units from there on can be read as one letter and then as the later letters. */
function readableRest(
  units: readonly number[],
  { letter, needed }: WantedLetter,
  after: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const rest = new Uint8Array(units.length + 1)
  /** The last possible end of this letter's units, so that the rest can be read as the later letters. */
  let behind = after[units.length] ? units.length : -1
  for (let at = units.length - 1; at >= 0; at--) {
    if (standing(units[at] ?? 0, letter) === undefined) behind = after[at] ? at : -1
    else {
      rest[at] = behind - at >= needed ? 1 : 0
      if (behind < 0 && after[at]) behind = at
    }
  }
  return rest
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
