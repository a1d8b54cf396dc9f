import { dayMs } from '@verbatim/contract/durations.ts'
import { isDays, periodSpan } from '@verbatim/contract/list-filter.ts'
import { dateTimeText, isSameDay, timeText, utcDaysText } from '#dates.ts'

/** The periods offered without a calendar: their form in the address, and their words. */
export const periodPresets = [
  { value: '1', label: 'Today' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last 365 days' },
  { value: 'all', label: 'All time' },
] as const

/** Whole months, quarters and years. The address contains their days, so that a link always means the same. */
export function calendarPresets(now: Date): readonly { readonly value: string; readonly label: string }[] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const quarter = month - (month % 3)
  const months = (first: number, count: number) =>
    [Date.UTC(year, first, 1), Date.UTC(year, first + count, 0)]
      .map((day) => new Date(day).toISOString().slice(0, 10))
      .join('|')
  return [
    { value: months(month, 1), label: 'This month' },
    { value: months(month - 1, 1), label: 'Last month' },
    { value: months(quarter - 3, 3), label: 'Last quarter' },
    { value: months(0, 12), label: 'This year' },
  ]
}

/**
 * The name of a period, and its first and last day. Days are UTC, as the server counts them: moments that are not whole UTC
 * days, such as the days of another zone, are written as moments. An invalid period counts as all time.
 */
export function periodWords(period: string, now: Date): { name: string; dates?: string } {
  const span = spanOf(period, now)
  if (!span) return { name: 'All time' }
  const { start, end } = span
  const last = lastOf(end)
  if (!isWholeDays(span)) return { name: momentsText(start.toISOString(), last.toISOString()) }
  const dates = utcDaysText(start, last)
  const named = [...periodPresets, ...calendarPresets(now)].find(({ value }) => value === period)
  if (named) return { name: named.label, dates }
  return period.includes('|') ? { name: dates } : { name: `Last ${period} days`, dates }
}

/** The first and the last day of a period between two dates, if it is whole days in UTC. */
export function daysOf(period: string): [first: string, last: string] | undefined {
  const span = period.includes('|') ? spanOf(period, new Date(0)) : undefined
  return span && isWholeDays(span) ? [dayOf(span.start), dayOf(lastOf(span.end))] : undefined
}

/** Half-open. */
interface Span {
  readonly start: Date
  readonly end: Date
}

function spanOf(period: string, now: Date): Span | undefined {
  const values = period.split('|')
  if (period === 'all' || (values.length === 1 && !isDays(period))) return undefined
  try {
    return periodSpan(values, now)
  } catch {
    return undefined
  }
}

const isWholeDays = ({ start, end }: Span) => [start, end].every((at) => at.getTime() % dayMs === 0)

const lastOf = (end: Date) => new Date(end.getTime() - 1)
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

const momentsText = (first: string, last: string) =>
  `${dateTimeText(first)} – ${isSameDay(first, last) ? timeText(last) : dateTimeText(last)}`
