import type { createSavedView, SavedView, updateSavedView } from '@verbatim/contract/saved-views.ts'
import { viewLimits } from '@verbatim/contract/saved-views.ts'
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { SavedViewId, UserId } from '@verbatim/contract/ids.ts'
import { nameKey } from '@verbatim/contract/text.ts'
import { sql } from 'kysely'
import { changedFields, recordAudit } from '#domains/audit/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import { requireVersion, type Seen } from '#kernel/version.ts'
import { refusing } from '#platform/db-errors.ts'
import type { TenantTx } from '#platform/db.ts'
import { checkQuestion, requireList, type SpecOf } from './lists.ts'
import { canChange, requireSavedView, type SavedViewRow } from './queries.ts'

type Draft = InputOf<typeof createSavedView>['body']
type Change = InputOf<typeof updateSavedView>['body']

/** @throws Failure `access.denied`, `view.list-closed`, `view.name-taken`, `view.not-understood`, `view.too-many` */
export async function addSavedView(
  tx: TenantTx,
  actor: Actor,
  { list, name, question, isShared, specOf }: Draft & { readonly specOf: SpecOf },
  now: Date,
): Promise<SavedView> {
  requireList(actor, list)
  if (isShared) requireSharing(actor)
  checkQuestion(specOf(list), question)
  await checkCount(tx, actor.userId, list)
  const id = newId<SavedViewId>(now)
  await refusingDuplicates(() =>
    tx
      .insertInto('saved_view')
      .values({
        id,
        list,
        owner_id: actor.userId,
        name,
        name_key: nameKey(name),
        question: JSON.stringify(question),
        is_shared: isShared,
        created_at: now,
      })
      .execute(),
  )
  const changes = changedFields({}, { list, name, isShared, ...question })
  await recordAudit(tx, actor, { type: 'saved_view_created', target: targetOf({ id, name }), changes }, now)
  return requireSavedView(tx, actor, id)
}

/** @throws Failure `access.denied`, `view.list-closed`, `view.not-found`, `view.changed`, `view.name-taken`, `view.not-understood` */
export async function changeSavedView(
  tx: TenantTx,
  actor: Actor,
  { id, change, specOf }: { readonly id: SavedViewId; readonly change: Change; readonly specOf: SpecOf },
  now: Date,
): Promise<SavedView> {
  const before = await takeView(tx, actor, id, change.expectedVersion)
  const after = {
    name: change.name ?? before.name,
    isShared: change.isShared ?? before.is_shared,
    question: change.question ?? before.question,
  }
  if (after.isShared && !before.is_shared) requireSharing(actor)
  if (change.question) checkQuestion(specOf(before.list), change.question)
  const changes = changedFields(
    { name: before.name, isShared: before.is_shared, ...before.question },
    { name: after.name, isShared: after.isShared, ...after.question },
  )
  if (changes.length === 0) return requireSavedView(tx, actor, id)
  await refusingDuplicates(() =>
    tx
      .updateTable('saved_view')
      .set({
        name: after.name,
        name_key: nameKey(after.name),
        question: JSON.stringify(after.question),
        is_shared: after.isShared,
        // A view without an owner that is no longer shared belongs to the user who changed it.
        owner_id: before.owner_id ?? (after.isShared ? null : actor.userId),
        version: sql`version + 1`,
      })
      .where('id', '=', id)
      .execute(),
  )
  await recordAudit(
    tx,
    actor,
    { type: 'saved_view_updated', target: targetOf({ id, name: after.name }), changes },
    now,
  )
  return changedView(tx, actor, { id, before, isShared: after.isShared })
}

/** Another user's view that became private is no longer visible to the actor, so the answer is its last state. */
async function changedView(
  tx: TenantTx,
  actor: Actor,
  { id, before, isShared }: { id: SavedViewId; before: SavedViewRow; isShared: boolean },
): Promise<SavedView> {
  const isSeen = isShared || before.owner_id === null || before.owner_id === actor.userId
  if (isSeen) return requireSavedView(tx, actor, id)
  const { list, name, question, version } = before
  return { id, list, name, question, isShared, canChange: false, version: version + 1 }
}

/** @throws Failure `access.denied`, `view.list-closed`, `view.not-found`, `view.changed` */
export async function removeSavedView(
  tx: TenantTx,
  actor: Actor,
  { id, expectedVersion }: Seen<SavedViewId>,
  now: Date,
): Promise<void> {
  const { name, is_shared } = await takeView(tx, actor, id, expectedVersion)
  await tx.deleteFrom('saved_view').where('id', '=', id).execute()
  const changes = changedFields({ name, isShared: is_shared }, {})
  await recordAudit(tx, actor, { type: 'saved_view_deleted', target: targetOf({ id, name }), changes }, now)
}

/** When a user leaves, private views are deleted, and shared ones stay without an owner. */
export async function leaveSavedViews(tx: TenantTx, userId: UserId): Promise<void> {
  await tx.deleteFrom('saved_view').where('owner_id', '=', userId).where('is_shared', '=', false).execute()
  await tx.updateTable('saved_view').set({ owner_id: null }).where('owner_id', '=', userId).execute()
}

const targetOf = ({ id, name }: { readonly id: SavedViewId; readonly name: string }) => ({
  kind: 'saved-view',
  id,
  name,
})

/** @throws Failure `access.denied` */
function requireSharing({ permissions }: Actor): void {
  const permission = 'views.share'
  if (!permissions.has(permission)) throw new Failure('access.denied', { permission })
}

/** The view, locked until the transaction ends. */
async function takeView(
  tx: TenantTx,
  actor: Actor,
  id: SavedViewId,
  expectedVersion: number | undefined,
): Promise<SavedViewRow> {
  const row = await tx
    .selectFrom('saved_view')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row || (row.owner_id !== actor.userId && !row.is_shared)) throw new Failure('view.not-found', { id })
  requireList(actor, row.list)
  if (!canChange(actor, row)) requireSharing(actor)
  requireVersion('view.changed', row.version, expectedVersion)
  return row
}

/** @throws Failure `view.too-many` */
async function checkCount(tx: TenantTx, userId: UserId, list: Draft['list']): Promise<void> {
  const { n } = await tx
    .selectFrom('saved_view')
    .where('owner_id', '=', userId)
    .where('list', '=', list)
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  if (Number(n) >= viewLimits.perList) throw new Failure('view.too-many', { most: viewLimits.perList })
}

const refusingDuplicates = <T>(work: () => Promise<T>): Promise<T> =>
  refusing('saved_view_tenant_id_list_owner_id_name_key_key', 'view.name-taken', work)
