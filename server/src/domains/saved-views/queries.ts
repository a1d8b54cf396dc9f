import type { SavedViewId } from '@verbatim/contract/ids.ts'
import type { SavedView, ViewedList } from '@verbatim/contract/saved-views.ts'
import type { Selectable } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { opensList } from './lists.ts'
import type { SavedViewTable } from '#schema/saved-views.ts'

export type SavedViewRow = Selectable<SavedViewTable>

/** The actor's own views of a list and the shared ones, by name. */
export async function findSavedViews(tx: TenantTx, actor: Actor, list: ViewedList): Promise<SavedView[]> {
  if (!opensList(actor, list)) return []
  const rows = await seenBy(tx, actor).where('view.list', '=', list).orderBy('view.name_key').execute()
  return rows.map((row) => toView(actor, row))
}

/** @throws Failure `view.not-found`, also for a private view of someone else */
export async function requireSavedView(tx: TenantTx, actor: Actor, id: SavedViewId): Promise<SavedView> {
  const row = await seenBy(tx, actor).where('view.id', '=', id).executeTakeFirst()
  if (!row) throw new Failure('view.not-found', { id })
  return toView(actor, row)
}

const seenBy = (tx: TenantTx, { userId }: Actor) =>
  tx
    .selectFrom('saved_view as view')
    .leftJoin('tenant_user as owner', (join) =>
      join.onRef('owner.tenant_id', '=', 'view.tenant_id').onRef('owner.id', '=', 'view.owner_id'),
    )
    .where((row) => row.or([row('view.owner_id', '=', userId), row('view.is_shared', '=', true)]))
    .selectAll('view')
    .select('owner.display_name as owner_name')

/** A view can be changed by its owner, and a shared one by users who may share. */
export const canChange = (
  { userId, permissions }: Actor,
  { owner_id, is_shared }: Pick<SavedViewRow, 'owner_id' | 'is_shared'>,
): boolean => owner_id === userId || (is_shared && permissions.has('views.share'))

function toView(actor: Actor, row: SavedViewRow & { readonly owner_name: string | null }): SavedView {
  return {
    id: row.id,
    list: row.list,
    name: row.name,
    question: row.question,
    isShared: row.is_shared,
    ...(row.owner_id && { owner: { id: row.owner_id, name: row.owner_name ?? '' } }),
    canChange: canChange(actor, row),
    version: row.version,
  }
}
