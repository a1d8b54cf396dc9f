/** Messages by day and by what they have in common, from the counts that the table of messages keeps. */
import { type Channel, channels } from '@verbatim/contract/channels.ts'
import { categories, type Category, urgencies, type Urgency } from '@verbatim/contract/categories.ts'
import type { Breakdown } from '@verbatim/contract/metrics.ts'
import { sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import type { Direction } from '#kernel/captured-event.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { type ByDay, sumOf } from './figures.ts'
import { findListPeriod, type Periods } from './period.ts'

/** What no figure counts is not in its rows either. */
const said = 'isAutomatic[eq]:false'

/** The counted messages of both periods. */
export interface MessageCounts {
  readonly all: ByDay
  readonly by: (direction: Direction) => ByDay
  /** For links to the messages of the current period. */
  readonly period: string
}

export async function countMessages(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
): Promise<MessageCounts> {
  const { rows } = await sql<{ day: string; direction: Direction; messages: number }>`
    select day::text, direction, sum(messages)::int as messages from message_rollup counted
    where ${withinScope(scope, 'counted')} and day between ${periods.previous.from}::date and ${periods.current.to}::date
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
  }
}

/** Messages, received and sent, each with its rows in the Content Library. */
export function messageFigures(counts: MessageCounts, periods: Periods) {
  const rows = { list: 'messages', period: counts.period } as const
  return {
    all: sumOf('messages', counts.all, periods, { ...rows, filter: said }),
    received: sumOf('messages-received', counts.by('inbound'), periods, {
      ...rows,
      filter: `direction[eq]:inbound,${said}`,
    }),
    sent: sumOf('messages-sent', counts.by('outbound'), periods, {
      ...rows,
      filter: `direction[eq]:outbound,${said}`,
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
  { current, previous }: Periods,
  period: string,
): Promise<Breakdown[]> {
  const { rows } = await sql<PartRow>`
    select channel, category, urgency,
      coalesce(sum(messages) filter (where day >= ${current.from}::date), 0)::int as value,
      coalesce(sum(messages) filter (where day < ${current.from}::date), 0)::int as previous
    from message_rollup counted
    where ${withinScope(scope, 'counted')} and day between ${previous.from}::date and ${current.to}::date
    group by grouping sets ((channel), (category), (urgency))`.execute(tx)
  const partsOf = (field: 'channel' | 'category' | 'urgency', name: string, keys: readonly string[]) =>
    keys.map((key) => {
      const { value = 0, previous: before = 0 } = rows.find((row) => row[field] === key) ?? {}
      const filter = `${name}[eq]:${key},${said}`
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
      parts: partsOf('channel', 'channelType', channels)
        .filter(({ value, previous: before }) => value + before > 0)
        .toSorted((one, other) => other.value - one.value),
    },
    { id: 'messages-by-category', parts: partsOf('category', 'categoryId', categories) },
    { id: 'messages-by-urgency', parts: partsOf('urgency', 'urgency', urgencies.toReversed()) },
  ]
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
