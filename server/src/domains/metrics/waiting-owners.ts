/** Representatives whose clients wait for an answer now. */
import { type WaitingOwner, type waitingOwnerSorts } from '@verbatim/contract/metric-lists.ts'
import { noOwner } from '@verbatim/contract/rows-of.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import { type RawBuilder, sql } from 'kysely'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { type Divided, largest, rowsIn } from './figures.ts'
import { findListed, type ListedQuery } from './listed.ts'
import type { Periods } from './period.ts'
import { hoursBetween, ownersOfAll, waitingSince } from './waiting.ts'

interface Row {
  id: UserId | null
  name: string
  waiting: number
  since: Date
}

const orders: Readonly<Record<(typeof waitingOwnerSorts)[number], RawBuilder<unknown>>> = {
  waiting: sql`waiting`,
  since: sql`since`,
  name: sql`sort_name`,
}

/** One page of those who have waiting clients, and in one row the clients without a representative. */
export async function findWaitingOwners(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  query: ListedQuery,
): Promise<Page<WaitingOwner>> {
  const named = query.search
    ? sql`strpos(lower(person.display_name), ${query.search.toLowerCase()}) > 0`
    : sql`true`
  const rows = sql`(
      with waiting as materialized (select * from ${waitingSince(scope, periods)} waiting)
      select person.id, coalesce(person.display_name, '') as name, coalesce(person.sort_name, '') as sort_name,
        count(*)::int as waiting, min(waiting.posted_at) as since
      from waiting
      left join ${ownersOfAll(scope)} ours on ours.conversation_id = waiting.conversation_id
      left join tenant_user person on person.tenant_id = waiting.tenant_id and person.id = ours.user_id
      where ${named} group by person.id, person.display_name, person.sort_name
    ) found`
  const toItem = (row: Row) => toWaitingOwner(row, periods)
  return findListed(tx, query, { rows, orders, usual: '-waiting', tie: sql`since, id`, toItem })
}

function toWaitingOwner({ id, name, waiting, since }: Row, { asOf }: Periods): WaitingOwner {
  return {
    ...(id && { id }),
    name,
    waiting,
    since: since.toISOString(),
    hours: hoursBetween(since, asOf),
    drilldown: rowsIn('waiting-clients', waiting, { owner: [id ?? noOwner] }),
  }
}

const mostOwners = 20

/** The waiting clients of those who have most. */
export async function waitingParts(tx: TenantTx, scope: AccessScope, periods: Periods): Promise<Divided> {
  const { items, total } = await findWaitingOwners(tx, scope, periods, { limit: mostOwners, skip: 0 })
  const parts = items.map(({ id = noOwner, name, waiting, drilldown }) => ({
    key: id,
    name: name || 'No representative',
    value: waiting,
    previous: null,
    drilldown,
  }))
  return largest(parts, total)
}
