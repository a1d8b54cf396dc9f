/** Figures and their changes in words: the same on the screen, in reports and in mails. */
import type { MetricDefinition, MetricUnit } from './metric-definitions.ts'
import type { FailedReason } from './metrics.ts'

/** `12,345`; numbers are English, like the interface. */
const numberText = (value: number) => value.toLocaleString('en')

const counted = (count: number, noun: string) => `${numberText(count)} ${count === 1 ? noun : `${noun}s`}`

/** Written where there is nothing to calculate from. */
export const noFigure = '–'

/** In place of a change since a period of which nothing is known. */
export const notKnownBefore = 'not known before'

/** In place of a value that would say nothing: `7 of the 20 decisions needed`. */
export const tooFewText = ({ rows, least }: { readonly rows: number; readonly least: number }) =>
  `${numberText(rows)} of the ${numberText(least)} decisions needed`

/** What is said of a figure of now in place of its change: `now`, `of 9 now`. */
export const nowText = ({ outOf }: { readonly outOf?: number | undefined }) =>
  outOf === undefined ? 'now' : `of ${numberText(outOf)} now`

/** In place of what could not be counted. */
export const failedTexts: Readonly<Record<FailedReason, string>> = {
  'too-long': 'It took too long to count.',
  unavailable: 'It can’t be counted right now.',
}

const oneDecimal = (value: number) => numberText(Math.round(value * 10) / 10)

const unitWords: Readonly<Record<MetricUnit, string>> = {
  count: '',
  percent: '%',
  'per-thousand': ' per 1,000',
  minutes: ' minutes',
  hours: ' hours',
}

/** A number that a person gave, as it was given: `48.9 hours`. Two different ones never read the same, unlike figures. */
export const givenText = (value: number, unit: MetricUnit) =>
  `${value.toLocaleString('en', { maximumFractionDigits: 20 })}${unitWords[unit]}`

/** A figure in its unit: `1,234`, `63.5%`, `3.2 per 1,000`, `2 hours 5 minutes`. */
export function figureText(value: number | null | undefined, unit: MetricUnit): string {
  if (value === null || value === undefined) return noFigure
  switch (unit) {
    case 'count':
      return numberText(value)
    case 'percent':
      return `${oneDecimal(value)}%`
    case 'per-thousand':
      return `${oneDecimal(value)} per 1,000`
    case 'minutes':
      return durationText(value)
    case 'hours':
      return durationText(value * 60)
  }
}

/** The same beside others of its unit: a share always has its decimal, `4.0%` under `4.3%`. */
export function evenText(value: number | null | undefined, unit: MetricUnit): string {
  if (value === null || value === undefined || (unit !== 'percent' && unit !== 'per-thousand'))
    return figureText(value, unit)
  const text = value.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return `${text}${unitWords[unit]}`
}

/** A figure and the one before it, which stand beside each other: both have a decimal if one of them needs it. */
export function pairTexts(
  value: number | null,
  previous: number | null,
  unit: MetricUnit,
): readonly [value: string, previous: string] {
  const needsDecimal = [value, previous].some((one) => figureText(one, unit).includes('.'))
  const textOf = needsDecimal ? evenText : figureText
  return [textOf(value, unit), textOf(previous, unit)]
}

const hour = 60
const day = 24 * hour

/** `under a minute`, `12 minutes`, `2 hours 5 minutes`, `3 days 4 hours`: the two largest units. */
export function durationText(minutes: number): string {
  const whole = Math.round(minutes)
  if (whole < 1) return 'under a minute'
  if (whole < hour) return counted(whole, 'minute')
  const [big, small, size, part] =
    whole < day ? ['hour', 'minute', hour, 1] : (['day', 'hour', day, hour] as const)
  const rest = Math.floor((whole % size) / part)
  const first = counted(Math.floor(whole / size), big)
  return rest > 0 ? `${first} ${counted(rest, small)}` : first
}

