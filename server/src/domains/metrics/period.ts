import type { BusinessHours } from '@verbatim/contract/business-hours.ts'
import { dayMs } from '@verbatim/contract/durations.ts'
import { metricLimits, type MetricPeriod, type MetricQuery } from '@verbatim/contract/metrics.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/rows.ts'
import { dayAfter } from '#kernel/days.ts'

/** Days of the organization's zone, both included. */
export interface Days {
  readonly from: string
  readonly to: string
}

/** A period and the one of as many days before it. */
export interface Periods {
  readonly current: Days
  readonly previous: Days
  /** Of the current one, in order. */
  readonly days: readonly string[]
  readonly previousDays: readonly string[]
  readonly zone: string
  /** The organization's zone, if its days are not counted yet. */
  readonly nextZone: string | undefined
  readonly asOf: Date
  /** When the organization works, in that zone. */
  readonly businessHours: BusinessHours
  /** After how many hours without an answer a client counts as waiting. */
  readonly waitingHours: number
}

interface Row {
  zone: string
  next_zone: string | null
  today: string
  business_hours: BusinessHours
  waiting_hours: number
}

/** The whole days that a question asks about. Without dates they end yesterday, because today is not over. */
export async function findPeriods(
  tx: TenantTx,
  { days = metricLimits.usualDays, 'date-from': from, 'date-to': to }: MetricQuery,
  now: Date,
): Promise<Periods> {
  const found = await sql<Row>`
    select rollup_zone as zone, case when figures_due_at is not null then nullif(time_zone, rollup_zone) end as next_zone, business_hours, waiting_hours, (${now}::timestamptz at time zone rollup_zone)::date::text as today from organization`.execute(
    tx,
  )
  const {
    zone,
    next_zone: nextZone,
    today,
    business_hours: businessHours,
    waiting_hours: waitingHours,
  } = onlyRow(found)
  const current = daysOf({ days, from, to, today })
  const length = daysBetween(current.from, current.to) + 1
  const previous = { from: dayAfter(current.from, -length), to: dayAfter(current.from, -1) }
  return {
    current,
    previous,
    days: eachDay(current),
    previousDays: eachDay(previous),
    zone,
    nextZone: nextZone ?? undefined,
    asOf: now,
    businessHours,
    waitingHours,
  }
}

/** Of one date alone: up to today, or so many days up to it. */
function daysOf({
  days,
  from,
  to,
  today,
}: {
  readonly days: number
  readonly from: string | undefined
  readonly to: string | undefined
  readonly today: string
}): Days {
  if (from !== undefined) return { from, to: to ?? (from > today ? from : today) }
  return to === undefined
    ? { from: dayAfter(today, -days), to: dayAfter(today, -1) }
    : { from: dayAfter(to, 1 - days), to }
}

export function toMetricPeriod({ current, previous, days, zone, nextZone, asOf }: Periods): MetricPeriod {
  return {
    ...current,
    previousFrom: previous.from,
    previousTo: previous.to,
    zone,
    ...(nextZone !== undefined && { nextZone }),
    asOf: asOf.toISOString(),
    days: [...days],
  }
}

export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

function eachDay({ from, to }: Days): string[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => dayAfter(from, at))
}

/** The start of a day in the zone of the counts, as SQL. */
export const startOf = (day: string, { zone }: Pick<Periods, 'zone'>) =>
  sql<Date>`day_starts(${day}::date, ${zone})`

/** The instants of days, as a period of lists: its last millisecond is the last before the next day. */
export async function findListPeriod(
  tx: TenantTx,
  { from, to }: Days,
  zone: Pick<Periods, 'zone'>,
): Promise<string> {
  const found = await sql<{ starts: Date; ends: Date }>`
    select ${startOf(from, zone)} as starts, ${startOf(dayAfter(to, 1), zone)} as ends`.execute(tx)
  const { starts, ends } = onlyRow(found)
  return `${starts.toISOString()}|${new Date(ends.getTime() - 1).toISOString()}`
}
