import type { GroupId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'

/** The groups each of `userIds` is a member of, today. */
export async function findGroupsOf(
  tx: TenantTx,
  userIds: readonly UserId[],
): Promise<ReadonlyMap<UserId, readonly GroupId[]>> {
  if (userIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('conversation_group_member')
    .where('user_id', '=', sql<UserId>`any(${userIds}::uuid[])`)
    .groupBy('user_id')
    .select(['user_id', sql<GroupId[]>`array_agg(group_id order by group_id)`.as('group_ids')])
    .execute()
  return new Map(rows.map((row) => [row.user_id, row.group_ids]))
}
