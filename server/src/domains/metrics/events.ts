/** Figures of cognitive events: how many there are, what became of them, and how long that took. */
import { type EventStatus, isOpen, openStatuses, statuses } from '@verbatim/contract/event-status.ts'
import type { PolicyId } from '@verbatim/contract/ids.ts'
import type { Breakdown, Drilldown, Figure } from '@verbatim/contract/metrics.ts'
import { severities, type Severity } from '@verbatim/contract/severities.ts'
import { type RawBuilder, sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import { currentPolicies } from '#domains/policies/current-version.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { allOf } from '#platform/list/sql.ts'
import { onlyRow } from '#platform/only-row.ts'
import { type ByDay, isAmong, oneOf, rounded, share, sumOf } from './figures.ts'
import { dayAfter, findListPeriod, type Periods, startOf } from './period.ts'

const agedMs = 7 * 86_400_000
/** The most policies of a breakdown. */
const mostPolicies = 20

const open = sql`event.status = any(${[...openStatuses]}::text[])`
const closed = sql`event.status <> all(${[...openStatuses]}::text[])`
/** A person decided that it was worth looking at. */
const worthwhile = sql`event.disposition in ('non_compliant', 'questionable')`

const openFilter = `status[in]:${openStatuses.join('|')}`

/** Only events with one of these values in each field. */
export interface EventFilter {
  readonly channel?: readonly string[] | undefined
  readonly group?: readonly string[] | undefined
  readonly severity?: readonly Severity[] | undefined
  readonly status?: readonly EventStatus[] | undefined
  readonly policy?: readonly string[] | undefined
}

/** Events within the scope that pass. */
const seen = (scope: AccessScope, { channel, group, severity, status, policy }: EventFilter) =>
  allOf([
    withinScope(scope, 'event'),
    ...(channel ? [sql<boolean>`event.channel = any(${channel}::text[])`] : []),
    ...(group ? [sql<boolean>`event.group_ids && ${group}::uuid[]`] : []),
    ...(severity ? [sql<boolean>`event.severity = any(${severity}::text[])`] : []),
    ...(status ? [sql<boolean>`event.status = any(${status}::text[])`] : []),
    ...(policy ? [sql<boolean>`event.policy_id = any(${policy}::uuid[])`] : []),
  ])

/** The same as conditions of the list of events, and further ones. */
const conditionsOf = (filter: EventFilter, ...further: readonly string[]): string =>
  [
    filter.channel && oneOf('channelType', filter.channel),
    filter.group && oneOf('groupId', filter.group),
    filter.severity && oneOf('severity', filter.severity),
    filter.status && oneOf('status', filter.status),
    filter.policy && oneOf('policyId', filter.policy),
    ...further,
  ]
    .filter(Boolean)
    .join(',')

/** Events within the scope that were triggered in either period. */
const raised = (scope: AccessScope, periods: Periods, filter: EventFilter = {}): RawBuilder<boolean> =>
  sql`${seen(scope, filter)} and event.triggered_at >= ${startOf(periods.previous.from, periods)}
    and event.triggered_at < ${startOf(dayAfter(periods.current.to, 1), periods)}`
const isCurrent = (periods: Periods) => sql`event.triggered_at >= ${startOf(periods.current.from, periods)}`

/** Events by the day of their trigger. */
export async function countEvents(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  filter: EventFilter = {},
): Promise<ByDay> {
  const { rows } = await sql<{ day: string; events: number }>`
    select (event.triggered_at at time zone ${periods.zone})::date::text as day, count(*)::int as events
    from cognitive_event event where ${raised(scope, periods, filter)} group by 1`.execute(tx)
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
  { asOf }: Periods,
  only: EventFilter = {},
): Promise<Figure[]> {
  const before = new Date(asOf.getTime() - agedMs)
  const found = await sql<{ open: number; aged: number }>`
    select count(*)::int as open, count(*) filter (where event.triggered_at < ${before})::int as aged
    from cognitive_event event where ${seen(scope, only)} and ${open}`.execute(tx)
  const { open: waiting, aged } = onlyRow(found)
  const filter = conditionsOf(only, openFilter)
  const agedFilter = conditionsOf(only, openFilter, `triggeredTime[lt]:${before.toISOString()}`)
  return [
    {
      id: 'open-events',
      value: waiting,
      previous: null,
      drilldown: { list: 'events', filter, rows: waiting },
    },
    {
      id: 'aged-events',
      value: aged,
      previous: null,
      drilldown: { list: 'events', filter: agedFilter, rows: aged },
    },
  ]
}

interface Outcome {
  is_current: boolean
  closed: number
  worthwhile: number
  median_hours: number | null
}

/** How many findings were worth reviewing, and how long a decision took. */
export async function outcomeFigures(tx: TenantTx, scope: AccessScope, periods: Periods): Promise<Figure[]> {
  const { rows } = await sql<Outcome>`
    select ${isCurrent(periods)} as is_current, count(*)::int as closed, count(*) filter (where ${worthwhile})::int as worthwhile,
      percentile_cont(0.5) within group (order by extract(epoch from decided.at - event.triggered_at) / 3600) as median_hours
    from cognitive_event event
    cross join lateral (
      select max(history.at) as at from event_history history
      where history.tenant_id = event.tenant_id and history.event_id = event.id and history.kind = 'status'
    ) decided
    where ${raised(scope, periods)} and ${closed} group by 1`.execute(tx)
  const now = rows.find((row) => row.is_current)
  const before = rows.find((row) => !row.is_current)
  const precision = (row: Outcome | undefined) => (row ? share(row.worthwhile, row.closed) : null)
  const period = await findListPeriod(tx, periods.current, periods)
  const closedFilter = `status[in]:${statuses.filter((status) => !isOpen(status)).join('|')}`
  const drilldown: Drilldown = { list: 'events', period, filter: closedFilter, rows: now?.closed ?? 0 }
  return [
    { id: 'precision', value: precision(now), previous: precision(before), drilldown },
    {
      id: 'time-to-close',
      value: rounded(now?.median_hours ?? null),
      previous: rounded(before?.median_hours ?? null),
      drilldown,
    },
  ]
}

interface PartRow {
  status: EventStatus | null
  severity: Severity | null
  value: number
  previous: number
}

/** Events by status, severity and policy. */
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
    from cognitive_event event where ${raised(scope, periods, only)}
    group by grouping sets ((event.status), (event.severity))`.execute(tx)
  const partsOf = (field: 'status' | 'severity', keys: readonly string[]) =>
    keys.filter(isAmong(only[field])).map((key) => {
      const { value = 0, previous = 0 } = rows.find((row) => row[field] === key) ?? {}
      const filter = conditionsOf({ ...only, [field]: [key] })
      return { key, value, previous, drilldown: eventRows(filter, period, value) }
    })
  return [
    { id: 'events-by-status', parts: partsOf('status', statuses) },
    { id: 'events-by-severity', parts: partsOf('severity', severities.toReversed()) },
    { id: 'events-by-policy', parts: await policyParts(tx, scope, periods, { period, only }) },
  ]
}

const eventRows = (filter: string, period: string, rows: number) => ({
  list: 'events' as const,
  period,
  filter,
  rows,
})

async function policyParts(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  { period, only }: { readonly period: string; readonly only: EventFilter },
) {
  const { rows } = await sql<{
    id: PolicyId
    name: string
    value: number
    previous: number
    closed: number
    worthwhile: number
  }>`
    select policy.id, version.name, counted.* from (
      select event.policy_id, count(*) filter (where ${isCurrent(periods)})::int as value,
        count(*) filter (where not ${isCurrent(periods)})::int as previous,
        count(*) filter (where ${isCurrent(periods)} and ${closed})::int as closed,
        count(*) filter (where ${isCurrent(periods)} and ${worthwhile})::int as worthwhile
      from cognitive_event event where ${raised(scope, periods, only)} group by event.policy_id
    ) counted join (${currentPolicies}) on policy.id = counted.policy_id
    order by counted.value desc, version.name limit ${sql.lit(mostPolicies)}`.execute(tx)
  return rows.map((row) => ({
    key: row.id,
    name: row.name,
    value: row.value,
    previous: row.previous,
    precision: share(row.worthwhile, row.closed),
    drilldown: eventRows(conditionsOf({ ...only, policy: [row.id] }), period, row.value),
  }))
}
