/** The measurements of a claim and their floor. Every figure needs a floor. */

/** One line of the table: our figure, and its floor or peer, measured in the same run. */
export interface Row {
  readonly what: string
  readonly ours: number
  readonly floor: number
  /** The floor, in a few words. */
  readonly against: string
  readonly unit: Unit
  readonly marks?: Marks
}

type Unit = 'per-second' | 'ms' | 'kB' | 'MB' | '%'

/** The mark of a figure. A figure without marks is only reported. */
interface Marks {
  readonly atLeast?: number
  readonly atMost?: number
  /** The minimum share of the floor, for rates. */
  readonly share?: number
  /** The maximum multiple of the floor, for everything else. */
  readonly times?: number
}

/** A claim about the product's speed or size, in a separate file. */
export interface Claim {
  /** The name for `--only`. */
  readonly name: string
  measure(options: BenchOptions): Promise<Row[]>
}

export interface BenchOptions {
  /** How many messages lists and searches run over; loads scale with it up to their full size. */
  readonly messages: number
  /** A folder for the data of lists and searches: filled the first time, and reused from then on. */
  readonly archive?: string
  /** Reports progress; not part of the table. */
  readonly tell: (text: string) => void
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** The smallest value that `share` of all do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** The marks that a row misses, in words. */
export function missed({ ours, floor, unit, marks = {} }: Row): string[] {
  const { atLeast = -Infinity, atMost = Infinity, share = 0, times = Infinity } = marks
  return [
    ...(ours < atLeast ? [`below ${inUnit(atLeast, unit)}`] : []),
    ...(ours > atMost ? [`above ${inUnit(atMost, unit)}`] : []),
    ...(ours < floor * share ? [`below ${share} of the floor`] : []),
    ...(ours > floor * times ? [`above ${times} times the floor`] : []),
  ]
}

/** The marks of a row in words. */
export function promised({ unit, marks = {} }: Row): string {
  const { atLeast, atMost, share, times } = marks
  const words = [
    ...(atLeast === undefined ? [] : [`≥ ${inUnit(atLeast, unit)}`]),
    ...(atMost === undefined ? [] : [`≤ ${inUnit(atMost, unit)}`]),
    ...(share === undefined ? [] : [`≥ ${share} ×`]),
    ...(times === undefined ? [] : [`≤ ${times} ×`]),
  ]
  return words.join(', ') || '–'
}

export function inUnit(value: number, unit: Unit): string {
  const digits = value >= 100 || unit === 'per-second' ? 0 : value >= 10 ? 1 : 2
  const number = value.toLocaleString('en-GB', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return unit === 'per-second' ? `${number}/s` : `${number} ${unit}`
}
