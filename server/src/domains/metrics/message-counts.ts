/** Messages by day and by what they have in common, from the counts that the table of messages keeps. */
import { type Channel, channels } from '@verbatim/contract/channels.ts'
import { categories, type Category, urgencies, type Urgency } from '@verbatim/contract/categories.ts'
import type { Breakdown } from '@verbatim/contract/metrics.ts'
import type { OffChannelWay } from '@verbatim/contract/off-channel.ts'
import { type RawBuilder, sql } from 'kysely'
import { grantedGroups } from '#access/scope.ts'
import { withinScope } from '#access/scope-sql.ts'
import type { Direction } from '#kernel/captured-event.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { allOf } from '#platform/list/sql.ts'
import { type ByDay, type Divided, isAmong, largest, oneOf, sumOf } from './figures.ts'
import { dayAfter, findListPeriod, type Periods, startOf } from './period.ts'

/** What no figure counts is not in its rows either. */
const said = 'isAutomatic[eq]:false'

/** Only messages with one of these values in each field. */
export interface MessageFilter {
  readonly direction?: Direction | undefined
  readonly channel?: readonly Channel[] | undefined
  readonly category?: readonly Category[] | undefined
  readonly urgency?: readonly Urgency[] | undefined
  readonly group?: readonly string[] | undefined
  /** Only off-channel mentions: any, or of some ways. */
  readonly ways?: 'any' | readonly OffChannelWay[] | undefined
}

/** Counts of messages by day, as `counted`. There are few mentions, so their messages are counted when asked for. */
export const countsOf = (
  { ways }: MessageFilter,
  { previous, current, zone }: Pick<Periods, 'previous' | 'current' | 'zone'>,
) =>
  ways
    ? sql`(
        select (message.posted_at at time zone ${zone})::date as day, message.channel, message.group_ids, message.direction,
          message.category, message.urgency, mention.way, 1 as messages
        from off_channel_mention mention join message on message.tenant_id = mention.tenant_id and message.id = mention.message_id
        where message.posted_at >= ${startOf(previous.from, { zone })} and message.posted_at < ${startOf(dayAfter(current.to, 1), { zone })}
          and message.content_type <> 'system' and not 'autoReply' = any(message.flags)
          and ${ways === 'any' ? sql`true` : sql`mention.way = any(${ways}::text[])`}) counted`
    : sql`message_rollup counted`

/** Whether a row of `counted` passes. */
export function passes({ direction, channel, category, urgency, group }: MessageFilter): RawBuilder<boolean> {
  return allOf([
    ...(direction ? [sql<boolean>`direction = ${direction}`] : []),
    ...(channel ? [sql<boolean>`channel = any(${channel}::text[])`] : []),
    ...(category ? [sql<boolean>`category = any(${category}::text[])`] : []),
    ...(urgency ? [sql<boolean>`urgency = any(${urgency}::text[])`] : []),
    ...(group ? [sql<boolean>`group_ids && ${group}::uuid[]`] : []),
  ])
}

/** The same as conditions of the Content Library, with what no figure counts. */
export const conditionsOf = ({ direction, channel, category, urgency, group, ways }: MessageFilter): string =>
  [
    direction && `direction[eq]:${direction}`,
    channel && oneOf('channelType', channel),
    category && oneOf('categoryId', category),
    urgency && oneOf('urgency', urgency),
    group && oneOf('groupId', group),
    ways && (ways === 'any' ? 'offChannel[nempty]' : oneOf('offChannel', ways)),
    said,
  ]
    .filter(Boolean)
    .join(',')

/** The counted messages of both periods. */
export interface MessageCounts {
  readonly all: ByDay
  readonly by: (direction: Direction) => ByDay
  /** For links to the messages of the current period. */
  readonly period: string
  readonly filter: MessageFilter
}

export async function countMessages(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  filter: MessageFilter = {},
): Promise<MessageCounts> {
  const { rows } = await sql<{ day: string; direction: Direction; messages: number }>`
    select day::text, direction, sum(messages)::int as messages from ${countsOf(filter, periods)}
    where ${withinScope(scope, 'counted')} and day between ${periods.previous.from}::date and ${periods.current.to}::date
      and ${passes(filter)}
    group by day, direction`.execute(tx)
  const all = new Map<string, number>()
  const byDirection = new Map<Direction, Map<string, number>>()
  for (const { day, direction, messages } of rows) {
    all.set(day, (all.get(day) ?? 0) + messages)
    const own = byDirection.get(direction) ?? new Map<string, number>()
    byDirection.set(direction, own.set(day, messages))
  }
  return {
    all,
    by: (direction) => byDirection.get(direction) ?? new Map(),
    period: await findListPeriod(tx, periods.current, periods),
    filter,
  }
}

/** Messages, received and sent, each with its rows in the Content Library. */
export function messageFigures(counts: MessageCounts, periods: Periods) {
  const rows = { list: 'messages', period: counts.period } as const
  return {
    all: sumOf('messages', counts.all, periods, { ...rows, filter: conditionsOf(counts.filter) }),
    received: sumOf('messages-received', counts.by('inbound'), periods, {
      ...rows,
      filter: conditionsOf({ ...counts.filter, direction: 'inbound' }),
    }),
    sent: sumOf('messages-sent', counts.by('outbound'), periods, {
      ...rows,
      filter: conditionsOf({ ...counts.filter, direction: 'outbound' }),
    }),
  }
}

