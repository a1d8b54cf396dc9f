/** The periods of scheduled reports, by name: which days they are is known when a report is made. */
import { z } from 'zod'
import { dayMs } from './durations.ts'
import { daysToYesterday, type MetricQuery } from './metrics.ts'

export const reportPeriods = ['1', '7', '30', '90', '365', 'last-month', 'last-quarter'] as const
export const ReportPeriod = z.enum(reportPeriods)
export type ReportPeriod = z.infer<typeof ReportPeriod>

export const reportPeriodNames: Readonly<Record<ReportPeriod, string>> = {
  '1': daysToYesterday(1),
  '7': daysToYesterday(7),
  '30': daysToYesterday(30),
  '90': daysToYesterday(90),
  '365': daysToYesterday(365),
  'last-month': 'Last month',
  'last-quarter': 'Last quarter',
}

/** The days of a period, seen from a day in the organization's time zone. */
export function reportDays(period: ReportPeriod, today: string): MetricQuery {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  if (period !== 'last-month' && period !== 'last-quarter') {
    const end = Date.parse(today)
    return { 'date-from': day(end - Number(period) * dayMs), 'date-to': day(end - dayMs) }
  }
  const [year = 0, month = 1] = today.split('-').map(Number)
  const size = period === 'last-month' ? 1 : 3
  // Months are counted from zero; day zero is the last of the month before.
  const first = Math.floor((month - 1) / size) * size - size
  return {
    'date-from': day(Date.UTC(year, first, 1)),
    'date-to': day(Date.UTC(year, first + size, 0)),
  }
}
