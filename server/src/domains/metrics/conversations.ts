/** Conversations as people understand them: a pause of more than 24 hours starts a new one. */
import type { Channel } from '@verbatim/contract/channels.ts'
import type { conversationSorts, MetricConversation } from '@verbatim/contract/dashboards.ts'
import type { ConversationId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import type { Figure } from '@verbatim/contract/metrics.ts'
import { type RawBuilder, sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import { dayAfter } from '#kernel/days.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/rows.ts'
import { type ByDay, byDays, rowsIn } from './figures.ts'
import { findListed, type ListedQuery } from './listed.ts'
import { isFound, isLookedAt, lookedAt } from './openings.ts'
import { titleHas, titleOf } from './people.ts'
import { type Days, type Periods, startOf } from './period.ts'

/**
 * The stretches with a message in `days`, by the day rows of their conversation. A day has no pause of 24 hours, so the first and
 * last time of each day decide; the two days before `days` show whether a stretch began earlier.
 */
const stretches = (scope: AccessScope, { from, to }: Days, where: RawBuilder<boolean> = sql`true`) => sql`(
  select tenant_id, conversation_id, channel, stretch, min(first_at) as first_at, max(last_at) as last_at,
    sum(messages) filter (where day >= ${from}::date)::int as messages
  from (
    select *, sum(coalesce(starts, true)::int) over (partition by conversation_id order by day) as stretch from (
      select *, first_at - lag(last_at) over (partition by conversation_id order by day) > interval '24 hours' as starts from (
        select tenant_id, conversation_id, channel, day, min(first_at) as first_at, max(last_at) as last_at, sum(messages) as messages
        from conversation_day said where ${withinScope(scope, 'said')} and ${where}
          and day between ${dayAfter(from, -2)}::date and ${to}::date
        group by 1, 2, 3, 4
      ) by_day
    ) started
  ) numbered
  group by tenant_id, conversation_id, channel, stretch having max(day) >= ${from}::date
)`

/** How many stretches each period has a message of: those that open in it, and those that go on from before. */
export async function conversationFigure(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
): Promise<Figure> {
  const { current, previous } = periods
  const found = await sql<{ value: number; previous: number }>`
    with ${lookedAt(scope, { from: previous.from, to: current.to })}
    select ${stretchesIn(scope, current, periods)} as value, ${stretchesIn(scope, previous, periods)} as previous`.execute(
    tx,
  )
  const counted = onlyRow(found)
  const byDay = await countByDay(tx, scope, periods)
  return {
    id: 'conversations',
    ...counted,
    ...byDays((day) => byDay.get(day) ?? 0, periods),
    drilldown: rowsIn('conversations', counted.value),
  }
}

/** How many have a message on each day. No day has a pause, so each conversation has one stretch on it at most. */
async function countByDay(
  tx: TenantTx,
  scope: AccessScope,
  { current, previous }: Pick<Periods, 'current' | 'previous'>,
): Promise<ByDay> {
  const { rows } = await sql<{ day: string; conversations: number }>`
    select day::text, count(*)::int as conversations from (
      select distinct day, conversation_id from conversation_day said
      where ${withinScope(scope, 'said')} and day between ${previous.from}::date and ${current.to}::date
    ) each group by day`.execute(tx)
  return new Map(rows.map(({ day, conversations }) => [day, conversations]))
}

const stretchesIn = (scope: AccessScope, days: Days, zone: Pick<Periods, 'zone'>) => sql<number>`(
  (
    select count(*) from opening said where opens_conversation and ${isFound(scope)}
      and posted_at >= ${startOf(days.from, zone)} and posted_at < ${startOf(dayAfter(days.to, 1), zone)}
  ) + (
    select count(*) from (
      select day, first_at - lag(last_at) over said_before as pause, lag(day) over said_before as before from (
        select conversation_id, day, min(first_at) as first_at, max(last_at) as last_at
        from conversation_day said where ${isFound(scope)}
          and day between ${dayAfter(days.from, -2)}::date and least(${dayAfter(days.from, 1)}::date, ${days.to}::date)
        group by 1, 2
      ) by_day window said_before as (partition by conversation_id order by day)
    ) said where day >= ${days.from}::date and before < ${days.from}::date and pause <= interval '24 hours'
  ) + (select count(*) from ${stretches(scope, days, isLookedAt)} looked))::int`

interface Row {
  conversation_id: ConversationId
  channel: Channel
  named: string
  first_at: Date
  last_at: Date
  messages: number
}

const orders: Readonly<Record<(typeof conversationSorts)[number], RawBuilder<unknown>>> = {
  firstAt: sql`first_at`,
  messages: sql`messages`,
}

/** One page of the conversations of the current period, named by their title or their people. */
export async function findMetricConversations(
  tx: TenantTx,
  scope: AccessScope,
  { current }: Periods,
  query: ListedQuery,
): Promise<Page<MetricConversation>> {
  // Only what is shown or searched is named: a year has many stretches.
  const reader = { scope, withoutSubjects: query.withoutSubjects }
  const rows = sql`${stretches(scope, current)} found where ${titleHas(titleOf(reader, 'found'), query.search)}`
  return findListed(tx, query, {
    rows,
    orders,
    usual: '-firstAt',
    tie: sql`conversation_id, first_at`,
    details: sql`${titleOf(reader, 'page')} as named`,
    toItem: ({ conversation_id, channel, named, first_at, last_at, messages }: Row) => ({
      conversationId: conversation_id,
      channel,
      title: named,
      firstAt: first_at.toISOString(),
      lastAt: last_at.toISOString(),
      messages,
    }),
  })
}
