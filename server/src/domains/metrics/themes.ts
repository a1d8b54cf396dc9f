/** Themes in a period: how much is said about each, by whom, and whether that has changed. */
import { type Category, urgencies, type Urgency } from '@verbatim/contract/categories.ts'
import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import type { ThemeId, UserId } from '@verbatim/contract/ids.ts'
import type { MetricQuery } from '@verbatim/contract/metrics.ts'
import {
  type getThemeMetrics,
  themeLimits,
  type ThemeFeeling,
  type ThemeFigures,
  type ThemeOrder,
  type ThemeView,
} from '@verbatim/contract/themes.ts'
import { type RawBuilder, sql } from 'kysely'
import { isEverything } from '#access/scope.ts'
import { withinScope } from '#access/scope-sql.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { type ByDay, share } from './figures.ts'
import { countByCategory, countMessages } from './message-counts.ts'
import { mergedContacts } from './people.ts'
import { dayAfter, findListPeriod, findPeriods, type Periods, startOf, toMetricPeriod } from './period.ts'
import { standingOut } from './standing-out.ts'
import { trendOf } from './trend.ts'

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

export interface ThemeRow {
  readonly id: ThemeId
  readonly name: string
  readonly words: readonly string[]
  readonly is_hidden: boolean
  readonly created_at: Date
  readonly feeling: ThemeFeeling | null
}

/** The columns of a `theme`, with what the reader thinks of it as `felt`. */
export const themeColumns = sql`theme.id, theme.name, theme.words, theme.hidden_at is not null as is_hidden, theme.created_at, felt.feeling`

export const feltBy = (userId: UserId): RawBuilder<unknown> =>
  sql`left join theme_feedback felt on felt.tenant_id = theme.tenant_id and felt.theme_id = theme.id and felt.user_id = ${userId}`

interface ThemesAsked {
  readonly query: MetricQuery
  readonly view: ThemeView
  readonly order: ThemeOrder
  readonly now: Date
}

/** The themes of a period, those that the reader likes first. */
export async function findThemeMetrics(
  tx: TenantTx,
  question: ThemeQuestion,
  { query, view, order, now }: ThemesAsked,
): Promise<OutputOf<typeof getThemeMetrics>> {
  const periods = await findPeriods(tx, query, now)
  const counts = await countThemes(tx, question, periods)
  const themes = await findThemes(tx, question, [...counts.byTheme.keys()])
  const items = themes
    .filter((theme) => viewOf(theme) === view)
    .map((theme) => toFigures(question, theme, counts, periods))
    .toSorted(inReadersOrder(order, counts, periods))
  const ofView = (one: ThemeView) => themes.filter((theme) => viewOf(theme) === one).length
  return {
    ...toMetricPeriod(periods),
    items,
    disliked: ofView('disliked'),
    hidden: ofView('hidden'),
    coverage: { messages: counts.all, placed: counts.placed, ...(await findRevision(tx)) },
  }
}

const viewOf = ({ is_hidden: isHidden, feeling }: ThemeRow): ThemeView =>
  isHidden ? 'hidden' : feeling === 'dislike' ? 'disliked' : 'shown'

/** Those that stand out equally, or not at all, are in the order of their messages. */
function inReadersOrder(order: ThemeOrder, { byDay }: ThemeCounts, { days }: Periods) {
  const all = days.map((day) => byDay.get(day) ?? 0)
  const outOf = ({ series }: ThemeFigures) => (order === 'messages' ? 0 : standingOut(series, all))
  return (one: ThemeFigures, other: ThemeFigures) =>
    Number(other.feeling === 'like') - Number(one.feeling === 'like') ||
    outOf(other) - outOf(one) ||
    other.messages - one.messages ||
    other.previous - one.previous ||
    (one.id < other.id ? -1 : 1)
}

/** Themes that are shown as such, of these. */
async function findThemes(
  tx: TenantTx,
  { userId }: Pick<ThemeQuestion, 'userId'>,
  ids: readonly ThemeId[],
): Promise<ThemeRow[]> {
  const { rows } = await sql<ThemeRow>`
    select ${themeColumns} from theme ${feltBy(userId)}
    where theme.id = any(${ids}::uuid[]) and theme.retired_at is null and theme.is_shown`.execute(tx)
  return rows
}

async function findRevision(tx: TenantTx) {
  const set = await tx.selectFrom('theme_set').select(['revised_at', 'due_at']).executeTakeFirst()
  return {
    revisedAt: set?.revised_at?.toISOString() ?? null,
    nextAt: set?.due_at.toISOString() ?? null,
  }
}

