/** What a revision of the themes stores of their sub-themes. Source: docs/decisions/0125-sub-themes.md. */
import type { SubthemeId, ThemeId } from '@verbatim/contract/ids.ts'
import { themeLimits } from '@verbatim/contract/themes.ts'
import { sql } from 'kysely'
import { insertMany, type TableColumns, type TableRow } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import type { SubthemeTable } from '#schema/themes.ts'

/** What some messages of a theme have in common. */
export interface FoundSubtheme {
  readonly id: SubthemeId
  readonly name: string
  readonly terms: SubthemeTable['terms']
}

/** One that may have become a theme of its own. */
export interface PlacingSubtheme extends FoundSubtheme {
  readonly ownThemeId: ThemeId | null
}

/** The current sub-themes, by their theme. */
export async function findPlacingSubthemes(
  tx: TenantTx,
): Promise<ReadonlyMap<ThemeId, readonly PlacingSubtheme[]>> {
  const rows = await tx
    .selectFrom('subtheme')
    .where('retired_at', 'is', null)
    .select(['theme_id', 'id', 'name', 'terms', 'own_theme_id as ownThemeId'])
    .orderBy('id')
    .execute()
  const found = new Map<ThemeId, PlacingSubtheme[]>()
  for (const { theme_id: themeId, ...subtheme } of rows)
    found.set(themeId, [...(found.get(themeId) ?? []), subtheme])
  return found
}

const columns = {
  id: 'uuid',
  theme_id: 'uuid',
  name: 'text',
  terms: 'jsonb',
  created_at: 'timestamptz',
} satisfies TableColumns<'subtheme'>
type SubthemeRow = TableRow<'subtheme', typeof columns>

/** Stores the sub-themes of the themes that were found; those that were not, and those of themes that are gone, are retired. */
export async function replaceSubthemes(
  tx: TenantTx,
  found: readonly { readonly themeId: ThemeId; readonly subthemes: readonly FoundSubtheme[] }[],
  gone: readonly ThemeId[],
  now: Date,
): Promise<void> {
  const rows = found.flatMap(({ themeId, subthemes }) =>
    subthemes.map(({ id, name, terms }) => ({
      id,
      theme_id: themeId,
      name: name.slice(0, themeLimits.name),
      terms,
      created_at: now,
    })),
  )
  await insertMany<SubthemeRow>(
    tx,
    {
      table: 'subtheme',
      conflict: sql`on conflict (tenant_id, id) do update set theme_id = excluded.theme_id, name = excluded.name,
        terms = excluded.terms, retired_at = null`,
    },
    columns,
    rows,
  )
  const standing = rows.map(({ id }) => id)
  const seen = [...found.map(({ themeId }) => themeId), ...gone]
  await sql`update subtheme set retired_at = ${now} where retired_at is null and theme_id = any(${seen}::uuid[])
    and id <> all(${standing}::uuid[])`.execute(tx)
}

/** What a merged theme was a part of, or consisted of, belongs to the other; a part of that one is no theme of its own any more. */
export async function mergeSubthemes(tx: TenantTx, id: ThemeId, into: ThemeId): Promise<void> {
  await sql`update subtheme set theme_id = case when theme_id = ${id} then ${into} else theme_id end,
    own_theme_id = case when own_theme_id is null or own_theme_id in (${id}, ${into}) and theme_id in (${id}, ${into}) then null
      when own_theme_id = ${id} then ${into} else own_theme_id end
    where theme_id = ${id} or own_theme_id = ${id}`.execute(tx)
}