/** Minutes as they are written: days have no minutes. */
function writtenMinutes(minutes: number): number {
  const whole = Math.round(minutes)
  return whole < day ? whole : whole - (whole % hour)
}

/** A figure as precise as it is written, so that a change is what one gets from the two figures beside it. */
function asWritten(value: number, unit: MetricUnit): number {
  switch (unit) {
    case 'minutes':
      return writtenMinutes(value)
    case 'hours':
      return writtenMinutes(value * 60)
    case 'percent':
    case 'per-thousand':
      return Math.round(value * 10) / 10
    case 'count':
      return value
  }
}

export interface Change {
  readonly direction: 'up' | 'down' | 'same'
  /** `12% more`, `5 more` of a few, `3.2 points lower`, `5 minutes longer`, `no change`. */
  readonly words: string
  /** Only where one direction is good, and the change is worth a colour. */
  readonly verdict?: 'better' | 'worse'
}

/** From how many times the earlier figure on it is said as a multiple. */
const manyTimes = 10

/** Below so many, a part of them would say too much of one more. */
const few = 20

/** The change of a figure since the period before; nothing if either is unknown. */
export function changeOf(
  counted: number | null,
  countedBefore: number | null,
  { unit, better }: Pick<MetricDefinition, 'unit' | 'better'>,
): Change | undefined {
  if (counted === null || countedBefore === null) return undefined
  const [value, previous] = [asWritten(counted, unit), asWritten(countedBefore, unit)]
  if (value === previous) return { direction: 'same', words: 'no change' }
  if (previous === 0 && isRatio(unit)) return { direction: 'same', words: 'none before' }
  const direction = value > previous ? 'up' : 'down'
  const words = changeWords(value, previous, unit)
  if (!better || isSlight(value, previous, unit)) return { direction, words }
  return { direction, words, verdict: (better === 'more') === (direction === 'up') ? 'better' : 'worse' }
}

/** Less than a point of a percentage, or than a hundredth of what was before. */
const isSlight = (value: number, previous: number, unit: MetricUnit) =>
  unit === 'percent' ? pointsBetween(value, previous) < 1 : Math.abs(value - previous) < previous / 100

const pointsBetween = (value: number, previous: number) => Math.round(Math.abs(value - previous) * 10) / 10

/** Whether a change is said as a part of the earlier figure. */
const isRatio = (unit: MetricUnit) => unit === 'count' || unit === 'per-thousand'

const comparatives: Readonly<Record<MetricUnit, readonly [up: string, down: string]>> = {
  count: ['more', 'fewer'],
  percent: ['higher', 'lower'],
  'per-thousand': ['higher', 'lower'],
  minutes: ['longer', 'shorter'],
  hours: ['longer', 'shorter'],
}

function changeWords(value: number, previous: number, unit: MetricUnit): string {
  const word = comparatives[unit][value > previous ? 0 : 1]
  const difference = Math.abs(value - previous)
  switch (unit) {
    case 'percent':
      return `${counted(pointsBetween(value, previous), 'point')} ${word}`
    case 'minutes':
    case 'hours':
      return `${durationText(difference)} ${word}`
    case 'count':
      return previous < few ? `${numberText(difference)} ${word}` : ratioWords(value, previous, word)
    case 'per-thousand':
      return ratioWords(value, previous, word)
  }
}

const timesAsMany = 'times as many'

/** A change with what it is compared with: `12% more than before`, `15 times as many as before`. */
export const comparedWith = ({ words }: Pick<Change, 'words'>, before: string) =>
  `${words} ${words.endsWith(timesAsMany) ? 'as' : 'than'} ${before}`

function ratioWords(value: number, previous: number, word: string): string {
  if (value / previous >= manyTimes) return `${numberText(Math.round(value / previous))} ${timesAsMany}`
  const percent = (Math.abs(value - previous) / previous) * 100
  return `${percent < manyTimes ? oneDecimal(percent) : numberText(Math.round(percent))}% ${word}`
}
