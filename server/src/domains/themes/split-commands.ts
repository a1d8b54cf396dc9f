/** A sub-theme that a person makes a theme of its own. Source: docs/decisions/0146-themes-split-by-hand.md. */
import type { SubthemeId, ThemeId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { recordAudit } from '#domains/audit/commands.ts'
import type { AccessScope, Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import type { Seen } from '#kernel/version.ts'
import type { TenantTx } from '#platform/db.ts'
import { noteChange, refuseTaken, requireCurrent } from './commands.ts'
import { moveSubtheme } from './move-commands.ts'
import { findMessagesIds } from './moving.ts'
import { isKnownSubtheme } from './queries.ts'
import { nextVersion, placeAgain } from './set.ts'

interface ThemeSplit extends Seen<ThemeId> {
  readonly subthemeId: SubthemeId
  /** That of the sub-theme, if it is absent. */
  readonly name?: string | undefined
  /** So many messages are moved with it. */
  readonly movedAtOnce?: number
}

/**
 * Makes a sub-theme a theme of its own, with its messages, and with new ones like them. Further messages of a large one are moved as all are
 * placed again. The caller holds the tenant's lock.
 * @throws Failure `theme.no-subtheme`, also if the reader may see none of its messages.
 */
export async function splitTheme(
  tx: TenantTx,
  actor: Actor,
  { id, subthemeId, name: given, expectedVersion, movedAtOnce }: ThemeSplit,
  now: Date,
): Promise<{ id: ThemeId; version: number }> {
  const theme = await requireCurrent(tx, actor, id, expectedVersion)
  const subtheme = await requireSubtheme(tx, actor.scope, { id, subthemeId })
  const name = given ?? subtheme.name
  const ownId = newId<ThemeId>(now)
  await refuseTaken(tx, actor, { id: ownId, name })
  await sql`insert into theme (id, name, named_by, terms, words, is_shown, created_at)
    values (${ownId}, ${name}, ${actor.userId}, '[]', '{}', true, ${now})`.execute(tx)
  await tx.updateTable('subtheme').set({ own_theme_id: ownId }).where('id', '=', subthemeId).execute()
  await tx
    .updateTable('theme')
    .set({ version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  await noteChange(tx, actor, { id: ownId, kind: 'split', otherId: id }, now)
  await nextVersion(tx)
  const from = await findMessagesIds(tx, id)
  if (!(await moveSubtheme(tx, { from, subthemeId, into: ownId }, movedAtOnce))) await placeAgain(tx, now)
  const changes = [{ field: 'splitFrom', old: null, new: theme.name }]
  await recordAudit(
    tx,
    actor,
    { type: 'theme_split', target: { kind: 'theme', id: ownId, name }, changes },
    now,
  )
  return { id: ownId, version: 1 }
}

async function requireSubtheme(
  tx: TenantTx,
  scope: AccessScope,
  { id, subthemeId }: Pick<ThemeSplit, 'id' | 'subthemeId'>,
): Promise<{ readonly name: string }> {
  const { rows } = await sql<{ name: string }>`
    select subtheme.name from subtheme join theme on theme.tenant_id = subtheme.tenant_id and theme.id = subtheme.theme_id
    where subtheme.id = ${subthemeId} and subtheme.theme_id = ${id} and subtheme.retired_at is null and subtheme.own_theme_id is null
      and ${isKnownSubtheme(scope)}`.execute(tx)
  const [subtheme] = rows
  if (!subtheme) throw new Failure('theme.no-subtheme', { id: subthemeId })
  return subtheme
}
