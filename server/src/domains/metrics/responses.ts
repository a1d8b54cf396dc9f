/** Answers to clients: how often and how fast a person answers a burst of received messages, and which bursts those are. */
import type { Channel } from '@verbatim/contract/channels.ts'
import type { Burst, burstSorts } from '@verbatim/contract/metric-lists.ts'
import type { ConversationId, MessageId, UserId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import type { Figure } from '@verbatim/contract/metrics.ts'
import type { BurstKind } from '@verbatim/contract/rows-of.ts'
import { type RawBuilder, sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import { dayAfter } from '#kernel/days.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { allOf } from '#platform/list/sql.ts'
import { onlyRow } from '#platform/rows.ts'
import { isSaid } from '#schema/said.ts'
import { businessSeconds, hoursNote, openHours } from './business-hours.ts'
import { byDays, rowsIn, share } from './figures.ts'
import { findListed, type ListedQuery } from './listed.ts'
import { isFound, isLookedAt, lookedAt } from './openings.ts'
import { titleHas, titleOf } from './people.ts'
import { type Days, type Periods, startOf } from './period.ts'
import { passesScoped, type ScopedFilter } from './scoped-parts.ts'
import { namedWithOwners } from './waiting.ts'

/** How long an answer may take to count at all. */
const longest = sql`interval '7 days'`
const isWithinADay = sql<boolean>`seconds <= 86400`

interface Columns {
  /** What is selected of each burst, beside how long its answer took. */
  readonly selected: RawBuilder<unknown>
  /** What that takes of its first message, with a comma before it. An index alone has the times of the burst and of its answer. */
  readonly read?: RawBuilder<unknown>
  readonly only?: ScopedFilter
}

/**
 * The bursts of some days that count, each with the seconds until its answer, in all and in business hours. A burst starts with a received
 * message after a sent one, or after a pause of 24 hours. One that is not answered yet counts once its 24 hours are over.
 */
export function burstsIn(
  scope: AccessScope,
  periods: Periods,
  days: Days,
  { selected, read = sql``, only = {} }: Columns,
): RawBuilder<unknown> {
  const starts = startOf(days.from, periods)
  const ends = startOf(dayAfter(days.to, 1), periods)
  const isAsked = allOf(passesScoped(only))
  const took = businessSeconds(sql.ref('posted_at'), sql.ref('answered_at'))
  return sql`(
    with ${lookedAt(scope, days)}, ${openHours(periods, days)}
    select ${selected}, date_part('epoch', answered_at - posted_at) as seconds,
      case when answered_at is not null then ${took} end as business_seconds
    from (
      select posted_at, answered_at ${read} from opening said where opens_burst and ${isFound(scope)} and ${isAsked}
        and posted_at >= ${starts} and posted_at < ${ends}
      union all select posted_at, answered_at ${read} from ${burstsLookedAt(scope, starts, ends)} looked where ${isAsked}
    ) burst cross join open_hours
    where answered_at is not null or posted_at <= ${periods.asOf}::timestamptz - interval '24 hours'
    offset 0 -- so that what is sorted has no hours
  )`
}

/** The bursts of conversations whose openings do not count, found in their messages. */
const burstsLookedAt = (scope: AccessScope, starts: RawBuilder<Date>, ends: RawBuilder<Date>) => sql`(
  select tenant_id, conversation_id, message_id, channel, group_ids, posted_at,
    case when answered_at <= posted_at + ${longest} then answered_at end as answered_at
  from (
    select tenant_id, conversation_id, id as message_id, channel, group_ids, direction, posted_at, lag(direction) over earlier as before,
      lag(posted_at) over earlier as before_at,
      min(posted_at) filter (where direction = 'outbound') over (partition by conversation_id order by posted_at desc, id desc
        rows between unbounded preceding and 1 preceding) as answered_at
    from message said where ${withinScope(scope, 'said')} and ${isLookedAt} and direction in ('inbound', 'outbound')
      and ${isSaid('said')}
      and posted_at >= ${starts} - interval '24 hours' and posted_at < ${ends} + ${longest}
    window earlier as (partition by conversation_id order by posted_at, id)
  ) said
  where direction = 'inbound' and posted_at >= ${starts} and posted_at < ${ends}
    and (before is distinct from 'inbound' or posted_at - before_at > interval '24 hours')
)`

/** Of a period; those of the one before are named so. */
type Counts = 'bursts' | 'within_a_day'
type Of<Name extends string> = `${Name}${'' | '_before'}`
export type Rates = { readonly [Count in Of<Counts>]: number }
interface Responses extends Rates {
  readonly answered: number
  readonly median: number | null
  readonly median_before: number | null
  readonly business: number | null
  readonly business_before: number | null
}

/** The bursts of one day. A median of business hours would sort them once more, which costs a third of the figure. */
type DayOfResponses = { readonly [Count in Counts]: number } & {
  readonly day: string
  readonly median_minutes: number | null
}

/** Of bursts with `is_current`, each period with its own condition: rows in groups would be sorted once more. */
export const rateCounts = sql`count(*) filter (where is_current)::int as bursts,
  count(*) filter (where is_current and ${isWithinADay})::int as within_a_day,
  count(*) filter (where not is_current)::int as bursts_before,
  count(*) filter (where not is_current and ${isWithinADay})::int as within_a_day_before`
export const answeredCount = sql`count(seconds) filter (where is_current)::int as answered`
/** Minutes of both periods, named so. */
export const mediansOf = (column: 'seconds' | 'business_seconds', name: 'median' | 'business') =>
  sql`percentile_cont(0.5) within group (order by ${sql.ref(column)}) filter (where is_current) / 60 as ${sql.ref(name)},
    percentile_cont(0.5) within group (order by ${sql.ref(column)}) filter (where not is_current) / 60 as ${sql.ref(`${name}_before`)}`
export const isOfPeriod = (periods: Periods) =>
  sql`posted_at >= ${startOf(periods.current.from, periods)} as is_current`

/** How often, and how fast, a person answers a burst of received messages. */
export async function responseFigures(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  only: ScopedFilter = {},
): Promise<Figure[]> {
  const days = { from: periods.previous.from, to: periods.current.to }
  const selected = sql`${isOfPeriod(periods)}, (posted_at at time zone ${periods.zone})::date as day`
  const found = await sql<Responses & { by_day: readonly DayOfResponses[] | null }>`
    with burst as materialized (select * from ${burstsIn(scope, periods, days, { selected, only })} found)
    select ${rateCounts}, ${answeredCount}, ${mediansOf('seconds', 'median')}, ${mediansOf('business_seconds', 'business')},
      (
        select json_agg(of_day) from (
          select day::text, count(*) as bursts, count(*) filter (where ${isWithinADay}) as within_a_day,
            percentile_cont(0.5) within group (order by seconds) / 60 as median_minutes
          from burst group by day
        ) of_day
      ) as by_day
    from burst`.execute(tx)
  const row = onlyRow(found)
  const ofDay = new Map(row.by_day?.map((one) => [one.day, one]))
  const answered = answeredRows(row.answered, only)
  return [
    {
      id: 'response-rate',
      value: share(row.within_a_day, row.bursts),
      previous: share(row.within_a_day_before, row.bursts_before),
      ...byDays((day) => share(ofDay.get(day)?.within_a_day ?? 0, ofDay.get(day)?.bursts ?? 0), periods),
      drilldown: rowsIn('bursts', row.bursts, only),
    },
    {
      id: 'first-response',
      value: rounded(row.median),
      previous: rounded(row.median_before),
      ...byDays((day) => rounded(ofDay.get(day)?.median_minutes ?? null), periods),
      drilldown: answered,
    },
    {
      id: 'first-response-business',
      value: rounded(row.business),
      previous: rounded(row.business_before),
      drilldown: answered,
      note: hoursNote(periods),
    },
  ]
}

export const answeredRows = (rows: number, only: ScopedFilter) =>
  rowsIn('bursts', rows, { kind: ['answered'], ...only })

export const rounded = (minutes: number | null) => (minutes === null ? null : Math.round(minutes))

interface Row {
  conversation_id: ConversationId
  message_id: MessageId
  channel: Channel
  named: string
  author: string
  posted_at: Date
  answered_at: Date | null
  seconds: number | null
  business_seconds: number | null
  representatives: { id: UserId; name: string }[]
}

interface BurstQuery extends ListedQuery, ScopedFilter {
  readonly kind: BurstKind
}

const kinds: Readonly<Record<BurstKind, RawBuilder<boolean>>> = {
  all: sql`true`,
  answered: sql`seconds is not null`,
  'within-a-day': isWithinADay,
  unanswered: sql`seconds is null`,
}
const orders: Readonly<Record<(typeof burstSorts)[number], RawBuilder<unknown>>> = {
  postedAt: sql`posted_at`,
  minutes: sql`seconds`,
  businessMinutes: sql`business_seconds`,
}

/** The name of who wrote the first message of a burst. */
const authorOf = (alias: string): RawBuilder<unknown> => sql`(
  select coalesce(nullif(trim(asked.author_name), ''), asked.author_address) from message asked
  where asked.tenant_id = ${sql.ref(`${alias}.tenant_id`)} and asked.id = ${sql.ref(`${alias}.message_id`)})`

/** One page of the bursts that count in the current period. */
export async function findBursts(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  { kind, channel, group, ...query }: BurstQuery,
): Promise<Page<Burst>> {
  const read = sql`, tenant_id, conversation_id, message_id, channel`
  const selected = sql`posted_at, answered_at ${read}`
  const reader = { scope, withoutSubjects: query.withoutSubjects }
  const hasWords = sql`(${titleHas(titleOf(reader, 'burst'), query.search)}
    or ${titleHas(authorOf('burst'), query.search)})`
  const rows = sql`${burstsIn(scope, periods, periods.current, { selected, read, only: { channel, group } })} burst where ${kinds[kind]} and ${hasWords}`
  return findListed(tx, query, {
    rows,
    orders,
    usual: '-postedAt',
    tie: sql`posted_at, message_id`,
    details: sql`${authorOf('page')} as author, ${namedWithOwners(reader)}`,
    toItem: toBurst,
  })
}

function toBurst(row: Row): Burst {
  const minutes = (seconds: number | null) => rounded(seconds === null ? null : seconds / 60)
  return {
    conversationId: row.conversation_id,
    messageId: row.message_id,
    channel: row.channel,
    title: row.named,
    from: row.author,
    postedAt: row.posted_at.toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
    minutes: minutes(row.seconds),
    businessMinutes: minutes(row.business_seconds),
    representatives: row.representatives,
  }
}
