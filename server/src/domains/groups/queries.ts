import { type GroupEntry, groupList, type listGroups } from '@verbatim/contract/groups.ts'
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { GroupId, UserId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import { sql } from 'kysely'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { allOf, column, findPage, wordsSql } from '#platform/list.ts'

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

/** One page of the groups that `scope` reaches. */
export function findGroups(
  tx: TenantTx,
  scope: AccessScope,
  query: InputOf<typeof listGroups>['query'],
  now: Date,
): Promise<Page<GroupEntry>> {
  const reached = scope.some(({ groupIds }) => groupIds === 'all')
    ? allOf([])
    : sql<boolean>`id = any(${scope.flatMap(({ groupIds }) => (groupIds === 'all' ? [] : groupIds))}::uuid[])`
  const sought = query.search ? wordsSql([sql`name`], query.search.text) : allOf([])
  return findPage<GroupEntry, 'name'>(
    tx,
    {
      spec: groupList,
      columns: { name: column('name') },
      select: sql`id, name`,
      from: sql`conversation_group`,
      where: allOf([reached, sought]),
      tie: sql`id`,
    },
    query,
    now,
  )
}
