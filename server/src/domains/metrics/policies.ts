/** What each policy found, and how much of it was worth reviewing. */
import type { PolicyId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import { leastClosed, type policySorts, type SupervisedPolicy } from '@verbatim/contract/supervision.ts'
import { type RawBuilder, sql } from 'kysely'
import { currentPolicies } from '#domains/policies/current-version.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { lowerWordsSql } from '#platform/list/sql.ts'
import {
  closedKind,
  conditionsOf,
  type EventFilter,
  eventRows,
  falseAlarmKind,
  isClosedEvent,
  isCurrent,
  isFalseAlarm,
  raisedInBoth,
} from './event-filter.ts'
import { isWorthwhile } from './events.ts'
import { share, figureOfEnough } from './figures.ts'
import { findListed, type ListedQuery } from './listed.ts'
import { findListPeriod, type Periods } from './period.ts'

interface Row {
  id: PolicyId
  name: string
  events: number
  previous: number
  closed: number
  worthwhile: number
  false_alarms: number
}

const orders: Readonly<Record<(typeof policySorts)[number], RawBuilder<unknown>>> = {
  name: sql`lower(name)`,
  events: sql`events`,
  closed: sql`closed`,
  falseAlarms: sql`false_alarms`,
}

interface Asked extends ListedQuery {
  /** Which events are counted. */
  readonly only?: EventFilter
}

/** One page of the policies with events in either period. */
export async function findSupervisedPolicies(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  { only = {}, ...query }: Asked,
): Promise<Page<SupervisedPolicy>> {
  const current = isCurrent(periods)
  const rows = sql`(
    select policy.id, version.name, counted.* from (
      select event.policy_id, count(*) filter (where ${current})::int as events, count(*) filter (where not ${current})::int as previous,
        count(*) filter (where ${current} and ${isClosedEvent})::int as closed,
        count(*) filter (where ${current} and ${isWorthwhile})::int as worthwhile,
        count(*) filter (where ${current} and ${isFalseAlarm})::int as false_alarms
      from cognitive_event event where ${raisedInBoth(scope, periods, only)} group by event.policy_id
    ) counted join (${currentPolicies}) on policy.id = counted.policy_id
  ) found where ${query.search ? lowerWordsSql(sql`lower(name)`, query.search) : sql`true`}`
  const period = await findListPeriod(tx, periods.current, periods)
  const toItem = (row: Row) => toPolicy(row, { only, period })
  return findListed(tx, query, { rows, orders, usual: '-events', tie: sql`lower(name), id`, toItem })
}

function toPolicy(
  row: Row,
  { only, period }: { readonly only: EventFilter; readonly period: string },
): SupervisedPolicy {
  const rowsOf = (rows: number, conditions: readonly string[] = []) =>
    eventRows(rows, conditionsOf({ ...only, policy: [row.id] }, ...conditions), period)
  return {
    id: row.id,
    name: row.name,
    events: row.events,
    previous: row.previous,
    closed: row.closed,
    falseAlarms: row.false_alarms,
    precision: figureOfEnough(share(row.worthwhile, row.closed), row.closed, leastClosed.share).value,
    drilldowns: {
      events: rowsOf(row.events),
      closed: rowsOf(row.closed, closedKind.conditions),
      falseAlarms: rowsOf(row.false_alarms, falseAlarmKind.conditions),
    },
  }
}
