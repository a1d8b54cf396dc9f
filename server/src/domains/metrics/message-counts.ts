/**
 * Messages by day and by what they have in common, from the counts that the table of messages keeps. Those of themes are counted one by one.
 * Source: docs/decisions/0124-what-figures-count.md.
 */
import { categories, type Category, type Urgency } from '@verbatim/contract/categories.ts'
import type { OffChannelWay } from '@verbatim/contract/off-channel.ts'
import { type RawBuilder, sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import { dayAfter } from '#kernel/days.ts'
import type { Direction } from '#kernel/captured-event.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { allOf } from '#platform/list/sql.ts'
import { isSaid } from '#schema/said.ts'
import { type ByDay, oneOf, sumOf } from './figures.ts'
import { findListPeriod, type Periods, startOf } from './period.ts'
import { passesScoped, scopedConditions, type ScopedFilter } from './scoped-parts.ts'

/** What no figure counts is not in its rows either. */
export const said = 'isAutomatic[eq]:false,isMirror[eq]:false'

/** Only messages with one of these values in each field. */
export interface MessageFilter extends ScopedFilter {
  readonly direction?: Direction | undefined
  readonly category?: readonly Category[] | undefined
  readonly urgency?: readonly Urgency[] | undefined
  readonly theme?: readonly string[] | undefined
  /** Only off-channel mentions, in one of these ways if they are named. */
  readonly ways?: 'any' | readonly OffChannelWay[] | undefined
}

/**
 * Counts of messages by day, as `counted`: those that are kept, or for messages of themes and for mentions, of which there are few, one
 * for each.
 */
export function countsOf(
  tx: Pick<TenantTx, 'tenantId'>,
  filter: MessageFilter,
  { previous, current, zone }: Pick<Periods, 'previous' | 'current' | 'zone'>,
): RawBuilder<unknown> {
  const { ways, theme } = filter
  const isIn = (posted: RawBuilder<unknown>) =>
    sql`${posted} >= ${startOf(previous.from, { zone })} and ${posted} < ${startOf(dayAfter(current.to, 1), { zone })}`
  if (ways)
    return sql`(
        select (mention.posted_at at time zone ${zone})::date as day, message.channel, message.group_ids, message.direction,
          message.category, message.urgency, mention.way, 1 as messages
        from off_channel_mention mention join message on message.tenant_id = mention.tenant_id and message.id = mention.message_id
        where ${isIn(sql`mention.posted_at`)}
          and ${isSaid('message')}
          and ${ways === 'any' ? sql`true` : sql`mention.way = any(${ways}::text[])`}) counted`
  if (theme)
    return sql`(
        select (posted_at at time zone ${zone})::date as day, channel, group_ids, direction, category, urgency, 1 as messages
        from message_theme where ${hasTheme(tx, filter)} and ${isIn(sql`posted_at`)}) counted`
  return sql`message_rollup counted`
}

/** Whether a row of `message_theme` has one of the themes, or of what they became, whether or not its message was moved. */
export const hasTheme = (
  { tenantId }: Pick<TenantTx, 'tenantId'>,
  { theme }: MessageFilter,
): RawBuilder<boolean> =>
  theme ? sql`theme_id = any((select placed_themes(${tenantId}, ${theme}::uuid[]))::uuid[])` : sql`true`

/** Whether a row of counts passes; themes are for `hasTheme`. */
export function passes({ direction, category, urgency, ...scoped }: MessageFilter): RawBuilder<boolean> {
  return allOf([
    ...(direction ? [sql<boolean>`direction = ${direction}`] : []),
    ...(category ? [sql<boolean>`category = any(${category}::text[])`] : []),
    ...(urgency ? [sql<boolean>`urgency = any(${urgency}::text[])`] : []),
    ...passesScoped(scoped),
  ])
}

/** The same as conditions of the Content Library, with what no figure counts. */
export const conditionsOf = ({
  direction,
  category,
  urgency,
  theme,
  ways,
  ...scoped
}: MessageFilter): string =>
  [
    direction && `direction[eq]:${direction}`,
    ...scopedConditions(scoped),
    category && oneOf('categoryId', category),
    urgency && oneOf('urgency', urgency),
    theme && oneOf('themeId', theme),
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
    select day::text, direction, sum(messages)::int as messages from ${countsOf(tx, filter, periods)}
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
