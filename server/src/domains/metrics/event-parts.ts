/** Figures of cognitive events, divided by their fields, their policies, those who review them, or their age. */
import { ageDays, ages } from '@verbatim/contract/event-ages.ts'
import { statuses } from '@verbatim/contract/event-status.ts'
import { noId } from '@verbatim/contract/list-filter.ts'
import type { MetricId } from '@verbatim/contract/metric-definitions.ts'
import type { Breakdown } from '@verbatim/contract/metrics.ts'
import { severities } from '@verbatim/contract/severities.ts'
import { personless } from '@verbatim/contract/supervision.ts'
import { type RawBuilder, sql } from 'kysely'
import { standingDecision } from '#domains/cognitive-events/decisions.ts'
import { comparedDecisions } from '#domains/cognitive-events/precedents.ts'
import { currentPolicies } from '#domains/policies/current-version.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import {
  agedKind,
  closedKind,
  conditionsOf,
  daysBefore,
  type EventFilter,
  eventRows,
  falseAlarmKind,
  isCurrent,
  isOpenEvent,
  openKind,
  raisedInBoth,
  seenEvents,
} from './event-filter.ts'
import { type Divided, isAmong, largest } from './figures.ts'
import { findListPeriod, type Periods } from './period.ts'
import { findSupervisedPolicies } from './policies.ts'

/** The most parts of a division by something that there can be any number of. */
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

/** What can be divided by policy and reviewer: which events, whose they are, and whether there is a period before. */
interface Divisible {
  readonly rows: RawBuilder<unknown>
  readonly reviewer: RawBuilder<unknown>
  readonly reviewerField: string
  readonly conditions: readonly string[]
  readonly isNow?: true
}

function divisible(
  scope: AccessScope,
  periods: Periods,
  only: EventFilter,
): Readonly<Partial<Record<MetricId, Divisible>>> {
  const held = { reviewer: sql`event.assignee_id`, reviewerField: 'assigneeId', isNow: true } as const
  const aged = agedKind(periods)
  const raised = raisedInBoth(scope, periods, only)
  const decided = { reviewer: sql`decided.by`, reviewerField: 'decidedById' } as const
  const closed = sql`cognitive_event event ${standingDecision} where ${raised}`
  return {
    'open-events': {
      ...held,
      rows: sql`cognitive_event event where ${seenEvents(scope, only)} and ${openKind.is}`,
      conditions: openKind.conditions,
    },
    'aged-events': {
      ...held,
      rows: sql`cognitive_event event where ${seenEvents(scope, only)} and ${aged.is}`,
      conditions: aged.conditions,
    },
    'closed-events': {
      ...decided,
      rows: sql`${closed} and ${closedKind.is}`,
      conditions: closedKind.conditions,
    },
    'false-alarms': {
      ...decided,
      rows: sql`${closed} and ${falseAlarmKind.is}`,
      conditions: falseAlarmKind.conditions,
    },
    'differing-decisions': {
      ...decided,
      rows: sql`${comparedDecisions(scope, raised)} decided join cognitive_event event on event.id = decided.event_id
        where decided.disposition <> decided.precedent`,
      conditions: ['precedent[eq]:different'],
    },
  }
}

interface Asked {
  readonly metric: MetricId
  readonly by: 'policy' | 'reviewer'
  readonly only: EventFilter
}

/** The policies or the reviewers with most of what a metric counts. */
export async function findSupervisedParts(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  { metric, by, only }: Asked,
): Promise<Divided> {
  const of = divisible(scope, periods, only)[metric]
  if (!of) throw new Error(`${metric} is not divided by ${by}`)
  const isPolicy = by === 'policy'
  const names = isPolicy
    ? sql`(select policy.id, version.name from ${currentPolicies})`
    : sql`(select id, display_name as name from tenant_user)`
  const { rows } = await sql<{
    id: string | null
    name: string | null
    value: number
    previous: number
    total: number
  }>`
    select counted.*, named.name, count(*) over ()::int as total from (
      select ${isPolicy ? sql`event.policy_id` : of.reviewer} as id,
        count(*) filter (where ${of.isNow ? sql`true` : isCurrent(periods)})::int as value,
        count(*) filter (where not ${isCurrent(periods)})::int as previous
      from ${of.rows} group by 1
    ) counted left join ${names} named on named.id = counted.id
    order by counted.value desc, named.name, counted.id limit ${sql.lit(mostParts)}`.execute(tx)
  const period = of.isNow ? undefined : await findListPeriod(tx, periods.current, periods)
  const parts = rows.map(({ id, name, value, previous }) => {
    const key = id ?? noId
    const own = isPolicy
      ? conditionsOf({ ...only, policy: [key] }, ...of.conditions)
      : conditionsOf(only, ...of.conditions, `${of.reviewerField}[eq]:${key}`)
    return {
      key,
      name: name ?? (of.isNow ? personless.open : personless.decided),
      value,
      previous: of.isNow ? null : previous,
      drilldown: eventRows(value, own, period),
    }
  })
  return largest(parts, rows[0]?.total)
}
