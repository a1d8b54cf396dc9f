/** Which events a figure counts: as conditions of SQL, and the same as conditions of the list of events. */
import { dayMs } from '@verbatim/contract/durations.ts'
import { closedStatuses, type EventStatus, openStatuses } from '@verbatim/contract/event-status.ts'
import type { Drilldown } from '@verbatim/contract/metrics.ts'
import type { Severity } from '@verbatim/contract/severities.ts'
import { type RawBuilder, sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import { dayAfter } from '#kernel/days.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { allOf } from '#platform/list/sql.ts'
import { oneOf } from './figures.ts'
import { type Days, type Periods, startOf } from './period.ts'
import { passesScoped, type ScopedFilter, scopedConditions } from './scoped-parts.ts'

/** Only events with one of these values in each field. */
export interface EventFilter extends ScopedFilter {
  readonly severity?: readonly Severity[] | undefined
  readonly status?: readonly EventStatus[] | undefined
  readonly policy?: readonly string[] | undefined
}

/** Events within the scope that pass. */
export const seenEvents = (
  scope: AccessScope,
  { severity, status, policy, ...scoped }: EventFilter,
): RawBuilder<boolean> =>
  allOf([
    withinScope(scope, 'event'),
    ...passesScoped(scoped, 'event'),
    ...(severity ? [sql<boolean>`event.severity = any(${severity}::text[])`] : []),
    ...(status ? [sql<boolean>`event.status = any(${status}::text[])`] : []),
    ...(policy ? [sql<boolean>`event.policy_id = any(${policy}::uuid[])`] : []),
  ])

/** The same as conditions of the list of events, and further ones. */
export const conditionsOf = (filter: EventFilter, ...further: readonly string[]): string =>
  [
    ...scopedConditions(filter),
    filter.severity && oneOf('severity', filter.severity),
    filter.status && oneOf('status', filter.status),
    filter.policy && oneOf('policyId', filter.policy),
    ...further,
  ]
    .filter(Boolean)
    .join(',')

/** Events within the scope that were triggered in `days`. */
export const raisedIn = (
  scope: AccessScope,
  { from, to }: Days,
  zone: Pick<Periods, 'zone'>,
  filter: EventFilter = {},
): RawBuilder<boolean> =>
  sql`${seenEvents(scope, filter)} and event.triggered_at >= ${startOf(from, zone)}
    and event.triggered_at < ${startOf(dayAfter(to, 1), zone)}`

/** Events within the scope that were triggered in either period. */
export const raisedInBoth = (
  scope: AccessScope,
  periods: Periods,
  filter: EventFilter = {},
): RawBuilder<boolean> =>
  raisedIn(scope, { from: periods.previous.from, to: periods.current.to }, periods, filter)

/** Of those, the ones of the later period. */
export const isCurrent = (periods: Periods): RawBuilder<boolean> =>
  sql`event.triggered_at >= ${startOf(periods.current.from, periods)}`

/** A kind of events, and the conditions of the list that has them. */
interface Kind {
  readonly is: RawBuilder<boolean>
  readonly conditions: readonly string[]
}

export const isOpenEvent = sql<boolean>`event.status = any(${[...openStatuses]}::text[])`
export const isClosedEvent = sql<boolean>`event.status = any(${[...closedStatuses]}::text[])`
export const isFalseAlarm = sql<boolean>`event.disposition = 'false_positive'`

export const openKind: Kind = { is: isOpenEvent, conditions: [oneOf('status', openStatuses)] }
export const closedKind: Kind = { is: isClosedEvent, conditions: [oneOf('status', closedStatuses)] }
export const falseAlarmKind: Kind = { is: isFalseAlarm, conditions: ['disposition[eq]:false_positive'] }

const agedDays = 7

/** The time before which an event was triggered that is more than so many days old. */
export const daysBefore = ({ asOf }: Pick<Periods, 'asOf'>, days: number): Date =>
  new Date(asOf.getTime() - days * dayMs)

/** Open for too long. */
export function agedKind(periods: Pick<Periods, 'asOf'>): Kind {
  const before = daysBefore(periods, agedDays)
  return {
    is: sql`${isOpenEvent} and event.triggered_at < ${before}`,
    conditions: [...openKind.conditions, `triggeredTime[lt]:${before.toISOString()}`],
  }
}

/** The question for events; of the conditions, those that are left over after `period`. */
export function eventRows(rows: number, conditions: string, period?: string): Drilldown {
  return {
    list: 'events',
    ...(period !== undefined && { period }),
    ...(conditions && { filter: conditions }),
    rows,
  }
}
