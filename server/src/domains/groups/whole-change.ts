import type { GroupChange } from '@verbatim/contract/groups.ts'
import type { ContactId, GroupId, UserId } from '@verbatim/contract/ids.ts'
import type { AuditedBy } from '#domains/audit/commands.ts'
import type { TenantTx } from '#platform/db.ts'
import { updateGroupInfo, updateGroupMembers } from './changes.ts'

/**
 * Changes the given fields and lists of people of a group in one step.
 * @throws Failure those of `updateGroupInfo` and `updateGroupMembers`
 */
export async function updateGroup(
  tx: TenantTx,
  actor: AuditedBy,
  { id, change }: { readonly id: GroupId; readonly change: GroupChange },
  now: Date,
): Promise<void> {
  const { expectedVersion, memberIds, contactIds, moveTo, ...info } = change
  // Locks the group until the transaction ends, so that its people cannot change after they are read.
  await updateGroupInfo(tx, actor, { id, expectedVersion, info }, now)
  const members = memberIds && difference(await findMemberIds(tx, id), memberIds)
  const contacts = contactIds && difference(await findContactIds(tx, id), contactIds)
  const people = {
    addedMemberIds: members?.added ?? [],
    removedMemberIds: members?.removed ?? [],
    addedContactIds: contacts?.added ?? [],
    removedContactIds: contacts?.removed ?? [],
    ...(moveTo && { moveTo }),
  }
  await updateGroupMembers(tx, actor, { id, expectedVersion: undefined, change: people }, now)
}

function difference<Id>(before: readonly Id[], after: readonly Id[]): { added: Id[]; removed: Id[] } {
  const [old, now] = [new Set(before), new Set(after)]
  return { added: [...now.difference(old)], removed: [...old.difference(now)] }
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
