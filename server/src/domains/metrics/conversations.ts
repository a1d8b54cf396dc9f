/** Conversations as people understand them: a pause of more than 24 hours starts a new one. */
import type { Channel } from '@verbatim/contract/channels.ts'
import type { conversationSorts, MetricConversation } from '@verbatim/contract/dashboards.ts'
import type { ConversationId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import type { Figure } from '@verbatim/contract/metrics.ts'
import { type RawBuilder, sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/only-row.ts'
import { businessSeconds, hoursNote, openHours } from './business-hours.ts'
import { rowsIn, share } from './figures.ts'
import { findListed, type ListedQuery } from './listed.ts'
import { isFound, isLookedAt, lookedAt } from './openings.ts'
import { titleHas, titleOf } from './people.ts'
import { dayAfter, type Days, type Periods, startOf } from './period.ts'

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
  return { id: 'conversations', ...counted, drilldown: rowsIn('conversations', counted.value) }
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
  const title = (alias: string) => sql`(
    select ${titleOf(scope, 'home')} from (
      select conversation.tenant_id, conversation.id as conversation_id, conversation.title from conversation
      where conversation.tenant_id = ${sql.ref(`${alias}.tenant_id`)} and conversation.id = ${sql.ref(`${alias}.conversation_id`)}
    ) home)`
  const rows = sql`${stretches(scope, current)} found where ${titleHas(title('found'), query.search)}`
  const details = sql`${title('page')} as named`
  const listed = { rows, details, orders, usual: '-firstAt', tie: sql`conversation_id, first_at` } as const
  const { found, total } = await findListed<Row, keyof typeof orders>(tx, query, listed)
  return {
    items: found.map(({ conversation_id, channel, named, first_at, last_at, messages }) => ({
      conversationId: conversation_id,
      channel,
      title: named,
      firstAt: first_at.toISOString(),
      lastAt: last_at.toISOString(),
      messages,
    })),
    total,
  }
}

/** Of a period; those of the one before are named so. */
const counts = ['bursts', 'within_a_day'] as const
const medians = ['median_minutes', 'median_business_minutes'] as const
type Of<Name extends string> = `${Name}${'' | '_before'}`
type Responses = { readonly [Count in Of<(typeof counts)[number]>]: number } & {
  readonly [Median in Of<(typeof medians)[number]>]: number | null
}

/** How long an answer may take to count at all. */
const longest = sql`interval '7 days'`

/**
 * How often, and how fast, a person answers a burst of received messages. A burst starts with a received message after a sent one,
 * or after a pause of 24 hours. One that is not answered yet counts once its 24 hours are over.
 */
export async function responseFigures(tx: TenantTx, scope: AccessScope, periods: Periods): Promise<Figure[]> {
  const days = { from: periods.previous.from, to: periods.current.to }
  const starts = startOf(days.from, periods)
  const ends = startOf(dayAfter(days.to, 1), periods)
  const took = businessSeconds(sql.ref('posted_at'), sql.ref('answered_at'))
  // Each with its own condition: rows in groups would be sorted once more.
  const figuresOf = (suffix: '' | '_before', condition: RawBuilder<unknown>) => {
    const named = (name: (typeof counts | typeof medians)[number]) => sql.ref(`${name}${suffix}`)
    return sql`count(*) filter (where ${condition})::int as ${named('bursts')},
      count(*) filter (where ${condition} and seconds <= 86400)::int as ${named('within_a_day')},
      percentile_cont(0.5) within group (order by seconds) filter (where ${condition}) / 60 as ${named('median_minutes')},
      percentile_cont(0.5) within group (order by business_seconds) filter (where ${condition}) / 60 as ${named('median_business_minutes')}`
  }
  const found = await sql<Responses>`
    with ${lookedAt(scope, days)}, ${openHours(periods, days)}
    select ${figuresOf('', sql`is_current`)}, ${figuresOf('_before', sql`not is_current`)}
    from (
      select posted_at >= ${startOf(periods.current.from, periods)} as is_current,
        date_part('epoch', answered_at - posted_at) as seconds, case when answered_at is not null then ${took} end as business_seconds
      from (
        select posted_at, answered_at from opening said where opens_burst and ${isFound(scope)}
          and posted_at >= ${starts} and posted_at < ${ends}
        union all select posted_at, answered_at from ${burstsLookedAt(scope, starts, ends)} looked
      ) burst cross join open_hours
      where answered_at is not null or posted_at <= ${periods.asOf}::timestamptz - interval '24 hours'
      offset 0 -- so that what is sorted has no hours
    ) burst`.execute(tx)
  const row = onlyRow(found)
  const minutes = (median: number | null) => (median === null ? null : Math.round(median))
  return [
    {
      id: 'response-rate',
      value: share(row.within_a_day, row.bursts),
      previous: share(row.within_a_day_before, row.bursts_before),
    },
    {
      id: 'first-response',
      value: minutes(row.median_minutes),
      previous: minutes(row.median_minutes_before),
    },
    {
      id: 'first-response-business',
      value: minutes(row.median_business_minutes),
      previous: minutes(row.median_business_minutes_before),
      note: hoursNote(periods),
    },
  ]
}

/** The bursts of conversations whose openings do not count, found in their messages. */
const burstsLookedAt = (scope: AccessScope, starts: RawBuilder<Date>, ends: RawBuilder<Date>) => sql`(
  select posted_at, case when answered_at <= posted_at + ${longest} then answered_at end as answered_at
  from (
    select direction, posted_at, lag(direction) over earlier as before, lag(posted_at) over earlier as before_at,
      min(posted_at) filter (where direction = 'outbound') over (partition by conversation_id order by posted_at desc, id desc
        rows between unbounded preceding and 1 preceding) as answered_at
    from message said where ${withinScope(scope, 'said')} and ${isLookedAt} and direction in ('inbound', 'outbound')
      and content_type <> 'system' and not 'autoReply' = any(flags)
      and posted_at >= ${starts} - interval '24 hours' and posted_at < ${ends} + ${longest}
    window earlier as (partition by conversation_id order by posted_at, id)
  ) said
  where direction = 'inbound' and posted_at >= ${starts} and posted_at < ${ends}
    and (before is distinct from 'inbound' or posted_at - before_at > interval '24 hours')
)`
