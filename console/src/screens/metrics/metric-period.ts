import { dayMs } from '@verbatim/contract/durations.ts'
import { localDay } from '@verbatim/contract/local-time.ts'
import {
  daysToYesterday,
  type MetricPeriod,
  type MetricQuery,
  metricLimits,
  periodIssue,
} from '@verbatim/contract/metrics.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { utcDayText, utcDaysText } from '@verbatim/ui/dates.ts'

/** The periods offered by name: whole days before today. */
const lastDays = [7, 30, 90, 365] as const

const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10)
type Counted = Pick<MetricPeriod, 'asOf' | 'zone'>

/** The day of the organization on which a period was counted. */
const todayOf = ({ asOf, zone }: Counted) => localDay(new Date(asOf), zone)

/**
 * What the period picker offers, in the form of the address. Months, quarters and years are those of the organization's zone, so they are
 * offered once it is known; they end today at the latest, because no later day has a figure.
 */
export function offeredPeriods(
  counted?: Counted,
): readonly { readonly value: string; readonly label: string }[] {
  const ofDays = lastDays.map((days) => ({ value: String(days), label: daysToYesterday(days) }))
  if (!counted) return ofDays
  const today = todayOf(counted)
  const [year = 0, month = 0] = today.split('-').map(Number)
  const months = (first: number, end: number) =>
    `${isoDay(Date.UTC(year, first, 1))}|${isoDay(Date.UTC(year, end, 0))}`
  const untilToday = (first: number) => `${isoDay(Date.UTC(year, first, 1))}|${today}`
  const [now, quarter] = [month - 1, Math.floor((month - 1) / 3) * 3]
  return [
    ...ofDays,
    { value: untilToday(now), label: 'This month' },
    { value: months(now - 1, now), label: 'Last month' },
    { value: months(quarter - 3, quarter), label: 'Last quarter' },
    // In January it is the same as the month.
    ...(now > 0 ? [{ value: untilToday(0), label: 'This year' }] : []),
  ]
}

export const usualPeriod = String(metricLimits.usualDays)

interface AskedPeriod {
  /** Days back, or `2026-01-01|2026-01-31`. */
  readonly period: string
  /** Why the period of the address is not the one that is shown. */
  readonly issue?: string
}

/** The period of an address; the usual one if it names none, or one that cannot be shown. */
export function readPeriod(text?: string, usual: string = usualPeriod): AskedPeriod {
  if (text === undefined) return { period: usual }
  if (/^\d{1,4}$/.test(text)) {
    const days = Number(text)
    if (days >= 1 && days <= metricLimits.days) return { period: String(days) }
    return { period: usual, issue: `A period has 1 to ${metricLimits.days} days.` }
  }
  const [from = '', to = '', ...more] = text.split('|')
  if (!isDay(from) || !isDay(to) || more.length > 0)
    return { period: usual, issue: 'The period of this link can’t be read.' }
  const issue = periodIssue({ 'date-from': from, 'date-to': to })
  return issue ? { period: usual, issue: issue.message } : { period: text }
}

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && isoDay(Date.parse(text)) === text

/** A period in the form of the calls. */
export function periodQuery(period: string): MetricQuery {
  const [from = '', to] = period.split('|')
  return to === undefined ? { days: Number(from) } : { 'date-from': from, 'date-to': to }
}

/** `30 days to yesterday`, or nothing for days that have no name. */
export function periodName(period: string, counted?: Counted): string | undefined {
  const named = offeredPeriods(counted).find(({ value }) => value === period)
  if (named) return named.label
  if (period.includes('|')) return undefined
  return daysToYesterday(Number(period))
}

type Resolved = Pick<MetricPeriod, 'from' | 'to' | 'previousFrom' | 'previousTo' | 'days'>

const at = (day: string) => new Date(day)

/** `26 Oct – 24 Nov 2026` */
export const datesText = ({ from, to }: Pick<MetricPeriod, 'from' | 'to'>) => utcDaysText(at(from), at(to))

/** `26 Oct`, `Oct 26`: a day of a period whose year is known. The year is last, or first. */
export const nearDayText = (day: string) => utcDayText(at(day)).replace(/,? \d{4}$|^\d{4} /, '')

/** Whether a day of the period was not over when the period was counted. */
export const isUnfinished = (day: string, counted: Counted): boolean => day === todayOf(counted)

/** `26 Sep – 25 Oct 2026`: what a period is compared with. */
export const previousText = ({ previousFrom, previousTo }: Resolved) =>
  utcDaysText(at(previousFrom), at(previousTo))

/**
 * The days of a period beside its name, which already says a part: `26 Oct – 24 Nov 2026` beside `30 days to yesterday`, `30 days` beside
 * these dates, and `30 days, 1 – 30 Nov 2026` beside `This month`.
 */
export function daysBeside(period: string, resolved: MetricPeriod): string {
  if (!period.includes('|')) return datesText(resolved)
  const length = counted(resolved.days.length, 'day')
  return periodName(period, resolved) === undefined ? length : `${length}, ${datesText(resolved)}`
}

/** The two periods, as charts and their tables name them. */
export const periodNames = { now: 'This period', before: 'Previous period' } as const

/** The days of the period before, each beside its day. */
export function previousDays({ previousFrom, days }: Pick<MetricPeriod, 'previousFrom' | 'days'>): string[] {
  return days.map((_, index) => isoDay(Date.parse(previousFrom) + index * dayMs))
}
