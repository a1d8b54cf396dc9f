import { isDays, periodSpan } from '@verbatim/contract/list-filter.ts'
import { utcDaysText } from '#dates.ts'

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

const oneMs = 1

/**
 * The name of a period, and its first and last day. Days are UTC, as the server counts them.
 * An invalid period counts as all time.
 */
export function periodWords(period: string, now: Date): { name: string; dates?: string } {
  const preset = periodPresets.find(({ value }) => value === period)
  const values = period.split('|')
  if (period === 'all' || (values.length === 1 && !isDays(period))) return { name: 'All time' }
  try {
    const { start, end } = periodSpan(values, now)
    const dates = utcDaysText(start, new Date(end.getTime() - oneMs))
    if (values.length === 2) {
      const named = calendarPresets(now).find(({ value }) => value === period)
      return named ? { name: named.label, dates } : { name: dates }
    }
    return { name: preset?.label ?? `Last ${period} days`, dates }
  } catch {
    return { name: 'All time' }
  }
}
