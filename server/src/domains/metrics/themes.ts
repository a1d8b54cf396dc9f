/** Themes in a period: how much is said about each, by whom, and whether that has changed. */
import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import type { ThemeId, UserId } from '@verbatim/contract/ids.ts'
import { startOfDay } from '@verbatim/contract/local-time.ts'
import type { MetricQuery } from '@verbatim/contract/metrics.ts'
import {
  type getThemeMetrics,
  themeLimits,
  type ThemeFigures,
  type ThemeOrder,
  type ThemeView,
} from '@verbatim/contract/themes.ts'
import type { ThemeFeeling } from '@verbatim/contract/theme-feedback.ts'
import { type RawBuilder, sql } from 'kysely'
import { isEverything } from '#access/scope.ts'
import type { TenantTx } from '#platform/db.ts'
import { dayAfter } from '#kernel/days.ts'
import { share } from './figures.ts'
import { findPeriods, type Periods, toMetricPeriod } from './period.ts'
import { standingOut } from './standing-out.ts'
import {
  countThemes,
  sumOver,
  type ThemeCount,
  type ThemeCounts,
  type ThemeQuestion,
} from './theme-counts.ts'
import { trendOf } from './trend.ts'

export interface ThemeRow {
  readonly id: ThemeId
  readonly name: string
  readonly words: readonly string[]
  readonly is_hidden: boolean
  readonly created_at: Date
  /** Whether other themes were found before it, and by which words it was found. */
  readonly is_later: boolean
  readonly found_by: string | null
  readonly feeling: ThemeFeeling | null
}

/** The columns of a `theme`, with what the reader thinks of it as `felt`. */
export const themeColumns = sql`theme.id, theme.name, theme.words, theme.hidden_at is not null as is_hidden, theme.created_at, felt.feeling,
  theme.created_at > (select min(first.created_at) from theme first where first.tenant_id = theme.tenant_id) as is_later,
  (select change.reason from theme_change change where change.tenant_id = theme.tenant_id and change.theme_id = theme.id
    and change.kind in ('new', 'split') order by change.at limit 1) as found_by`

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
  const seesWords = scope.some(isEverything)
  return {
    id: theme.id,
    name: theme.name,
    // Its name says the first.
    words: (seesWords ? theme.words : [])
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
    ...(isNewIn(theme, periods) && { newBy: seesWords ? (theme.found_by ?? '') : '' }),
    feeling: theme.feeling,
    isHidden: theme.is_hidden,
    drilldown: { ...themeRows(theme.id, counts), rows: messages },
  }
}

/** Found in the period. Those that were found when themes were first looked for are as old as the messages. */
const isNewIn = ({ is_later, created_at }: ThemeRow, { current: { from, to }, zone }: Periods) =>
  is_later && created_at >= startOfDay(from, zone) && created_at < startOfDay(dayAfter(to, 1), zone)

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
