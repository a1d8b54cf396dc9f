/** A phrase in its form for searching symbols: its letters without separators, repeated ones once. */
import { streamOf } from './disguise-stream.ts'
import { isEastAsian, isStretchable, signSymbol, symbolOf } from './disguise-units.ts'

export interface DisguisedPhrase {
  readonly symbols: string
  readonly runs: readonly PhraseRun[]
  /** Signs before the first letter and after the last one, which must also occur in the text. */
  readonly prefix: string
  readonly suffix: string
  readonly letters: number
  /** In scripts without spaces a character carries more meaning than a letter, and words have no ends. */
  readonly isEastAsian: boolean
}

/** The units of one symbol. */
export interface PhraseRun {
  readonly units: readonly number[]
  /** The separator before them; "" within a word. */
  readonly gap: string
  /** Whether they end one word and start the next. */
  readonly spansWords: boolean
}

/** Phrases with fewer letters would cause false matches, so they are found only undisguised. */
const fewestLetters = 3

/**
 * The sequences of symbols for a phrase. If one word starts as the previous one ends (`pass some`), there are two:
 * with separate words and with joined ones. None for a phrase that is too short to be disguised.
 * @param phrase folded
 */
export function disguisesOf(phrase: string): DisguisedPhrase[] {
  const { places, firstUnits } = streamOf({ text: phrase }, phrase)
  const count = firstUnits.at(-1) ?? 0
  const ofPhrase = Array.from(places.subarray(0, count))
  const isDense = ofPhrase.some((at) => isEastAsian(phrase.charCodeAt(at)))
  if (count < (isDense ? 1 : fewestLetters)) return []
  const apart = runsOf(phrase, ofPhrase, false)
  const together = runsOf(phrase, ofPhrase, true)
  return (together.length < apart.length ? [apart, together] : [apart]).map((runs) => ({
    runs,
    symbols: String.fromCharCode(...runs.map(({ units }) => symbolOfUnit(units[0] ?? 0))),
    prefix: phrase.slice(0, ofPhrase[0]),
    suffix: phrase.slice((ofPhrase.at(-1) ?? 0) + 1),
    letters: count,
    isEastAsian: isDense,
  }))
}

function runsOf(phrase: string, places: readonly number[], acrossWords: boolean): PhraseRun[] {
  const runs: { units: number[]; gap: string; spansWords: boolean }[] = []
  let before = -1
  for (const at of places) {
    const unit = phrase.charCodeAt(at)
    const symbol = symbolOfUnit(unit)
    const gap = before < 0 ? '' : phrase.slice(before + 1, at)
    const last = runs.at(-1)
    const isSame = last && symbolOfUnit(last.units[0] ?? 0) === symbol && isStretchable(symbol)
    if (isSame && (gap === '' || acrossWords)) {
      last.units.push(unit)
      last.spansWords ||= gap !== ''
    } else runs.push({ units: [unit], gap, spansWords: false })
    before = at
  }
  return runs
}

function symbolOfUnit(unit: number): number {
  return signSymbol(unit) || symbolOf(unit)
}
