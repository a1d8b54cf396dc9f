/** The rows of a figure in other days than its own: of a point of a chart, or of the period before. */
import { placeOf } from './drilldown-lists.ts'
import { dayMs } from './durations.ts'
import { startOfDay } from './local-time.ts'
import type { Drilldown, LateMessages, MetricPeriod } from './metrics.ts'

type Question = Omit<Drilldown, 'rows'>
type Days = Pick<MetricPeriod, 'from' | 'to'>
type Zone = Pick<MetricPeriod, 'zone'>
type Dated = NonNullable<Drilldown['dated']>

/** Days of a time zone as a period of lists, whose days are UTC: their first and their last millisecond. */
export function listPeriod({ from, to }: Days, { zone }: Zone): string {
  const last = new Date(endOf(to, zone).getTime() - 1)
  return `${startOfDay(from, zone).toISOString()}|${last.toISOString()}`
}

const endOf = (day: string, zone: string): Date =>
  startOfDay(new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10), zone)

/** The same question in other days, where the figure has another value; none for what is counted of now. */
export function inDays(
  question: Question,
  days: Days,
  zone: Zone,
  value?: number | null,
): Question | undefined {
  const { list, period, shares, dated, ...asked } = question
  const kind = placeOf(list).days
  const isOfInstants = kind === 'instants'
  if (dated) return { list, filter: datedFilter(dated, days, zone) }
  if (kind === 'none' || (isOfInstants && period === undefined)) return undefined
  return {
    list,
    ...asked,
    ...(shares && { filter: shares[value === null ? 'none' : value === 100 ? 'whole' : 'less'] }),
    period: isOfInstants ? listPeriod(days, zone) : `${days.from}|${days.to}`,
  }
}

function datedFilter({ field, filter, until }: Dated, { from, to }: Days, { zone }: Zone): string {
  const end = endOf(to, zone).toISOString()
  return `${filter},${field}[gte]:${startOfDay(from, zone).toISOString()},${field}[lt]:${end < until ? end : until}`
}

/** The rows of one day of a figure, which has a value of its own. */
export const onDay = (
  question: Question,
  day: string,
  zone: Zone,
  value?: number | null,
): Question | undefined =>
  placeOf(question.list).days === 'period' || question.hasNoDays
    ? undefined
    : inDays(question, { from: day, to: day }, zone, value)

/** The late messages of one day: those that arrived after it. */
export const lateOn = ({ filter }: Pick<LateMessages, 'filter'>, day: string, { zone }: Zone): Question => ({
  list: 'messages',
  period: listPeriod({ from: day, to: day }, { zone }),
  filter: `${filter},capturedDate[gte]:${endOf(day, zone).toISOString()}`,
})
