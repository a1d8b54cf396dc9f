/** Conversations as people understand them: a pause of more than 24 hours starts a new one. */
import type { Channel } from '@verbatim/contract/channels.ts'
import type { conversationSorts, MetricConversation } from '@verbatim/contract/metric-lists.ts'
import type { ConversationId, ThemeId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import type { Figure } from '@verbatim/contract/metrics.ts'
import { type RawBuilder, sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import { type EpisodeTheme, themeOfEpisode } from '#domains/themes/episode-theme.ts'
import { dayAfter } from '#kernel/days.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { allOf } from '#platform/list/sql.ts'
import { onlyRow } from '#platform/rows.ts'
import { type ByDay, byDays, rowsIn } from './figures.ts'
import { findListed, type ListedQuery, type ListedReader } from './listed.ts'
import { hasTheme } from './message-counts.ts'
import { isFound, isLookedAt, lookedAt } from './openings.ts'
import { titleHas, titleOf } from './people.ts'
import { type Days, type Periods, startOf } from './period.ts'
import { type FindScopedParts, findScopedParts, passesScoped, type ScopedFilter } from './scoped-parts.ts'

interface Asked {
  readonly days: Days
  readonly only?: ScopedFilter
  /** A condition on the day rows. */
  readonly where?: RawBuilder<boolean>
  /** Further rows, which say which days are about what is asked for. */
  readonly about?: RawBuilder<unknown>
}

/**
 * Each day of a conversation that has a message of `only`'s groups, or any message, with the number of its stretch. A day has no pause of 24
 * hours, so the first and last time of each day decide; the two days before `days` show whether a stretch began earlier.
 */
const numberedDays = (
  scope: AccessScope,
  { days: { from, to }, only = {}, where = sql`true`, about }: Asked,
) => sql`(
  select *, sum(coalesce(starts, true)::int) over (partition by conversation_id order by day) as stretch from (
    select *, first_at - lag(last_at) over (partition by conversation_id order by day) > interval '24 hours' as starts from (
      select tenant_id, conversation_id, channel, day, min(first_at) as first_at, max(last_at) as last_at, sum(messages) as messages
        ${only.group ? sql`, bool_or(${allOf(passesScoped({ group: only.group }))}) as is_asked` : sql``}
        ${about ? sql`, bool_or(is_about) as is_about` : sql``}
      from ${about ? sql`(${saidDays} union all ${about})` : sql`conversation_day`} said
      where ${withinScope(scope, 'said')} and ${where} and ${allOf(passesScoped({ channel: only.channel }))}
        and day between ${dayAfter(from, -2)}::date and ${to}::date
      group by 1, 2, 3, 4
    ) by_day
  ) started
)`

/**
 * The rows of days with their groups, and the day on which their stretch began: as in `numberedDays`, of all rows at once, because to join
 * days with their rows again takes longer than to count them. Only the first row of a day can begin a stretch.
 */
const groupedDays = (scope: AccessScope, { from, to }: Days, { channel }: ScopedFilter) => sql`(
  select *, max(case when coalesce(day > day_before and first_at - last_before > interval '24 hours', true) then day end)
    over (partition by conversation_id order by first_at) as stretch from (
    select conversation_id, day, group_ids, first_at, lag(day) over earlier as day_before, max(last_at) over earlier as last_before
    from conversation_day said
    where ${withinScope(scope, 'said')} and ${allOf(passesScoped({ channel }))} and day between ${dayAfter(from, -2)}::date and ${to}::date
    window earlier as (partition by conversation_id order by first_at rows between unbounded preceding and 1 preceding)
  ) of_day
)`

/** The days of conversations in the form of `Asked.about`. */
const saidDays = sql`
  select tenant_id, conversation_id, channel, day, group_ids, messages, first_at, last_at, false as is_about from conversation_day`

/** Whether a numbered day has what is asked for. */
const isAsked = ({ group }: ScopedFilter) => (group ? sql<boolean>`is_asked` : sql<boolean>`true`)

/** The stretches with a message in `days`. */
const stretches = (scope: AccessScope, asked: Asked) => sql`(
  select tenant_id, conversation_id, channel, stretch, min(first_at) as first_at, max(last_at) as last_at,
    sum(messages) filter (where day >= ${asked.days.from}::date)::int as messages
  from ${numberedDays(scope, asked)} numbered
  group by tenant_id, conversation_id, channel, stretch
  having bool_or(day >= ${asked.days.from}::date and ${isAsked(asked.only ?? {})}) ${asked.about ? sql`and bool_or(is_about)` : sql``}
)`

/** In which periods stretches have a message: columns of rows with a day. */
const periodsOf = ({ current, previous }: Periods) => sql`bool_or(day >= ${current.from}::date) as is_current,
  bool_or(day between ${previous.from}::date and ${previous.to}::date) as is_previous`
const countsOf = sql`count(*) filter (where is_current)::int as value, count(*) filter (where is_previous)::int as previous`

interface Counted {
  readonly value: number
  readonly previous: number
}

/** How many stretches each period has a message of: those that open in it, and those that go on from before. */
export async function conversationFigure(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  only: ScopedFilter = {},
): Promise<Figure> {
  const isNarrowed = only.channel !== undefined || only.group !== undefined
  const counted = await (isNarrowed ? countNarrowed(tx, scope, periods, only) : countAll(tx, scope, periods))
  const byDay = await countByDay(tx, scope, periods, only)
  return {
    id: 'conversations',
    ...counted,
    ...byDays((day) => byDay.get(day) ?? 0, periods),
    drilldown: rowsIn('conversations', counted.value, only),
  }
}

/** All of them: openings tell most. */
async function countAll(tx: TenantTx, scope: AccessScope, periods: Periods): Promise<Counted> {
  const { current, previous } = periods
  const found = await sql<Counted>`
    with ${lookedAt(scope, bothOf(periods))}
    select ${stretchesIn(scope, current, periods)} as value, ${stretchesIn(scope, previous, periods)} as previous`.execute(
    tx,
  )
  return onlyRow(found)
}

/** Those of some channels, or with a message of some groups: the days of the conversations tell. */
async function countNarrowed(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  only: ScopedFilter,
): Promise<Counted> {
  const found = await sql<Counted>`
    select ${countsOf} from (
      select ${periodsOf(periods)} from ${numberedDays(scope, { days: bothOf(periods), only })} numbered
      where ${isAsked(only)} group by conversation_id, stretch
    ) one`.execute(tx)
  return onlyRow(found)
}

const bothOf = ({ current, previous }: Periods): Days => ({ from: previous.from, to: current.to })

/**
 * By channel, or by the groups of the messages that each stretch has in the period: a stretch counts once in each of them.
 */
export const findConversationParts: FindScopedParts = (tx, scope, periods, asked) => {
  const { by, only } = asked
  const numbered = sql`${numberedDays(scope, { days: bothOf(periods), only })} numbered`
  const ofChannels = sql`(
    select channel as key, ${periodsOf(periods)} from ${numbered} where ${isAsked(only)} group by channel, conversation_id, stretch)`
  const ofGroups = sql`(
    select unnest(group_ids) as key, ${periodsOf(periods)} from ${groupedDays(scope, bothOf(periods), only)} numbered
    where day >= ${periods.previous.from}::date group by key, conversation_id, stretch)`
  return findScopedParts<Counted>(tx, scope, {
    ...asked,
    rows: by === 'group' ? ofGroups : ofChannels,
    isDivided: true,
    counts: countsOf,
    size: sql`value`,
    isShown: sql`value + previous > 0`,
    toPart: ({ value, previous }, of) => ({
      value,
      previous,
      drilldown: rowsIn('conversations', value, of),
    }),
  })
}

/** How many have a message on each day. No day has a pause, so each conversation has one stretch on it at most. */
async function countByDay(
  tx: TenantTx,
  scope: AccessScope,
  { current, previous }: Pick<Periods, 'current' | 'previous'>,
  only: ScopedFilter,
): Promise<ByDay> {
  const { rows } = await sql<{ day: string; conversations: number }>`
    select day::text, count(*)::int as conversations from (
      select distinct day, conversation_id from conversation_day said
      where ${withinScope(scope, 'said')} and day between ${previous.from}::date and ${current.to}::date and ${allOf(passesScoped(only))}
    ) each group by day`.execute(tx)
  return new Map(rows.map(({ day, conversations }) => [day, conversations]))
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
  ) + (select count(*) from ${stretches(scope, { days, where: isLookedAt })} looked))::int`

interface Row {
  conversation_id: ConversationId
  channel: Channel
  named: string
  first_at: Date
  last_at: Date
  messages: number
  theme: EpisodeTheme | null
}

interface ConversationsAsked extends ScopedFilter {
  readonly theme?: ThemeId | undefined
}

/** Only those who may see themes may ask for conversations about one. @throws Failure `access.denied` */
export function requireThemesSeen({ seesThemes }: ListedReader, { theme }: ConversationsAsked): void {
  if (theme && !seesThemes) throw new Failure('access.denied', { permission: 'themes.view' })
}

/** What the messages about a theme, or what it became, add to the days of conversations: that these are about it. */
const daysAbout = (
  tx: Pick<TenantTx, 'tenantId'>,
  { current, zone }: Pick<Periods, 'current' | 'zone'>,
  theme: ThemeId,
) => sql`
  select said.tenant_id, said.conversation_id, said.channel, (placed.posted_at at time zone ${zone})::date as day, placed.group_ids,
    null::int as messages, null::timestamptz as first_at, null::timestamptz as last_at, true as is_about
  from message_theme placed join message said on said.tenant_id = placed.tenant_id and said.id = placed.message_id
  where ${hasTheme(tx, { theme: [theme] })} and placed.posted_at >= ${startOf(dayAfter(current.from, -2), { zone })}
    and placed.posted_at < ${startOf(dayAfter(current.to, 1), { zone })}`

/** The stretches that are about a theme: those with a message about it are looked at one by one. */
const stretchesAbout = (
  tx: Pick<TenantTx, 'tenantId'>,
  scope: AccessScope,
  {
    periods,
    only,
    theme,
  }: { readonly periods: Periods; readonly only: ScopedFilter; readonly theme: ThemeId },
) => sql`(
  select * from ${stretches(scope, { days: periods.current, only, about: daysAbout(tx, periods, theme) })} known
  where (${themeOfEpisode(scope, 'known')} ->> 'id')::uuid = any((select standing_themes(${tx.tenantId}, ${[theme]}::uuid[]))::uuid[])
)`

const orders: Readonly<Record<(typeof conversationSorts)[number], RawBuilder<unknown>>> = {
  firstAt: sql`first_at`,
  messages: sql`messages`,
}

/**
 * One page of the conversations of the current period, named by their title or their people, with what they are about.
 * @throws Failure `access.denied`
 */
export async function findMetricConversations(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  { channel, group, theme, ...query }: ListedQuery & ConversationsAsked,
): Promise<Page<MetricConversation>> {
  requireThemesSeen(query, { theme })
  // Only what is shown or searched is named: a year has many stretches.
  const reader = { scope, withoutSubjects: query.withoutSubjects }
  const only = { channel, group }
  const found = theme
    ? stretchesAbout(tx, scope, { periods, only, theme })
    : stretches(scope, { days: periods.current, only })
  const rows = sql`${found} found where ${titleHas(titleOf(reader, 'found'), query.search)}`
  const about = query.seesThemes ? themeOfEpisode(scope, 'page') : sql`null::jsonb`
  return findListed(tx, query, {
    rows,
    orders,
    usual: '-firstAt',
    tie: sql`conversation_id, first_at`,
    details: sql`${titleOf(reader, 'page')} as named, ${about} as theme`,
    toItem: ({ conversation_id, channel, named, first_at, last_at, messages, theme: its }: Row) => ({
      conversationId: conversation_id,
      channel,
      title: named,
      firstAt: first_at.toISOString(),
      lastAt: last_at.toISOString(),
      messages,
      ...(its && { theme: its }),
    }),
  })
}