interface PartRow {
  channel: Channel | null
  category: Category | null
  urgency: Urgency | null
  value: number
  previous: number
}

/** Messages by channel, category and urgency. Channels without messages in either period are left out. */
export async function findMessageParts(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  { period, filter: narrowed }: Pick<MessageCounts, 'period' | 'filter'>,
): Promise<Breakdown[]> {
  const { current, previous } = periods
  const { rows } = await sql<PartRow>`
    select channel, category, urgency,
      coalesce(sum(messages) filter (where day >= ${current.from}::date), 0)::int as value,
      coalesce(sum(messages) filter (where day < ${current.from}::date), 0)::int as previous
    from ${countsOf(narrowed, periods)}
    where ${withinScope(scope, 'counted')} and day between ${previous.from}::date and ${current.to}::date
      and ${passes(narrowed)}
    group by grouping sets ((channel), (category), (urgency))`.execute(tx)
  const partsOf = (field: 'channel' | 'category' | 'urgency', keys: readonly string[]) =>
    keys.filter(isAmong(narrowed[field])).map((key) => {
      const { value = 0, previous: before = 0 } = rows.find((row) => row[field] === key) ?? {}
      const filter = conditionsOf({ ...narrowed, [field]: [key] })
      return {
        key,
        value,
        previous: before,
        drilldown: { list: 'messages' as const, period, filter, rows: value },
      }
    })
  return [
    {
      id: 'messages-by-channel',
      parts: partsOf('channel', channels)
        .filter(({ value, previous: before }) => value + before > 0)
        .toSorted((one, other) => other.value - one.value),
    },
    { id: 'messages-by-category', parts: partsOf('category', categories) },
    { id: 'messages-by-urgency', parts: partsOf('urgency', urgencies.toReversed()) },
  ]
}

/** The most groups of a breakdown. */
const mostGroups = 20

/**
 * Messages by group, those with most first. A message counts in each of its groups; other groups than the reader's own are not named.
 */
export async function findMessageGroups(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  { period, filter }: Pick<MessageCounts, 'period' | 'filter'>,
): Promise<Divided> {
  const { current, previous } = periods
  const granted = grantedGroups(scope)
  const { rows } = await sql<{ id: string; name: string; value: number; previous: number; total: number }>`
    select named.id, named.name, counted.value, counted.previous, count(*) over ()::int as total from (
      select group_id, coalesce(sum(messages) filter (where day >= ${current.from}::date), 0)::int as value,
        coalesce(sum(messages) filter (where day < ${current.from}::date), 0)::int as previous
      from ${countsOf(filter, periods)}, unnest(group_ids) group_id
      where ${withinScope(scope, 'counted')} and day between ${previous.from}::date and ${current.to}::date and ${passes(filter)}
      group by group_id
    ) counted join conversation_group named on named.id = counted.group_id
    where ${granted === 'all' ? sql`true` : sql`group_id = any(${granted}::uuid[])`}
      and ${filter.group ? sql`group_id = any(${filter.group}::uuid[])` : sql`true`}
    order by counted.value desc, named.name_key, named.id limit ${sql.lit(mostGroups)}`.execute(tx)
  const parts = rows.map(({ id, name, value, previous: before }) => ({
    key: id,
    name,
    value,
    previous: before,
    drilldown: {
      list: 'messages' as const,
      period,
      filter: conditionsOf({ ...filter, group: [id] }),
      rows: value,
    },
  }))
  return largest(parts, rows[0]?.total)
}

/** Messages of each category by day, of both periods. */
export async function countByCategory(
  tx: TenantTx,
  scope: AccessScope,
  { current, previous }: Periods,
): Promise<ReadonlyMap<Category, ByDay>> {
  const { rows } = await sql<{ day: string; category: Category; messages: number }>`
    select day::text, category, sum(messages)::int as messages from message_rollup counted
    where ${withinScope(scope, 'counted')} and day between ${previous.from}::date and ${current.to}::date
    group by day, category`.execute(tx)
  const found = new Map<Category, Map<string, number>>(categories.map((category) => [category, new Map()]))
  for (const { day, category, messages } of rows) found.get(category)?.set(day, messages)
  return found
}

/** The question for the messages of a category. */
export const categoryRows = (category: Category, period: string) =>
  ({ list: 'messages', period, filter: `categoryId[eq]:${category},${said}` }) as const

/** The question for what a person sent. */
export const sentRows = (authorId: string, period: string) =>
  ({ list: 'messages', period, filter: `authorId[eq]:${authorId},direction[eq]:outbound,${said}` }) as const

/** The question for what contacts wrote. */
export const receivedRows = (authorIds: readonly string[], period: string) =>
  ({
    list: 'messages',
    period,
    filter: `authorId[in]:${authorIds.join('|')},direction[eq]:inbound,${said}`,
  }) as const
