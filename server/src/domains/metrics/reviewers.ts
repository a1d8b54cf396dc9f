/** What each reviewer has open, and what they decided. */
import { precedents } from '@verbatim/contract/event-status.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import { noId } from '@verbatim/contract/list-filter.ts'
import type { Page } from '@verbatim/contract/list.ts'
import {
  leastClosed,
  personless,
  type ReviewerLoad,
  type reviewerSorts,
} from '@verbatim/contract/supervision.ts'
import { type RawBuilder, sql } from 'kysely'
import { standingDecision } from '#domains/cognitive-events/decisions.ts'
import { comparedDecisions } from '#domains/cognitive-events/precedents.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { lowerWordsSql } from '#platform/list/sql.ts'
import {
  agedKind,
  closedKind,
  conditionsOf,
  eventRows,
  openKind,
  raisedIn,
  seenEvents,
} from './event-filter.ts'
import { hoursToClose } from './events.ts'
import { rounded, figureOfEnough, oneOf } from './figures.ts'
import { findListed, type ListedQuery } from './listed.ts'
import { findListPeriod, type Periods } from './period.ts'

interface Row {
  id: UserId
  name: string
  open: number
  aged: number
  closed: number
  hours: [median: number | null, slow: number | null] | null
  compared: number
  differing: number
}

const orders: Readonly<Record<(typeof reviewerSorts)[number], RawBuilder<unknown>>> = {
  name: sql`sort_name`,
  open: sql`open`,
  aged: sql`aged`,
  closed: sql`closed`,
  medianHours: sql`hours[1]`,
  differing: sql`differing`,
}

/** IDs that no user has: of open events without an assignee, and of decisions by whom is not known. */
const unknownId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const [unassigned, unknown] = [sql`${noId}::uuid`, sql`${unknownId}::uuid`]
const nameless: Readonly<Record<string, string>> = {
  [noId]: personless.open,
  [unknownId]: personless.decided,
}
/** Whose decisions a row counts, as the list of events asks for them: in it, decisions by whom is not known have no ID. */
const deciders: Readonly<Record<string, string>> = { [noId]: unknownId, [unknownId]: noId }

/** One page of the reviewers with open events, or with decisions on events of the current period. */
export async function findReviewerLoads(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  query: ListedQuery,
): Promise<Page<ReviewerLoad>> {
  const aged = agedKind(periods)
  const raised = raisedIn(scope, periods.current, periods)
  const rows = sql`(
    with held as (
      select coalesce(event.assignee_id, ${unassigned}) as id, count(*)::int as open, count(*) filter (where ${aged.is})::int as aged
      from cognitive_event event where ${seenEvents(scope, {})} and ${openKind.is} group by 1
    ), done as (
      select coalesce(decided.by, ${unknown}) as id, count(*)::int as closed,
        percentile_cont(array[0.5, 0.9]) within group (order by ${hoursToClose}) as hours
      from cognitive_event event ${standingDecision} where ${raised} and ${closedKind.is} group by 1
    ), compared as (
      select coalesce(by, ${unknown}) as id, count(*)::int as compared, count(*) filter (where disposition <> precedent)::int as differing
      from ${comparedDecisions(scope, raised)} decided group by 1
    )
    select id, coalesce(person.display_name, '') as name, coalesce(person.sort_name, '') as sort_name,
      coalesce(open, 0) as open, coalesce(aged, 0) as aged, coalesce(closed, 0) as closed, hours,
      coalesce(compared, 0) as compared, coalesce(differing, 0) as differing
    from held full join done using (id) left join compared using (id)
    left join (select id, display_name, sort_name from tenant_user) person using (id)
  ) found where ${query.search ? lowerWordsSql(sql`sort_name`, query.search) : sql`true`}`
  const period = await findListPeriod(tx, periods.current, periods)
  const toItem = (row: Row) => toLoad(row, { period, aged: aged.conditions })
  return findListed(tx, query, { rows, orders, usual: '-open', tie: sql`sort_name, id`, toItem })
}

function toLoad(
  row: Row,
  { period, aged }: { readonly period: string; readonly aged: readonly string[] },
): ReviewerLoad {
  const { id, name, open, closed, compared, differing } = row
  const held = (rows: number, conditions: readonly string[]) =>
    eventRows(rows, conditionsOf({}, ...conditions, `assigneeId[eq]:${id}`))
  const decided = (rows: number, conditions: readonly string[]) =>
    eventRows(rows, conditionsOf({}, ...conditions, `decidedById[eq]:${deciders[id] ?? id}`), period)
  return {
    id: nameless[id] ? null : id,
    name: nameless[id] ?? name,
    open,
    aged: row.aged,
    closed,
    medianHours: rounded(row.hours?.[0] ?? null),
    slowHours: figureOfEnough(rounded(row.hours?.[1] ?? null), closed, leastClosed.nineInTen).value,
    compared,
    differing,
    drilldowns: {
      open: held(open, openKind.conditions),
      aged: held(row.aged, aged),
      closed: decided(closed, closedKind.conditions),
      compared: decided(compared, [oneOf('precedent', precedents)]),
      differing: decided(differing, ['precedent[eq]:different']),
    },
  }
}
