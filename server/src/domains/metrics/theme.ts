/** One theme in a period: its trend, who writes about it and where, and its history. */
import { categories, type Category } from '@verbatim/contract/categories.ts'
import { type Channel, channels } from '@verbatim/contract/channels.ts'
import type { SubthemeId, ThemeId } from '@verbatim/contract/ids.ts'
import type { MetricQuery } from '@verbatim/contract/metrics.ts'
import { type Theme, themeLimits } from '@verbatim/contract/themes.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { isEverything } from '#access/scope.ts'
import { findMessagesIds, findMoving } from '#domains/themes/moving.ts'
import { findThemeChanges, requireTheme } from '#domains/themes/queries.ts'
import type { TenantTx } from '#platform/db.ts'
import type { ThemeTable } from '#schema/themes.ts'
import { share } from './figures.ts'
import { findPeriods, type Periods, startOf, toMetricPeriod } from './period.ts'
import { countThemes, placedIn, type ThemeCounts, type ThemeQuestion } from './theme-counts.ts'
import { findThemePeople } from './theme-people.ts'
import { feltBy, themeColumns, type ThemeRow, themeRows, toFigures } from './themes.ts'

interface Asked {
  readonly id: ThemeId
  readonly query: MetricQuery
  readonly now: Date
  /** Whether its history names hidden themes. */
  readonly seesHidden: boolean
}

/** @throws Failure `theme.not-found`, also if the reader may see none of its messages. */
export async function findTheme(
  tx: TenantTx,
  question: ThemeQuestion,
  { id, query, now, seesHidden }: Asked,
): Promise<Theme> {
  const { version, named_by: namedBy } = await requireTheme(tx, question.scope, id)
  const periods = await findPeriods(tx, query, now)
  const ids = await findMessagesIds(tx, id)
  const isOfTheme = sql<boolean>`placed.theme_id = any(${ids}::uuid[])`
  const counts = await countThemes(tx, question, periods, ids)
  const { rows } = await sql<ThemeRow & Pick<Selectable<ThemeTable>, 'other_words'>>`
    select ${themeColumns}, theme.other_words from theme ${feltBy(question.userId)} where theme.id = ${id}`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error('A required theme has no row')
  const where = sql<boolean>`${isOfTheme} and ${placedIn(question, periods)}`
  const seesAll = question.scope.some(isEverything)
  const moving = seesAll ? await findMoving(tx, id) : undefined
  const byDay = counts.byTheme.get(id)?.byDay
  return {
    ...toMetricPeriod(periods),
    ...toFigures(question, row, counts, periods),
    previousSeries: periods.previousDays.map((day) => byDay?.get(day) ?? 0),
    otherWords: (seesAll ? row.other_words : []).map(({ language, words }) => ({
      language,
      words: [...words],
    })),
    ...(await findSubthemes(tx, where, { id, counts, periods })),
    ...(await findParts(tx, where, { id, counts, periods })),
    people: (await findThemePeople(tx, question, { id, ids, counts, periods }, { limit: themeLimits.people }))
      .items,
    history: await findThemeChanges(tx, { scope: question.scope, seesHidden }, id),
    isNamedByPerson: namedBy !== null,
    version,
    ...(moving && { moving }),
  }
}

interface Counted {
  readonly id: ThemeId
  readonly counts: ThemeCounts
  readonly periods: Periods
}

interface SubthemeRow {
  /** Null: in no current one. */
  readonly id: SubthemeId | null
  readonly name: string | null
  readonly messages: number
  readonly previous: number
}

/**
 * What its messages fall into, the most frequent first. The rest are those in none of them: the list behind it asks for the others not to
 * be there, so the figure is the number of its rows.
 */
async function findSubthemes(
  tx: TenantTx,
  where: RawBuilder<boolean>,
  { id, counts, periods }: Counted,
): Promise<Pick<Theme, 'subthemes' | 'otherSubthemes'>> {
  const isCurrent = sql`posted_at >= ${startOf(periods.current.from, periods)}`
  const { rows } = await sql<SubthemeRow>`
    select subtheme.id, subtheme.name, sum(said.messages)::int as messages, sum(said.previous)::int as previous
    from (
      select subtheme_id, count(*) filter (where ${isCurrent}) as messages, count(*) filter (where not ${isCurrent}) as previous
      from message_theme placed where ${where} group by 1
    ) said
    left join subtheme on subtheme.tenant_id = ${tx.tenantId} and subtheme.id = said.subtheme_id and subtheme.theme_id = ${id}
      and subtheme.retired_at is null
    group by 1, 2 order by messages desc, previous desc, subtheme.id`.execute(tx)
  const known = rows.flatMap(({ id: subthemeId, name, ...said }) =>
    subthemeId && name !== null ? [{ id: subthemeId, name, ...said }] : [],
  )
  const listed = known.slice(0, themeLimits.subthemes)
  const others = rows.filter((row) => !listed.some((one) => one.id === row.id))
  const all = rows.reduce((sum, { messages }) => sum + messages, 0)
  const figuresOf = (messages: number, previous: number, ...conditions: readonly string[]) => ({
    messages,
    previous,
    share: share(messages, all),
    drilldown: { ...themeRows(id, counts, ...conditions), rows: messages },
  })
  const ids = listed.map((one) => one.id).join('|')
  return {
    subthemes: listed.map(({ id: subthemeId, name, messages, previous }) => ({
      id: subthemeId,
      name,
      ...figuresOf(messages, previous, `subthemeId[eq]:${subthemeId}`),
    })),
    otherSubthemes: figuresOf(
      others.reduce((sum, { messages }) => sum + messages, 0),
      others.reduce((sum, { previous }) => sum + previous, 0),
      ...(ids === '' ? [] : [`subthemeId[nin]:${ids}`]),
    ),
  }
}

interface PartRow {
  readonly channel: Channel | null
  readonly category: Category | null
  readonly messages: number
  readonly previous: number
}

/** By channel and by category, the most frequent first. */
async function findParts(tx: TenantTx, where: RawBuilder<boolean>, { id, counts, periods }: Counted) {
  const isCurrent = sql`posted_at >= ${startOf(periods.current.from, periods)}`
  const { rows } = await sql<PartRow>`
    select channel, category, count(*) filter (where ${isCurrent})::int as messages,
      count(*) filter (where not ${isCurrent})::int as previous
    from message_theme placed where ${where} group by grouping sets ((channel), (category))`.execute(tx)
  const partOf = (row: PartRow | undefined, condition: string) => {
    const { messages = 0, previous = 0 } = row ?? {}
    return { messages, previous, drilldown: { ...themeRows(id, counts, condition), rows: messages } }
  }
  const most = (one: { messages: number }, other: { messages: number }) => other.messages - one.messages
  return {
    channels: channels
      .flatMap((channel) => {
        const row = rows.find((one) => one.channel === channel)
        return row ? [{ channel, ...partOf(row, `channelType[eq]:${channel}`) }] : []
      })
      .toSorted(most),
    categories: categories.map((category) => ({
      category,
      ...partOf(
        rows.find((one) => one.category === category),
        `categoryId[eq]:${category}`,
      ),
    })),
  }
}
