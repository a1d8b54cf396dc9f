/** Themes and sub-themes to choose from. */
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { ThemeId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import {
  type listThemes,
  type SubthemeChoice,
  type ThemeChoice,
  themeChoiceList,
} from '@verbatim/contract/theme-choices.ts'
import { type RawBuilder, sql } from 'kysely'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { findPage } from '#platform/list/page.ts'
import { allOf, column, wordsSql } from '#platform/list/sql.ts'
import { isKnownSubtheme, isKnownTheme } from './queries.ts'

type ChoiceQuery = InputOf<typeof listThemes>['query']

const isForId = ({ field, operator }: ChoiceQuery['filter'][number]) =>
  field === 'id' && (operator === 'eq' || operator === 'in')
/** Only a question for an ID finds what is hidden. */
const asksForId = ({ filter }: ChoiceQuery) => filter.some(isForId)

/** The themes that the reader may see messages of. */
export async function findThemeChoices(
  tx: TenantTx,
  scope: AccessScope,
  query: ChoiceQuery,
  now: Date,
): Promise<Page<ThemeChoice>> {
  const isShown = asksForId(query) ? sql`true` : sql`theme.is_shown and theme.hidden_at is null`
  const from = sql`(select theme.id, theme.name from theme
    where ${isKnownTheme(scope)} and theme.retired_at is null and ${isShown}) named`
  return findNamed(tx, from, { ...query, filter: await onStandingIds(tx, query.filter) }, now)
}

/** The sub-themes that the reader may see messages of, named with their themes. */
export function findSubthemeChoices(
  tx: TenantTx,
  scope: AccessScope,
  query: ChoiceQuery,
  now: Date,
): Promise<Page<SubthemeChoice>> {
  const isKnown = isKnownSubtheme(scope)
  const isShown = asksForId(query) ? sql`true` : sql`theme.is_shown and theme.hidden_at is null`
  const from = sql`(select subtheme.id, theme.name || ': ' || subtheme.name as name
    from subtheme join theme on theme.tenant_id = subtheme.tenant_id and theme.id = subtheme.theme_id
    where subtheme.retired_at is null and subtheme.own_theme_id is null and theme.retired_at is null and ${isKnown} and ${isShown}) named`
  return findNamed(tx, from, query, now)
}

function findNamed<Choice>(
  tx: TenantTx,
  from: RawBuilder<unknown>,
  query: ChoiceQuery,
  now: Date,
): Promise<Page<Choice>> {
  return findPage<Choice, keyof typeof themeChoiceList.fields>(
    tx,
    {
      spec: themeChoiceList,
      columns: { name: { expression: sql`lower(named.name)`, type: 'text' }, id: column('named.id', 'uuid') },
      select: sql`named.id, named.name`,
      from,
      where: query.search ? wordsSql([sql`named.name`], query.search.text) : allOf([]),
      tie: sql`named.id`,
    },
    { ...query, filter: query.filter.map(inLowerCase) },
    now,
  )
}

/** Names are compared in lower case. */
const inLowerCase = (condition: ChoiceQuery['filter'][number]) =>
  condition.field === 'name'
    ? { ...condition, values: condition.values.map((value) => value.toLowerCase()) }
    : condition

/** What was merged is found as what it has become. */
async function onStandingIds(tx: TenantTx, filter: ChoiceQuery['filter']): Promise<ChoiceQuery['filter']> {
  const asked = filter.filter(isForId).flatMap(({ values }) => values)
  if (asked.length === 0) return filter
  const { rows } = await sql<{ asked: ThemeId; id: ThemeId }>`
    select asked.id as asked, standing.id from unnest(${asked}::uuid[]) asked (id),
      unnest(standing_themes(${tx.tenantId}, array[asked.id])) standing (id)`.execute(tx)
  const become = new Map<string, string>(rows.map((row) => [row.asked, row.id]))
  return filter.map((condition) =>
    isForId(condition)
      ? { ...condition, values: condition.values.map((value) => become.get(value.toLowerCase()) ?? value) }
      : condition,
  )
}
