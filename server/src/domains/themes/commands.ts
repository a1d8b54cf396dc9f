import type { ThemeId } from '@verbatim/contract/ids.ts'
import { nameKey } from '@verbatim/contract/text.ts'
import type { ThemeChangeKind } from '@verbatim/contract/themes.ts'
import type { ThemeFeeling } from '@verbatim/contract/theme-feedback.ts'
import { sql } from 'kysely'
import { recordAudit } from '#domains/audit/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import type { Seen } from '#kernel/version.ts'
import type { TenantTx } from '#platform/db.ts'
import { moveMessages } from './move-commands.ts'
import { findStandingId, isKnownTheme, requireTheme, type StandingTheme } from './queries.ts'
import { nextVersion } from './set.ts'
import { mergeSubthemes } from './subtheme-commands.ts'

/** Notes what a user thinks of a theme, or that they think nothing of it any more. */
export async function feelAbout(
  tx: TenantTx,
  actor: Actor,
  { id: given, feeling }: { readonly id: ThemeId; readonly feeling: ThemeFeeling | null },
  now: Date,
): Promise<{ id: ThemeId; feeling: ThemeFeeling | null }> {
  const id = await findStandingId(tx, given)
  await requireTheme(tx, actor.scope, id)
  const { userId } = actor
  if (feeling === null)
    await tx.deleteFrom('theme_feedback').where('user_id', '=', userId).where('theme_id', '=', id).execute()
  else
    await tx
      .insertInto('theme_feedback')
      .values({ user_id: userId, theme_id: id, feeling, at: now })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'user_id', 'theme_id']).doUpdateSet({ feeling, at: now }),
      )
      .execute()
  return { id, feeling }
}

interface ThemeEdit extends Seen<ThemeId> {
  readonly name?: string | undefined
  readonly isHidden?: boolean | undefined
}

/** Renames a theme, or hides it from everyone. A name that a person gave stays when the themes are revised. */
export async function updateTheme(
  tx: TenantTx,
  actor: Actor,
  { id, name, isHidden, expectedVersion }: ThemeEdit,
  now: Date,
): Promise<{ id: ThemeId; version: number }> {
  const theme = await requireCurrent(tx, actor, id, expectedVersion)
  const renames = name !== undefined && name !== theme.name
  const turns = isHidden !== undefined && isHidden !== (theme.hidden_at !== null)
  if (!renames && !turns) return { id, version: theme.version }
  if (renames) {
    await refuseTaken(tx, actor, { id, name })
    await noteChange(tx, actor, { id, kind: 'renamed', was: theme.name }, now)
    const changes = [{ field: 'name', old: theme.name, new: name }]
    await recordAudit(tx, actor, { type: 'theme_renamed', target: { kind: 'theme', id, name }, changes }, now)
  }
  if (turns) {
    await noteChange(tx, actor, { id, kind: isHidden ? 'hidden' : 'shown' }, now)
    const target = { kind: 'theme', id, name: name ?? theme.name }
    const changes = [{ field: 'hidden', old: !isHidden, new: isHidden }]
    await recordAudit(tx, actor, { type: isHidden ? 'theme_hidden' : 'theme_shown', target, changes }, now)
  }
  const changed = await tx
    .updateTable('theme')
    .set({
      version: sql`version + 1`,
      ...(renames && { name, named_by: actor.userId }),
      ...(turns && { hidden_at: isHidden ? now : null }),
    })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return { id, version: changed.version }
}

interface ThemeMerge extends Pick<ThemeEdit, 'id' | 'expectedVersion'> {
  readonly into: ThemeId
  /** So many messages are moved with it. */
  readonly movedAtOnce?: number
}

/**
 * Makes a theme a part of another, with its messages and its terms, so that messages like these belong to the other from now on. Many
 * messages are moved afterwards. The caller holds the tenant's lock.
 */
export async function mergeThemes(
  tx: TenantTx,
  actor: Actor,
  { id, into, expectedVersion, movedAtOnce }: ThemeMerge,
  now: Date,
): Promise<{ id: ThemeId; version: number }> {
  if (id === into) throw new Failure('theme.same')
  const theme = await requireCurrent(tx, actor, id, expectedVersion)
  const other = await requireTheme(tx, actor.scope, into)
  await sql`update theme set version = version + 1, terms = coalesce((
      select jsonb_agg(jsonb_build_array(term, weight) order by weight desc, term) from (
        select entry ->> 0 as term, max((entry ->> 1)::double precision) as weight
        from theme known, jsonb_array_elements(known.terms) entry
        where known.tenant_id = theme.tenant_id and known.id in (${id}, ${into}) group by 1) both_terms), '[]')
    , common = array(select term from theme known, unnest(known.common) term
        where known.tenant_id = theme.tenant_id and known.id in (${id}, ${into}) group by term
        having count(*) = (select count(*) from theme centre
          where centre.tenant_id = theme.tenant_id and centre.id in (${id}, ${into}) and centre.terms <> '[]'))
    , words = array(select distinct word from theme known, unnest(known.words) word
        where known.tenant_id = theme.tenant_id and known.id in (${id}, ${into}) order by word)
    where id = ${into}`.execute(tx)
  await tx
    .updateTable('theme')
    .set({ merged_into: into, retired_at: now, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  await mergeSubthemes(tx, id, into)
  await moveMessages(tx, [{ theme_id: id, into_id: into }], now, movedAtOnce)
  await noteChange(tx, actor, { id, kind: 'merged', otherId: into }, now)
  await nextVersion(tx)
  const changes = [{ field: 'mergedInto', old: null, new: other.name }]
  await recordAudit(
    tx,
    actor,
    { type: 'theme_merged', target: { kind: 'theme', id, name: theme.name }, changes },
    now,
  )
  return { id: into, version: other.version + 1 }
}

/** Locks the theme that is to be changed. */
export async function requireCurrent(
  tx: TenantTx,
  { scope }: Actor,
  id: ThemeId,
  expectedVersion: number | undefined,
): Promise<StandingTheme> {
  await tx.selectFrom('theme').where('id', '=', id).select('id').forUpdate().executeTakeFirst()
  const theme = await requireTheme(tx, scope, id)
  if (expectedVersion !== undefined && expectedVersion !== theme.version) throw new Failure('theme.changed')
  return theme
}

/** Names that look the same are the same. A theme that the actor does not know counts for nothing: its name says what messages say. */
export async function refuseTaken(
  tx: TenantTx,
  { scope }: Actor,
  { id, name }: { readonly id: ThemeId; readonly name: string },
): Promise<void> {
  const others = await tx
    .selectFrom('theme')
    .where('retired_at', 'is', null)
    .where('is_shown', '=', true)
    .where('id', '<>', id)
    .where(isKnownTheme(scope))
    .select('name')
    .execute()
  if (others.some((other) => nameKey(other.name) === nameKey(name))) throw new Failure('theme.name-taken')
}

export async function noteChange(
  tx: TenantTx,
  { userId }: Actor,
  change: {
    readonly id: ThemeId
    readonly kind: ThemeChangeKind
    readonly otherId?: ThemeId
    readonly was?: string
  },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('theme_change')
    .values({
      id: newId(now),
      theme_id: change.id,
      kind: change.kind,
      other_id: change.otherId ?? null,
      was_name: change.was ?? null,
      made_by: userId,
      at: now,
    })
    .execute()
}
