import type { ContactChangeId, ContactId, ContactMergeId, GroupId, UserId } from '@verbatim/contract/ids.ts'
import { type Selectable, sql } from 'kysely'
import { groupPeople } from '#domains/groups/group-people.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import type { TenantTx } from '#platform/db.ts'
import { holdersOf, lockInOrder, placePeople } from '#platform/places.ts'
import type { ContactMergeTable } from '#schema/people.ts'
import { addGroups, archiveContact, releaseAddresses, takeAddresses } from './changes.ts'
import { type ContactState, scopeOf, sharedScope } from './model.ts'
import { touch } from './users-addresses.ts'

interface Merging {
  readonly from: ContactState
  readonly into: ContactId
  /** Why. */
  readonly changeId: ContactChangeId
}

/**
 * Merges a contact into a global one, which takes its groups and its free addresses. The merged contact is
 * archived under its own ID: captured messages keep naming it. The caller has locked both rows.
 */
export async function mergeContact(
  tx: TenantTx,
  { from, into, changeId }: Merging,
  now: Date,
): Promise<void> {
  await archiveContact(tx, { id: from.id, mergedInto: into }, now)
  const addressesAdded = await takeAddresses(
    tx,
    { id: into, values: from.addresses, scope: sharedScope, free: true, originId: from.id },
    now,
  )
  const groupsAdded = await addGroups(tx, into, from.groupIds)
  await touch(tx, [into], now)
  await tx
    .insertInto('contact_merge')
    .values({
      id: newId<ContactMergeId>(now),
      change_id: changeId,
      from_id: from.id,
      into_id: into,
      undone_at: null,
      kept: JSON.stringify({ addresses: from.addresses, addressesAdded, groupsAdded }),
    })
    .execute()
}

/** A merge, and the contact that the merged one now belongs to. */
export interface Merge extends Selectable<ContactMergeTable> {
  readonly merged_into: ContactId | null
  readonly from_name: string
}

/** The merges of a change. Locks the contacts' groups first, then the owners and then the contacts, in the same order as a removal. */
export async function takeMerges(
  tx: TenantTx,
  changeId: ContactChangeId,
  formerOwner: UserId | undefined,
): Promise<Merge[]> {
  const merged = sql`select unnest(array[from_id, into_id]) from contact_merge where change_id = ${changeId}`
  const { contact } = groupPeople
  await lockInOrder(tx, [{ of: contact, ids: holdersOf(contact, merged) }], async () => {
    await sql`
      select from tenant_user where id = ${formerOwner ?? null} or id in (
        select owner_id from contact join contact_merge merge on merge.from_id = contact.id
        where merge.change_id = ${changeId})
      order by id for share`.execute(tx)
    await sql`select from contact where id in (${merged}) order by id for update`.execute(tx)
  })
  return tx
    .selectFrom('contact_merge')
    .innerJoin('contact', 'contact.id', 'contact_merge.from_id')
    .selectAll('contact_merge')
    .select(['contact.merged_into', 'contact.name as from_name'])
    .where('change_id', '=', changeId)
    .orderBy('contact_merge.id')
    .execute()
}

/** Removes from the target contacts what these contacts brought. */
export async function giveBack(tx: TenantTx, merges: readonly Merge[], now: Date): Promise<void> {
  for (const { into_id: into, kept } of merges) {
    await releaseAddresses(tx, into, kept.addressesAdded, now)
    await removeGroups(tx, into, kept.groupsAdded)
  }
  await touch(tx, [...new Set(merges.map(({ into_id }) => into_id))], now)
}

/**
 * Makes merged contacts active again, with the addresses they had. Fails by the key of `address` if one is taken.
 * @throws Failure `contact.undo-changed` if one would be in no group, `contact.undo-owner`
 */
export async function revive(tx: TenantTx, merges: readonly Merge[], now: Date): Promise<void> {
  for (const { id, from_id: from, into_id: into, kept } of merges) {
    const { share_level: shareLevel, owner_id } = await tx
      .updateTable('contact')
      .set({ archived_at: null, merged_into: null })
      .where('id', '=', from)
      .returning(['share_level', 'owner_id'])
      .executeTakeFirstOrThrow()
    if (owner_id) await requireOwner(tx, owner_id)
    const scope = scopeOf({ shareLevel, ownerId: owner_id ?? undefined })
    await takeAddresses(tx, { id: from, values: kept.addresses, scope }, now)
    await keepInGroup(tx, from, into)
    await touch(tx, [from], now)
    await tx.updateTable('contact_merge').set({ undone_at: now }).where('id', '=', id).execute()
  }
}

/** A contact has an owner who still exists, or none. @throws Failure `contact.undo-owner` */
export async function requireOwner(tx: TenantTx, id: UserId): Promise<void> {
  const owner = await tx
    .selectFrom('tenant_user')
    .select('removed_at')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  if (!owner || owner.removed_at) throw new Failure('contact.undo-owner')
}

/**
 * Deleting a group removes it from archived contacts without asking; such a contact then takes the groups of the one it was
 * merged into.
 */
async function keepInGroup(tx: TenantTx, id: ContactId, into: ContactId): Promise<void> {
  if ((await groupsOf(tx, id)).length > 0) return
  const groupIds = await groupsOf(tx, into)
  if (groupIds.length === 0) throw new Failure('contact.undo-changed')
  await addGroups(tx, id, groupIds)
}

/** Removes the groups that came with the merge, unless a contact would have none left. */
async function removeGroups(tx: TenantTx, id: ContactId, groupIds: readonly GroupId[]): Promise<void> {
  const holders = (await groupsOf(tx, id)).filter((group) => !groupIds.includes(group))
  if (holders.length > 0) await placePeople(tx, groupPeople.contact, [{ person: id, holders }])
}

async function groupsOf(tx: TenantTx, id: ContactId): Promise<GroupId[]> {
  const links = tx.selectFrom('conversation_group_contact').select('group_id')
  return (await links.where('contact_id', '=', id).execute()).map(({ group_id }) => group_id)
}
