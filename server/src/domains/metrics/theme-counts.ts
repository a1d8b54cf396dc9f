/** How much is said of each theme: from the counts of its days for readers of everything, otherwise message by message. Source: docs/decisions/0130-themes-by-day.md. */
import { type Category, urgencies, type Urgency } from '@verbatim/contract/categories.ts'
import type { ThemeId, UserId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { isEverything } from '#access/scope.ts'
import { withinScope } from '#access/scope-sql.ts'
import { dayAfter } from '#kernel/days.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { mergedContacts } from '#schema/merged-contacts.ts'
import type { ByDay } from './figures.ts'
import { countByCategory, countMessages } from './message-counts.ts'
import { findListPeriod, type Periods, startOf } from './period.ts'

/** Who asks, and about what. */
export interface ThemeQuestion {
  readonly scope: AccessScope
  readonly userId: UserId
  readonly category: Category | undefined
}

/** The theme of each message of both periods that the reader may see. */
export const placedIn = (
  { scope, category }: Pick<ThemeQuestion, 'scope' | 'category'>,
  periods: Pick<Periods, 'current' | 'previous' | 'zone'>,
): RawBuilder<boolean> =>
  sql`${withinScope(scope, 'placed')} and placed.posted_at >= ${startOf(periods.previous.from, periods)}
    and placed.posted_at < ${startOf(dayAfter(periods.current.to, 1), periods)}
    ${category ? sql`and placed.category = ${category}` : sql``}`

/** What is counted of one theme. */
export interface ThemeCount {
  readonly byDay: ByDay
  readonly contacts: number
  readonly urgency: Readonly<Record<Urgency, number>>
}

export interface ThemeCounts {
  readonly byTheme: ReadonlyMap<ThemeId, ThemeCount>
  /** All messages of both periods, with a theme or without. */
  readonly byDay: ByDay
  /** Messages of the period, of the period before, and those of the period with a theme. */
  readonly all: number
  readonly allBefore: number
  readonly placed: number
  /** For links to the messages of the current period. */
  readonly period: string
  readonly category: Category | undefined
}

/** Counts the messages of both periods by theme; only those with some themes if these are named. */
export async function countThemes(
  tx: TenantTx,
  question: ThemeQuestion,
  periods: Periods,
  ids?: readonly ThemeId[],
): Promise<ThemeCounts> {
  const counts = await findCounts(tx, question, periods, ids)
  const contacts = await findContacts(tx, question, periods, ids)
  const byTheme = new Map<ThemeId, ThemeCount>(
    counts.map(({ theme_id: id, by_day: byDay, ...urgency }) => [
      id,
      { byDay: new Map(Object.entries(byDay)), contacts: contacts.get(id) ?? 0, urgency },
    ]),
  )
  const { category } = question
  const all = category
    ? ((await countByCategory(tx, question.scope, periods)).get(category) ?? new Map<string, number>())
    : (await countMessages(tx, question.scope, periods)).all
  return {
    byTheme,
    byDay: all,
    all: sumOver(all, periods.days),
    allBefore: sumOver(all, periods.previousDays),
    placed: [...byTheme.values()].reduce((sum, { byDay }) => sum + sumOver(byDay, periods.days), 0),
    period: await findListPeriod(tx, periods.current, periods),
    category,
  }
}

type CountRow = {
  readonly theme_id: ThemeId
  readonly by_day: Readonly<Record<string, number>>
} & Readonly<Record<Urgency, number>>

/** How much is said of each theme on each day of both periods, and with which urgency in the current one. */
async function findCounts(
  tx: TenantTx,
  question: ThemeQuestion,
  periods: Periods,
  ids: readonly ThemeId[] | undefined,
): Promise<CountRow[]> {
  const starts = sql`${periods.current.from}::date`
  const ofEach = urgencies.map(
    (one) => sql`coalesce(sum(${sql.ref(one)}) filter (where day >= ${starts}), 0)::int as ${sql.ref(one)}`,
  )
  const { rows } = await sql<CountRow>`
    select theme_id, json_object_agg(day, low + medium + high) as by_day, ${sql.join(ofEach)}
    from (
      select coalesce(move.into_id, counted.theme_id) as theme_id, day, sum(low)::int as low, sum(medium)::int as medium, sum(high)::int as high
      from ${themeDays(question, periods, ids)} counted ${stillMoved('counted')} group by 1, 2
    ) of_day where low + medium + high > 0 group by theme_id`.execute(tx)
  return rows
}

/** The messages of each theme by day and urgency: those that are kept, or for a reader of a part one by one. */
function themeDays(
  question: Pick<ThemeQuestion, 'scope' | 'category'>,
  periods: Pick<Periods, 'current' | 'previous' | 'zone'>,
  ids: readonly ThemeId[] | undefined,
): RawBuilder<unknown> {
  const { scope, category } = question
  if (scope.some(isEverything))
    return sql`(
      select * from theme_day placed where ${isOneOf(ids)} and ${category ? sql`placed.category = ${category}` : sql`true`}
        and placed.day between ${periods.previous.from}::date and ${periods.current.to}::date)`
  const ofEach = urgencies.map(
    (one) => sql`count(*) filter (where placed.urgency = ${sql.lit(one)}) as ${sql.ref(one)}`,
  )
  return sql`(
    select tenant_id, theme_id, (posted_at at time zone ${periods.zone})::date as day, ${sql.join(ofEach)}
    from message_theme placed where ${placedIn(question, periods)} and ${isOneOf(ids)} group by 1, 2, 3)`
}

const isOneOf = (ids: readonly ThemeId[] | undefined): RawBuilder<boolean> =>
  ids ? sql`placed.theme_id = any(${ids}::uuid[])` : sql`true`

/** Those that count for what a merged theme became, while its messages are moved. */
export const stillMoved = (counted: string) =>
  sql`left join theme_move move on move.tenant_id = ${sql.ref(counted)}.tenant_id and move.theme_id = ${sql.ref(counted)}.theme_id`

/**
 * How many contacts wrote of each theme in the current period. A merged contact counts as the one that it became at last. An index holds
 * all that is read of what contacts wrote, but for groups.
 */
async function findContacts(
  tx: TenantTx,
  question: ThemeQuestion,
  periods: Periods,
  ids: readonly ThemeId[] | undefined,
): Promise<ReadonlyMap<ThemeId, number>> {
  const { current, zone } = periods
  const { rows } = await sql<{ theme_id: ThemeId; contacts: number }>`
    select theme_id, count(*)::int as contacts
    from (
      select coalesce(move.into_id, said.theme_id) as theme_id, coalesce(merged.root::text, author) as who
      from (
        select tenant_id, theme_id, author, author_contact_id from message_theme placed
        where placed.direction = 'inbound' and placed.author_user_id is null and ${isOneOf(ids)}
          and ${placedIn(question, { previous: current, current, zone })}
      ) said
      ${stillMoved('said')}
      left join ${mergedContacts} merged on merged.id = said.author_contact_id
      group by 1, 2
    ) person group by 1`.execute(tx)
  return new Map(rows.map(({ theme_id: id, contacts }) => [id, contacts]))
}

export const sumOver = (byDay: ByDay, days: readonly string[]) =>
  days.reduce((sum, day) => sum + (byDay.get(day) ?? 0), 0)
