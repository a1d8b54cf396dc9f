/** Messages divided by what they have in common. */
import { type Channel, channels } from '@verbatim/contract/channels.ts'
import { categories, type Category, urgencies, type Urgency } from '@verbatim/contract/categories.ts'
import type { Breakdown } from '@verbatim/contract/metrics.ts'
import { type RawBuilder, sql } from 'kysely'
import { isEverything } from '#access/scope.ts'
import { withinScope } from '#access/scope-sql.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { type Divided, isAmong, largest } from './figures.ts'
import {
  conditionsOf,
  countsOf,
  hasTheme,
  type MessageCounts,
  type MessageFilter,
  passes,
} from './message-counts.ts'
import { type Periods, startOf } from './period.ts'
import { findScopedParts, mostParts } from './scoped-parts.ts'
import { placedIn, stillMoved } from './theme-counts.ts'

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
    from ${countsOf(tx, narrowed, periods)}
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

/** Messages by group, those with most first. */
export function findMessageGroups(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  { period, filter }: Pick<MessageCounts, 'period' | 'filter'>,
): Promise<Divided> {
  const { current, previous } = periods
  return findScopedParts<Values>(tx, scope, {
    by: 'group',
    only: filter,
    rows: sql`(
      select group_ids, day, messages from ${countsOf(tx, filter, periods)}
      where ${withinScope(scope, 'counted')} and day between ${previous.from}::date and ${current.to}::date and ${passes(filter)})`,
    counts: sql`coalesce(sum(messages) filter (where day >= ${current.from}::date), 0)::int as value,
      coalesce(sum(messages) filter (where day < ${current.from}::date), 0)::int as previous`,
    size: sql`value`,
    isShown: sql`value + previous > 0`,
    toPart: ({ value, previous: before }, only) => ({
      value,
      previous: before,
      drilldown: { list: 'messages', period, filter: conditionsOf({ ...filter, ...only }), rows: value },
    }),
  })
}

/**
 * Messages by theme, the most frequent first. Only themes that are shown as such have names, and a reader gets only those of which they
 * may see a message.
 */
export async function findMessageThemes(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  { period, filter }: Pick<MessageCounts, 'period' | 'filter'>,
): Promise<Divided> {
  const { rows } = await sql<NamedRow>`
    select named.id, named.name, counted.value, counted.previous, count(*) over ()::int as total from (
      select coalesce(move.into_id, said.theme_id) as theme_id, sum(said.value)::int as value, sum(said.previous)::int as previous
      from ${saidOfThemes(tx, scope, periods, filter)} said ${stillMoved('said')} group by 1
      having sum(said.value) + sum(said.previous) > 0
    ) counted join theme named on named.id = counted.theme_id
    where named.is_shown and named.hidden_at is null and named.retired_at is null
    order by counted.value desc, lower(named.name), named.id limit ${sql.lit(mostParts)}`.execute(tx)
  const parts = rows.map(({ id, name, value, previous }) => ({
    key: id,
    name,
    value,
    previous,
    drilldown: {
      list: 'messages' as const,
      period,
      filter: conditionsOf({ ...filter, theme: [id] }),
      rows: value,
    },
  }))
  return largest(parts, rows[0]?.total)
}

/** What is said of each theme in both periods: from the counts of its days if these tell it, otherwise message by message. */
function saidOfThemes(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  filter: MessageFilter,
): RawBuilder<unknown> {
  const { current, previous } = periods
  const { direction, channel, group, category, urgency } = filter
  if (scope.some(isEverything) && !direction && !channel && !group) {
    const messages = sql`(${sql.join(
      [...new Set(urgency ?? urgencies)].map((one) => sql.ref(one)),
      sql` + `,
    )})`
    const starts = sql`${current.from}::date`
    return sql`(
      select tenant_id, theme_id, coalesce(sum(${messages}) filter (where day >= ${starts}), 0) as value,
        coalesce(sum(${messages}) filter (where day < ${starts}), 0) as previous
      from theme_day where day between ${previous.from}::date and ${current.to}::date and ${passes({ category })} and ${hasTheme(tx, filter)}
      group by 1, 2)`
  }
  const starts = startOf(current.from, periods)
  return sql`(
    select tenant_id, theme_id, count(*) filter (where posted_at >= ${starts}) as value, count(*) filter (where posted_at < ${starts}) as previous
    from message_theme placed where ${placedIn({ scope, category: undefined }, periods)} and ${passes(filter)} and ${hasTheme(tx, filter)}
    group by 1, 2)`
}

interface Values {
  readonly value: number
  readonly previous: number
}

interface NamedRow extends Values {
  readonly id: string
  readonly name: string
  /** How many there are. */
  readonly total: number
}
