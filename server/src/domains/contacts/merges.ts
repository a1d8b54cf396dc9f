import { mergeUndoHours } from '@verbatim/contract/contacts.ts'
import type { ContactId, ContactMergeId, GroupId } from '@verbatim/contract/ids.ts'
import { type Selectable, sql } from 'kysely'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import { brokenConstraint } from '#platform/db-errors.ts'
import type { TenantTx } from '#platform/db.ts'
import type { ContactMergeTable } from '#schema/people.ts'
import { addGroups, archiveContact, releaseAddresses, takeAddresses } from './changes.ts'
import { type ContactState, scopeOf, sharedScope } from './model.ts'

/**
 * Merges a contact into a global one, which takes its groups and those of its addresses that are free. The merged one is
 * archived under its own id: what was captured keeps naming it. Both rows are locked by the caller.
 */
export async function mergeContact(
  tx: TenantTx,
  { from, into, by }: { readonly from: ContactState; readonly into: ContactId; readonly by: string },
  now: Date,
): Promise<ContactMergeId> {
  const id = newId<ContactMergeId>(now)
  await archiveContact(tx, { id: from.id, mergedInto: into }, now)
  const addressesAdded = await takeAddresses(
    tx,
    { id: into, values: from.addresses, scope: sharedScope, free: true, originId: from.id },
    now,
  )
  const groupsAdded = await addGroups(tx, into, from.groupIds)
  await touch(tx, into, now)
  await tx
    .insertInto('contact_merge')
    .values({
      id,
      from_id: from.id,
      into_id: into,
      at: now,
      by_name: by,
      undo_until: new Date(now.getTime() + mergeUndoHours * 3_600_000),
      undone_at: null,
      kept: JSON.stringify({ addresses: from.addresses, addressesAdded, groupsAdded }),
    })
    .execute()
  return id
}

/** The contact after its addresses changed: found by them, and of another version. */
async function touch(tx: TenantTx, id: ContactId, now: Date): Promise<void> {
  await sql`
    update contact set version = version + 1, changed_at = ${now}, search_text = concat_ws(' ', name, (
      select string_agg(value, ' ' order by value) from address where address.contact_id = contact.id))
    where id = ${id}`.execute(tx)
}

export type Merge = Selectable<ContactMergeTable>

/**
 * Takes a merge back: the merged contact is in force again, with the addresses that it had, and the other one gives back
 * what came to it.
 * @throws Failure `contact.not-found`, `contact.undo-over`, `contact.undo-taken`
 */
export async function undoMerge(
  tx: TenantTx,
  { contactId, mergeId }: { readonly contactId: ContactId; readonly mergeId: ContactMergeId },
  now: Date,
): Promise<Merge> {
  const merge = await takeMerge(tx, { contactId, mergeId }, now)
  const { from_id: from, into_id: into, kept } = merge
  const people = await tx
    .selectFrom('contact')
    .select(['id', 'share_level', 'owner_id', 'merged_into'])
    .where('id', '=', sql<ContactId>`any(${[from, into]}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const merged = people.find(({ id }) => id === from)
  if (merged?.merged_into !== into) throw new Failure('contact.undo-over', { hours: mergeUndoHours })
  await releaseAddresses(tx, into, kept.addressesAdded, now)
  await removeGroups(tx, into, kept.groupsAdded)
  const fields = { shareLevel: merged.share_level, ownerId: merged.owner_id ?? undefined }
  await tx
    .updateTable('contact')
    .set({ archived_at: null, merged_into: null })
    .where('id', '=', from)
    .execute()
  await refusingTaken(() =>
    takeAddresses(tx, { id: from, values: kept.addresses, scope: scopeOf(fields) }, now),
  )
  await touch(tx, from, now)
  await touch(tx, into, now)
  await tx.updateTable('contact_merge').set({ undone_at: now }).where('id', '=', mergeId).execute()
  return merge
}

async function takeMerge(
  tx: TenantTx,
  { contactId, mergeId }: { readonly contactId: ContactId; readonly mergeId: ContactMergeId },
  now: Date,
): Promise<Merge> {
  const merge = await tx
    .selectFrom('contact_merge')
    .selectAll()
    .where('id', '=', mergeId)
    .where((eb) => eb.or([eb('from_id', '=', contactId), eb('into_id', '=', contactId)]))
    .forUpdate()
    .executeTakeFirst()
  if (!merge) throw new Failure('contact.not-found', { id: contactId })
  if (merge.undone_at || merge.undo_until <= now)
    throw new Failure('contact.undo-over', { hours: mergeUndoHours })
  return merge
}

/** The groups that came with the merge go, but for one where there is no other. */
async function removeGroups(tx: TenantTx, id: ContactId, groupIds: readonly GroupId[]): Promise<void> {
  await sql`
    delete from conversation_group_contact where contact_id = ${id} and group_id = any(${groupIds}::uuid[])
      and exists (select from conversation_group_contact other
        where other.contact_id = ${id} and other.group_id <> all(${groupIds}::uuid[]))`.execute(tx)
}

/** @throws Failure `contact.undo-taken` */
async function refusingTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (brokenConstraint(error) === 'address_pkey') throw new Failure('contact.undo-taken', {}, error)
    throw error
  }
}
