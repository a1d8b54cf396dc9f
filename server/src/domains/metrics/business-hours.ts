/** How much of a time was in the organization's business hours. */
import { businessHoursText } from '@verbatim/contract/business-hours.ts'
import { type RawBuilder, sql } from 'kysely'
import { dayAfter, type Days, type Periods } from './period.ts'

type Hours = Pick<Periods, 'businessHours' | 'zone'>

/** In words, for the figures that take them into account. */
export const hoursNote = ({ businessHours, zone }: Hours) => `${businessHoursText(businessHours)}, ${zone}.`

/**
 * A `with` clause: the business hours of days as three arrays in the order of time, with the seconds before each. The clock of the
 * zone opens and closes them: a time that it skips is as much later as it skips, and of one that it shows twice the second counts.
 */
export function openHours({ businessHours, zone }: Hours, { from, to }: Days): RawBuilder<unknown> {
  const { days, from: opens, to: closes, holidays } = businessHours
  const at = (time: string) => sql`((day + ${time}::text::time) at time zone ${zone}::text)`
  return sql`open_hours as materialized (
    select array_agg(opens order by opens) as opens, array_agg(closes order by opens) as closes,
      array_agg(seconds_before order by opens) as seconds_before
    from (
      select opens, closes, coalesce(sum(extract(epoch from closes - opens)::float8) over (order by opens
        rows between unbounded preceding and 1 preceding), 0) as seconds_before
      from (
        select ${at(opens)} as opens, greatest(${at(opens)}, ${at(closes)}) as closes
        from generate_series(${dayAfter(from, -1)}::timestamp, ${dayAfter(to, 9)}::timestamp, interval '1 day') day
        where extract(isodow from day) = any(${days}::int[]) and not day::date = any(${holidays}::date[])
      ) opened
    ) counted
  )`
}

/** The seconds in business hours between two times, both within the days of `open_hours`. */
export const businessSeconds = (from: RawBuilder<Date>, until: RawBuilder<Date>): RawBuilder<number> =>
  sql`(${secondsUntil(until)} - ${secondsUntil(from)})`

/** `width_bucket` is a binary search. Without any business hours there is nothing to count. */
const secondsUntil = (time: RawBuilder<Date>) => sql`coalesce((
  select hours.seconds_before[place] + extract(epoch from least(${time}, hours.closes[place]) - hours.opens[place])::float8
  from open_hours hours, width_bucket(${time}, hours.opens) place where place > 0), 0)`
