import type { ThemeId, UserId } from '@verbatim/contract/ids.ts'
import type { ThemeChange, ThemeChangeKind } from '@verbatim/contract/themes.ts'
import { type RawBuilder, sql } from 'kysely'
import { isEverything } from '#access/scope.ts'
import { withinScope } from '#access/scope-sql.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/rows.ts'
import type { ThemeTable } from '#schema/themes.ts'

/**
 * Whether the reader may see a message of a `theme`: its name says what messages say. `theme_reach` answers for themes
 * without such messages, so that they are not read.
 */
export const isKnownTheme = (scope: AccessScope): RawBuilder<boolean> =>
  scope.some(isEverything)
    ? sql`true`
    : sql`((exists (select from theme_reach reach where reach.tenant_id = theme.tenant_id and reach.theme_id = theme.id
        and ${withinScope(scope, 'reach')})
      or exists (select from theme_move move join theme_reach reach on reach.tenant_id = move.tenant_id and reach.theme_id = move.theme_id
        where move.tenant_id = theme.tenant_id and move.into_id = theme.id and ${withinScope(scope, 'reach')}))
      and (exists (select from message_theme placed where placed.tenant_id = theme.tenant_id and placed.theme_id = theme.id
        and ${withinScope(scope, 'placed')})
      or exists (select from theme_move move join message_theme placed on placed.tenant_id = move.tenant_id
        and placed.theme_id = move.theme_id
        where move.tenant_id = theme.tenant_id and move.into_id = theme.id and ${withinScope(scope, 'placed')})))`

/** The same of a `subtheme` of a `theme`. */
export const isKnownSubtheme = (scope: AccessScope): RawBuilder<boolean> =>
  scope.some(isEverything)
    ? sql`true`
    : sql`(${isKnownTheme(scope)} and exists (select from message_theme placed where placed.tenant_id = theme.tenant_id
        and placed.theme_id in (select theme.id union all
          select move.theme_id from theme_move move where move.tenant_id = theme.tenant_id and move.into_id = theme.id)
        and placed.subtheme_id = subtheme.id and ${withinScope(scope, 'placed')}))`

export interface StandingTheme {
  readonly id: ThemeId
  readonly name: string
  readonly named_by: UserId | null
  readonly hidden_at: Date | null
  readonly version: number
}

/** @throws Failure `theme.not-found`, also if the reader may see none of its messages. */
export async function requireTheme(tx: TenantTx, scope: AccessScope, id: ThemeId): Promise<StandingTheme> {
  const { rows } = await sql<StandingTheme>`
    select id, name, named_by, hidden_at, version from theme
    where id = ${id} and retired_at is null and ${isKnownTheme(scope)}`.execute(tx)
  const [theme] = rows
  if (!theme) throw new Failure('theme.not-found', { id })
  return theme
}

/**
 * The theme of an ID, or what it was merged into. One that was hidden from everyone is there for those who may see hidden ones.
 * @throws Failure `theme.not-found`
 */
export async function requireShownTheme(
  tx: TenantTx,
  { scope, seesHidden }: { readonly scope: AccessScope; readonly seesHidden: boolean },
  id: ThemeId,
): Promise<StandingTheme> {
  const theme = await requireTheme(tx, scope, await findStandingId(tx, id))
  if (theme.hidden_at && !seesHidden) throw new Failure('theme.not-found', { id })
  return theme
}

/** The terms that say what themes are about: their own, or those of the sub-theme that one without any was. */
export async function findCentres(
  tx: TenantTx,
  ids: readonly ThemeId[],
): Promise<ReadonlyMap<ThemeId, ThemeTable['terms']>> {
  const { rows } = await sql<Pick<ThemeTable, 'id' | 'terms'>>`
    select id, terms from theme where id = any(${ids}::uuid[]) and terms <> '[]'
    union all select subtheme.own_theme_id, subtheme.terms from subtheme
    join theme on theme.tenant_id = subtheme.tenant_id and theme.id = subtheme.own_theme_id and theme.terms = '[]'
    where subtheme.own_theme_id = any(${ids}::uuid[]) and subtheme.retired_at is null`.execute(tx)
  return new Map(rows.map(({ id, terms }) => [id, terms]))
}

/** The theme that an ID leads to today: itself, or the one that it was merged into. */
export async function findStandingId(tx: TenantTx, id: ThemeId): Promise<ThemeId> {
  const found = await sql<{ id: ThemeId }>`
    select standing.id from unnest(standing_themes(${tx.tenantId}, ${[id]}::uuid[])) standing (id)`.execute(
    tx,
  )
  return onlyRow(found).id
}

interface ChangeRow {
  /** What was split from the theme of the history. */
  readonly is_part: boolean
  readonly kind: ThemeChangeKind
  readonly reason: string
  readonly was_name: string | null
  readonly other_id: ThemeId | null
  readonly other_name: string | null
  readonly by: string | null
  readonly at: Date
}

/**
 * The history of a theme: its changes, the themes merged into it, and what was split from it, the newest first. A reader of a part gets no words and no former
 * names, which may come from messages that they do not see, and no themes that they may not know. Hidden themes are named to those who
 * may hide them.
 */
export async function findThemeChanges(
  tx: TenantTx,
  { scope, seesHidden }: { readonly scope: AccessScope; readonly seesHidden: boolean },
  id: ThemeId,
): Promise<ThemeChange[]> {
  const seesAll = scope.some(isEverything)
  const { rows } = await sql<ChangeRow>`
    select change.is_part, change.kind, change.reason, change.was_name, other.id as other_id, other.name as other_name,
      person.display_name as by, change.at
    from (
      select tenant_id, id, kind, reason, was_name, other_id, made_by, at, false as is_part from theme_change where theme_id = ${id}
      ${
        seesAll
          ? sql`union all select tenant_id, id, kind, reason, was_name, theme_id, made_by, at, kind = 'split' from theme_change
            where other_id = ${id} and kind in ('merged', 'split')`
          : sql``
      }
    ) change
    left join (select * from theme where (hidden_at is null or ${seesHidden}) and ${isKnownTheme(scope)}) other on other.tenant_id = change.tenant_id and other.id = change.other_id
    left join tenant_user person on person.tenant_id = change.tenant_id and person.id = change.made_by
    order by change.at desc, change.id desc limit 100`.execute(tx)
  return rows.map((row) => {
    const { other_id: otherId, other_name: name } = row
    const other = otherId && name !== null ? { id: otherId, name } : undefined
    return {
      kind: row.kind,
      reason: seesAll ? row.reason : '',
      ...(row.was_name !== null && seesAll && { was: row.was_name }),
      ...(other && (row.is_part ? { part: other } : { other })),
      ...(row.by !== null && { by: row.by }),
      at: row.at.toISOString(),
    }
  })
}
