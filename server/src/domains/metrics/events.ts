/** Figures of cognitive events: how many there are, how they were decided, and how long that took. */
import type { MetricId } from '@verbatim/contract/metric-definitions.ts'
import type { Figure } from '@verbatim/contract/metrics.ts'
import { leastClosed } from '@verbatim/contract/supervision.ts'
import { sql } from 'kysely'
import { standingDecision } from '#domains/cognitive-events/decisions.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/rows.ts'
import {
  agedKind,
  closedKind,
  conditionsOf,
  type EventFilter,
  eventRows,
  falseAlarmKind,
  isClosedEvent,
  isCurrent,
  isFalseAlarm,
  isOpenEvent,
  openKind,
  raisedInBoth,
  seenEvents,
} from './event-filter.ts'
import { type ByDay, byDays, rounded, share, sumOf, figureOfEnough } from './figures.ts'
import { findListPeriod, type Periods } from './period.ts'

/** A person decided that it was worth looking at. */
export const isWorthwhile = sql<boolean>`event.disposition in ('non_compliant', 'questionable')`

/** Hours from the trigger of an `event` to its decision. */
export const hoursToClose = sql`extract(epoch from decided.at - event.triggered_at) / 3600`

/** Events by the day of their trigger. */
async function countEvents(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  filter: EventFilter = {},
): Promise<ByDay> {
  const { rows } = await sql<{ day: string; events: number }>`
    select (event.triggered_at at time zone ${periods.zone})::date::text as day, count(*)::int as events
    from cognitive_event event where ${raisedInBoth(scope, periods, filter)} group by 1`.execute(tx)
  return new Map(rows.map(({ day, events }) => [day, events]))
}

export async function raisedFigure(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  only: EventFilter = {},
): Promise<Figure> {
  const period = await findListPeriod(tx, periods.current, periods)
  const filter = conditionsOf(only)
  return sumOf('events-raised', await countEvents(tx, scope, periods, only), periods, {
    list: 'events',
    period,
    ...(filter && { filter }),
  })
}

/** Events that wait for a decision now, and those that have waited too long. */
export async function openFigures(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  only: EventFilter = {},
): Promise<Figure[]> {
  const aged = agedKind(periods)
  const found = await sql<{ open: number; aged: number }>`
    select count(*)::int as open, count(*) filter (where ${aged.is})::int as aged
    from cognitive_event event where ${seenEvents(scope, only)} and ${isOpenEvent}`.execute(tx)
  const counted = onlyRow(found)
  const figureOf = (id: MetricId, value: number, conditions: readonly string[]): Figure => ({
    id,
    value,
    previous: null,
    drilldown: eventRows(value, conditionsOf(only, ...conditions)),
  })
  return [
    figureOf('open-events', counted.open, openKind.conditions),
    figureOf('aged-events', counted.aged, aged.conditions),
  ]
}

interface Outcome {
  /** Of one period, or of one day. */
  is_current: boolean | null
  day: string | null
  closed: number
  worthwhile: number
  false_alarms: number
  hours: [median: number | null, slow: number | null] | null
}

/** What reviewers decided, and how long a decision took. */
export async function outcomeFigures(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  only: EventFilter = {},
): Promise<Figure[]> {
  const { rows } = await sql<Outcome>`
    select is_current, day, count(*)::int as closed, count(*) filter (where is_worthwhile)::int as worthwhile,
      count(*) filter (where is_false_alarm)::int as false_alarms, percentile_cont(array[0.5, 0.9]) within group (order by hours) as hours
    from (
      select ${isCurrent(periods)} as is_current, (event.triggered_at at time zone ${periods.zone})::date::text as day,
        ${isWorthwhile} as is_worthwhile, ${isFalseAlarm} as is_false_alarm, ${hoursToClose} as hours
      from cognitive_event event ${standingDecision} where ${raisedInBoth(scope, periods, only)} and ${isClosedEvent}
    ) closed
    group by grouping sets ((is_current), (day))`.execute(tx)
  const now = rows.find((row) => row.is_current === true)
  const before = rows.find((row) => row.is_current === false)
  const ofDay = new Map(rows.map((row) => [row.day, row]))
  const period = await findListPeriod(tx, periods.current, periods)
  const closed = eventRows(now?.closed ?? 0, conditionsOf(only, ...closedKind.conditions), period)
  const alarms = eventRows(now?.false_alarms ?? 0, conditionsOf(only, ...falseAlarmKind.conditions), period)
  const lineOf = (valueOf: (row: Outcome | undefined) => number | null) =>
    byDays((day) => valueOf(ofDay.get(day)), periods)
  const figureOf = <V extends number | null>(id: MetricId, valueOf: (row: Outcome | undefined) => V) => ({
    id,
    value: valueOf(now),
    previous: valueOf(before),
    ...lineOf(valueOf),
  })
  const precision = (row: Outcome | undefined) =>
    figureOfEnough(row ? share(row.worthwhile, row.closed) : null, row?.closed ?? 0, leastClosed.share)
  const slow = (row: Outcome | undefined) =>
    figureOfEnough(rounded(row?.hours?.[1] ?? null), row?.closed ?? 0, leastClosed.nineInTen)
  return [
    { ...figureOf('closed-events', (row) => row?.closed ?? 0), drilldown: closed },
    { ...figureOf('false-alarms', (row) => row?.false_alarms ?? 0), drilldown: alarms },
    {
      id: 'precision',
      ...precision(now),
      previous: precision(before).value,
      ...lineOf((row) => precision(row).value),
      drilldown: closed,
    },
    { ...figureOf('time-to-close', (row) => rounded(row?.hours?.[0] ?? null)), drilldown: closed },
    {
      id: 'slow-closing',
      ...slow(now),
      previous: slow(before).value,
      ...lineOf((row) => slow(row).value),
      drilldown: closed,
    },
  ]
}