/** What is counted of one theme. */
interface ThemeCount {
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

/** Counts the messages of both periods by theme; only those of some themes if a condition says which. */
export async function countThemes(
  tx: TenantTx,
  question: ThemeQuestion,
  periods: Periods,
  only?: RawBuilder<boolean>,
): Promise<ThemeCounts> {
  const where = sql`${placedIn(question, periods)} ${only ? sql`and ${only}` : sql``}`
  const days = await findDays(tx, where, periods)
  const now = await findNow(
    tx,
    sql`${where} and placed.posted_at >= ${startOf(periods.current.from, periods)}`,
  )
  const byTheme = new Map<ThemeId, ThemeCount>()
  for (const [id, byDay] of days) {
    const { contacts, low, medium, high } = now.get(id) ?? { contacts: 0, low: 0, medium: 0, high: 0 }
    byTheme.set(id, { byDay, contacts, urgency: { low, medium, high } })
  }
  const { category } = question
  const all = category
    ? ((await countByCategory(tx, question.scope, periods)).get(category) ?? new Map<string, number>())
    : (await countMessages(tx, question.scope, periods)).all
  return {
    byTheme,
    byDay: all,
    all: sumOver(all, periods.days),
    allBefore: sumOver(all, periods.previousDays),
    placed: [...days.values()].reduce((sum, byDay) => sum + sumOver(byDay, periods.days), 0),
    period: await findListPeriod(tx, periods.current, periods),
    category,
  }
}

async function findDays(
  tx: TenantTx,
  where: RawBuilder<unknown>,
  { zone }: Pick<Periods, 'zone'>,
): Promise<Map<ThemeId, Map<string, number>>> {
  const { rows } = await sql<{ theme_id: ThemeId; day: string; messages: number }>`
    select coalesce(move.into_id, counted.theme_id) as theme_id, day::text, sum(counted.messages)::int as messages from (
      select tenant_id, theme_id, (posted_at at time zone ${zone})::date as day, count(*)::int as messages
      from message_theme placed where ${where} group by 1, 2, 3) counted
    ${stillMoved('counted')} group by 1, 2`.execute(tx)
  const found = new Map<ThemeId, Map<string, number>>()
  for (const { theme_id: id, day, messages } of rows)
    found.set(id, (found.get(id) ?? new Map<string, number>()).set(day, messages))
  return found
}

/** Those that count for what a merged theme became, while its messages are moved. */
export const stillMoved = (counted: string) =>
  sql`left join theme_move move on move.tenant_id = ${sql.ref(counted)}.tenant_id and move.theme_id = ${sql.ref(counted)}.theme_id`

type NowRow = { readonly contacts: number } & Readonly<Record<Urgency, number>>

/** Each person's messages are summed first, which needs no order. A merged contact counts as the one that it became at last. */
async function findNow(tx: TenantTx, where: RawBuilder<unknown>): Promise<Map<ThemeId, NowRow>> {
  const ofEach = urgencies.map(
    (one) => sql`count(*) filter (where placed.urgency = ${sql.lit(one)}) as ${sql.ref(one)}`,
  )
  const sumOf = (from: 'said' | 'person') =>
    sql.join(urgencies.map((one) => sql`sum(${sql.ref(`${from}.${one}`)})::int as ${sql.ref(one)}`))
  const isOutside = sql`placed.direction = 'inbound' and placed.author_user_id is null`
  const { rows } = await sql<NowRow & { theme_id: ThemeId }>`
    select theme_id, ${sumOf('person')}, count(*) filter (where wrote)::int as contacts
    from (
      select coalesce(move.into_id, said.theme_id) as theme_id, coalesce(merged.root::text, author) as who, ${sumOf('said')},
        bool_or(wrote) as wrote
      from (
        select tenant_id, theme_id, author, author_contact_id, ${sql.join(ofEach)}, bool_or(${isOutside}) as wrote
        from message_theme placed where ${where} group by 1, 2, 3, 4
      ) said
      ${stillMoved('said')}
      left join ${mergedContacts} merged on merged.id = said.author_contact_id
      group by 1, 2
    ) person group by 1`.execute(tx)
  return new Map(rows.map((row) => [row.theme_id, row]))
}

const sumOver = (byDay: ByDay, days: readonly string[]) =>
  days.reduce((sum, day) => sum + (byDay.get(day) ?? 0), 0)

/** A theme with its figures. A reader of a part gets no words: they may come from messages outside their scope. */
export function toFigures(
  { scope }: Pick<ThemeQuestion, 'scope'>,
  theme: ThemeRow,
  counts: ThemeCounts,
  periods: Periods,
): ThemeFigures {
  const { byDay, contacts, urgency } = counts.byTheme.get(theme.id) ?? nothing
  const series = periods.days.map((day) => byDay.get(day) ?? 0)
  const messages = sumOver(byDay, periods.days)
  const previous = sumOver(byDay, periods.previousDays)
  return {
    id: theme.id,
    name: theme.name,
    // Its name says the first.
    words: (scope.some(isEverything) ? theme.words : [])
      .filter((word) => word.toLowerCase() !== theme.name.toLowerCase())
      .slice(0, themeLimits.words),
    messages,
    previous,
    share: share(messages, counts.all),
    previousShare: share(previous, counts.allBefore),
    trend: trendOf({ part: messages, whole: counts.all }, { part: previous, whole: counts.allBefore }),
    contacts,
    urgency,
    series,
    foundAt: theme.created_at.toISOString(),
    feeling: theme.feeling,
    isHidden: theme.is_hidden,
    drilldown: { ...themeRows(theme.id, counts), rows: messages },
  }
}

const nothing: ThemeCount = { byDay: new Map(), contacts: 0, urgency: { low: 0, medium: 0, high: 0 } }

/** The question for the messages of a theme, and further conditions. */
export const themeRows = (
  id: ThemeId,
  { period, category }: Pick<ThemeCounts, 'period' | 'category'>,
  ...further: readonly string[]
) => {
  const ofCategory = category === undefined ? [] : [`categoryId[eq]:${category}`]
  return {
    list: 'messages',
    period,
    filter: [`themeId[eq]:${id}`, ...ofCategory, ...further].join(','),
  } as const
}
