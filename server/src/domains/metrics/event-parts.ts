/** Cognitive events of a period by status, severity and policy, and open ones by age. */
import { ageDays, ages } from '@verbatim/contract/event-ages.ts'
import { statuses } from '@verbatim/contract/event-status.ts'
import type { Breakdown } from '@verbatim/contract/metrics.ts'
import { severities } from '@verbatim/contract/severities.ts'
import { sql } from 'kysely'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import {
  conditionsOf,
  daysBefore,
  type EventFilter,
  eventRows,
  isCurrent,
  isOpenEvent,
  openKind,
  raisedInBoth,
  seenEvents,
} from './event-filter.ts'
import { type Divided, isAmong, largest } from './figures.ts'
import { findListPeriod, type Periods } from './period.ts'
import { findSupervisedPolicies } from './policies.ts'

/** The most policies. */
const mostParts = 20

interface PartRow {
  status: string | null
  severity: string | null
  value: number
  previous: number
}

/** Events by status, severity and policy, and open ones by age. */
export async function findEventParts(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  only: EventFilter = {},
): Promise<Breakdown[]> {
  const period = await findListPeriod(tx, periods.current, periods)
  const { rows } = await sql<PartRow>`
    select event.status, event.severity, count(*) filter (where ${isCurrent(periods)})::int as value,
      count(*) filter (where not ${isCurrent(periods)})::int as previous
    from cognitive_event event where ${raisedInBoth(scope, periods, only)}
    group by grouping sets ((event.status), (event.severity))`.execute(tx)
  const partsOf = (field: 'status' | 'severity', keys: readonly string[]) =>
    keys.filter(isAmong(only[field])).map((key) => {
      const { value = 0, previous = 0 } = rows.find((row) => row[field] === key) ?? {}
      const drilldown = eventRows(value, conditionsOf({ ...only, [field]: [key] }), period)
      return { key, value, previous, drilldown }
    })
  return [
    { id: 'events-by-status', parts: partsOf('status', statuses) },
    { id: 'events-by-severity', parts: partsOf('severity', severities.toReversed()) },
    { id: 'events-by-policy', ...(await policyParts(tx, scope, periods, only)) },
    { id: 'open-events-by-age', parts: await ageParts(tx, scope, periods, only) },
  ]
}

async function policyParts(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  only: EventFilter,
): Promise<Divided> {
  const asked = { limit: mostParts, skip: 0, sort: '-events', only } as const
  const { items, total } = await findSupervisedPolicies(tx, scope, periods, asked)
  const parts = items.map(({ id, name, events, previous, precision, drilldowns }) => ({
    key: id,
    name,
    value: events,
    previous,
    precision,
    drilldown: drilldowns.events,
  }))
  return largest(parts, total)
}

/** Open events by the time since their trigger. */
async function ageParts(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  only: EventFilter,
): Promise<Breakdown['parts']> {
  const starts = ages.map((age) =>
    Number.isFinite(ageDays[age]) ? daysBefore(periods, ageDays[age]) : undefined,
  )
  // An event of an age was triggered before the youngest of it, and not before the oldest.
  const older = starts.filter((start) => start !== undefined)
  const { rows } = await sql<{ band: number; events: number }>`
    select (select count(*)::int from unnest(${older}::timestamptz[]) start where event.triggered_at < start) as band,
      count(*)::int as events
    from cognitive_event event where ${seenEvents(scope, only)} and ${isOpenEvent} group by 1`.execute(tx)
  return ages.map((key, at) => {
    const value = rows.find(({ band }) => band === at)?.events ?? 0
    const [from, before] = [starts[at], at > 0 ? starts[at - 1] : undefined]
    const times = [
      ...(from ? [`triggeredTime[gte]:${from.toISOString()}`] : []),
      ...(before ? [`triggeredTime[lt]:${before.toISOString()}`] : []),
    ]
    const conditions = conditionsOf(only, ...openKind.conditions, ...times)
    return { key, value, previous: null, drilldown: eventRows(value, conditions) }
  })
}
