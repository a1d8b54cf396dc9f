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

/** The sub-themes that stand, by their theme. */
export async function findPlacingSubthemes(
  tx: TenantTx,
): Promise<ReadonlyMap<ThemeId, readonly FoundSubtheme[]>> {
  const rows = await tx
    .selectFrom('subtheme')
    .where('retired_at', 'is', null)
    .select(['theme_id', 'id', 'name', 'terms'])
    .orderBy('id')
    .execute()
  const found = new Map<ThemeId, FoundSubtheme[]>()
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
