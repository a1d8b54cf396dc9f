/** How much of a time was in the organization's business hours. */
import { businessHoursText } from '@verbatim/contract/business-hours.ts'
import { type RawBuilder, sql } from 'kysely'
import { dayAfter } from '#kernel/days.ts'
import type { Days, Periods } from './period.ts'

type Hours = Pick<Periods, 'businessHours' | 'zone'>

/** In words, for the figures that take them into account. */
export const hoursNote = ({ businessHours, zone }: Hours) => `${businessHoursText(businessHours)}, ${zone}.`

/**
 * A `with` clause: the business hours of days as three arrays of seconds in the order of time, in one row to join: when they open, when they
 * close, and what is added to a time in them to get the seconds in all hours until then. The clock of the zone opens and closes them: a
 * time that it skips is as much later as it skips, and of one that it shows twice the second counts. Hours that would then end
 * before they begin are none.
 */
export function openHours({ businessHours, zone }: Hours, { from, to }: Days): RawBuilder<unknown> {
  const { days, from: opens, to: closes, holidays } = businessHours
  const at = (time: string) => sql`date_part('epoch', (day + ${time}::text::time) at time zone ${zone}::text)`
  return sql`open_hours as materialized (
    select array_agg(opens order by opens) as opens, array_agg(closes order by opens) as closes,
      array_agg(seconds_before - opens order by opens) as added
    from (
      select opens, closes, coalesce(sum(closes - opens) over (order by opens
        rows between unbounded preceding and 1 preceding), 0) as seconds_before
      from (
        select ${at(opens)} as opens, greatest(${at(opens)}, ${at(closes)}) as closes
        from generate_series(${dayAfter(from, -1)}::timestamp, ${dayAfter(to, 9)}::timestamp, interval '1 day') day
        where extract(isodow from day) = any(${days}::int[]) and not day::date = any(${holidays}::date[])
      ) opened
    ) counted
  )`
}

/** The seconds in business hours between two times, both within the days of `open_hours`, which is joined. */
export const businessSeconds = (from: RawBuilder<Date>, until: RawBuilder<Date>): RawBuilder<number> =>
  sql`(${secondsUntil(until)} - ${secondsUntil(from)})`

/** `width_bucket` is a binary search. Without any business hours there is nothing to count. */
function secondsUntil(time: RawBuilder<Date>): RawBuilder<number> {
  const seconds = sql`date_part('epoch', ${time})`
  const place = sql`width_bucket(${seconds}, open_hours.opens)`
  return sql`coalesce(case when ${place} > 0 then least(${seconds}, open_hours.closes[${place}]) + open_hours.added[${place}] end, 0)`
}
