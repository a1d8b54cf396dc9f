import type { MetricId } from '@verbatim/contract/metric-definitions.ts'
import type { DrilldownList } from '@verbatim/contract/drilldown-lists.ts'
import type { Breakdown, Drilldown, Figure } from '@verbatim/contract/metrics.ts'
import { type Narrowing, narrowingText } from '@verbatim/contract/rows-of.ts'

/** A number by day. */
export type ByDay = ReadonlyMap<string, number>

interface Days {
  readonly days: readonly string[]
  readonly previousDays: readonly string[]
}

interface SumFigure extends Figure {
  readonly value: number
  readonly previous: number
  readonly series: number[]
  readonly previousSeries: number[]
  readonly drilldown: Drilldown
}

/** A figure that is the sum of its days. */
export function sumOf(
  id: MetricId,
  byDay: ByDay,
  { days, previousDays }: Days,
  rows: Omit<Drilldown, 'rows'>,
): SumFigure {
  const series = days.map((day) => byDay.get(day) ?? 0)
  const previousSeries = previousDays.map((day) => byDay.get(day) ?? 0)
  const value = total(series)
  return {
    id,
    value,
    previous: total(previousSeries),
    series,
    previousSeries,
    drilldown: { ...rows, rows: value },
  }
}

/** A line of the days of the period, and one of those before. */
export const byDays = <T>(valueOf: (day: string) => T, { days, previousDays }: Days) => ({
  series: days.map(valueOf),
  previousSeries: previousDays.map(valueOf),
})

const total = (series: readonly number[]) => series.reduce((sum, value) => sum + value, 0)

/** A share in percent with one decimal; `null` of nothing. */
export const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 10

export const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 10) / 10

/** The value of a figure if there are enough rows; otherwise none, with how many there are. */
export function figureOfEnough<T>(
  value: T | null,
  rows: number,
  least: number,
): { readonly value: T | null } & Pick<Figure, 'tooFew'> {
  return rows < least ? { value: null, tooFew: { rows, least } } : { value }
}

/** The rows of a list of Key Metrics: all, or those that it is narrowed to. */
export function rowsIn(list: DrilldownList, rows: number, narrowing: Narrowing = {}): Drilldown {
  const of = narrowingText(narrowing)
  const kind = list === 'waiting-clients' ? 'waiting' : list
  return { list, ...(of && { filter: `${kind}:${of}` }), rows }
}

/** The parts of a figure; how many there are, if these are only the largest. */
export type Divided = Pick<Breakdown, 'parts' | 'total'>

/** With how many there are, if some are left out. */
export const largest = (parts: Breakdown['parts'], total = parts.length): Divided => ({
  parts,
  ...(total > parts.length && { total }),
})

/** A condition of a list: one value, or one of several. */
export const oneOf = (field: string, values: readonly string[]): string =>
  values.length === 1 ? `${field}[eq]:${values[0]}` : `${field}[in]:${values.join('|')}`

/** Whether a value is one that a filter lets pass; every one does without a filter. */
export const isAmong =
  (values: readonly string[] | undefined) =>
  (value: string): boolean =>
    values?.includes(value) ?? true
