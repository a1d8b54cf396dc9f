import type { SavedViewId, UserId } from '@verbatim/contract/ids.ts'
import { type SavedViewRemoval, viewedListAccess } from '@verbatim/contract/saved-views.ts'
import { sql } from 'kysely'
import { findActors } from '#domains/permissions/actors.ts'
import { mayDo } from '#domains/permissions/holders.ts'
import { opensList, requireList } from '#domains/saved-views/lists.ts'
import { requireSavedView } from '#domains/saved-views/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'

/**
 * From how many other people the removal of a view takes it.
 * @throws Failure `access.denied`, `view.list-closed`, `view.not-found`
 */
export async function findViewRemoval(
  tx: TenantTx,
  actor: Actor,
  id: SavedViewId,
): Promise<SavedViewRemoval> {
  const { list, isShared, canChange } = await requireSavedView(tx, actor, id)
  requireList(actor, list)
  if (!canChange) throw new Failure('access.denied', { permission: 'views.share' })
  if (!isShared) return { readers: 0 }
  const able = sql.join(viewedListAccess[list].map(mayDo), sql` or `)
  const { rows } = await sql<{ id: UserId }>`select person.id from tenant_user person
    where person.removed_at is null and person.id <> ${actor.userId} and (${able})`.execute(tx)
  // Under pseudonyms, fewer people open a directory than have the permission.
  const people = await findActors(
    tx,
    rows.map((row) => row.id),
  )
  return { readers: people.filter((person) => opensList(person, list)).length }
}
