import { isDays, periodSpan } from '@verbatim/contract/list-filter.ts'
import { utcDayText } from './dates.ts'

/** The periods a person picks without a calendar: as the address has them, and in words. */
export const periodPresets = [
  { value: '1', label: 'Today' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last 365 days' },
  { value: 'all', label: 'All time' },
] as const

const oneMs = 1

/**
 * The name of a period, and its first and last day. Days are UTC, as the server counts them.
 * Something that is no period reads as all time.
 */
export function periodWords(period: string, now: Date): { name: string; dates?: string } {
  const preset = periodPresets.find(({ value }) => value === period)
  const values = period.split('|')
  if (period === 'all' || (values.length === 1 && !isDays(period))) return { name: 'All time' }
  try {
    const { start, end } = periodSpan(values, now)
    const dates = daysText(start, new Date(end.getTime() - oneMs))
    if (values.length === 2) return { name: dates }
    return { name: preset?.label ?? `Last ${period} days`, dates }
  } catch {
    return { name: 'All time' }
  }
}

function daysText(first: Date, last: Date): string {
  const [from, to] = [utcDayText(first), utcDayText(last)]
  if (from === to) return from
  return `${from.slice(-4) === to.slice(-4) ? from.slice(0, -5) : from} – ${to}`
}
