import type { GroupChange } from '@verbatim/contract/groups.ts'
import type { ContactId, GroupId, UserId } from '@verbatim/contract/ids.ts'
import type { AuditedBy } from '#domains/audit/commands.ts'
import type { TenantTx } from '#platform/db.ts'
import { updateGroupInfo, updateGroupMembers } from './changes.ts'

/**
 * Changes the given fields and people of a group in one step.
 * @throws Failure those of `updateGroupInfo` and `updateGroupMembers`
 */
export async function updateGroup(
  tx: TenantTx,
  actor: AuditedBy,
  { id, change }: { readonly id: GroupId; readonly change: GroupChange },
  now: Date,
): Promise<void> {
  const { expectedVersion, memberIds, contactIds, moveTo, ...rest } = change
  const { addedMemberIds, removedMemberIds, addedContactIds, removedContactIds, ...info } = rest
  // Locks the group until the transaction ends, so that its people cannot change after they are read.
  await updateGroupInfo(tx, actor, { id, expectedVersion, info }, now)
  const members = { added: addedMemberIds, removed: removedMemberIds }
  const contacts = { added: addedContactIds, removed: removedContactIds }
  const ofMembers = memberIds ? difference(await findMemberIds(tx, id), memberIds, members) : members
  const ofContacts = contactIds ? difference(await findContactIds(tx, id), contactIds, contacts) : contacts
  const people = {
    addedMemberIds: ofMembers.added,
    removedMemberIds: ofMembers.removed,
    addedContactIds: ofContacts.added,
    removedContactIds: ofContacts.removed,
    ...(moveTo && { moveTo }),
  }
  await updateGroupMembers(tx, actor, { id, expectedVersion: undefined, change: people }, now)
}

interface PeopleChange<Id> {
  added: Id[]
  removed: Id[]
}

/** The change from those who are in the group to a given list, after which people are added and removed. */
function difference<Id>(
  before: readonly Id[],
  given: readonly Id[],
  { added, removed }: PeopleChange<Id>,
): PeopleChange<Id> {
  const old = new Set(before)
  const after = new Set([...given, ...added]).difference(new Set(removed))
  return { added: [...after.difference(old)], removed: [...old.difference(after)] }
}

async function findMemberIds(tx: TenantTx, id: GroupId): Promise<UserId[]> {
  const rows = await tx
    .selectFrom('conversation_group_member')
    .where('group_id', '=', id)
    .select('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

async function findContactIds(tx: TenantTx, id: GroupId): Promise<ContactId[]> {
  const rows = await tx
    .selectFrom('conversation_group_contact')
    .where('group_id', '=', id)
    .select('contact_id')
    .execute()
  return rows.map(({ contact_id }) => contact_id)
}
