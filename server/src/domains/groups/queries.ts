import {
  type Group,
  type GroupEntry,
  groupList,
  type GroupPerson,
  groupPeopleList,
  type listGroupMembers,
  type listGroups,
  managedGroupList,
} from '@verbatim/contract/groups.ts'
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { GroupId, UserId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import { type Selectable, sql } from 'kysely'
import { grantedGroups } from '#access/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { findLinked } from '#platform/list/linked-people.ts'
import { nounRows } from '#platform/list/noun-rows.ts'
import { findPage } from '#platform/list/page.ts'
import { allOf, column, columnsIn, wordsSql } from '#platform/list/sql.ts'
import type { ConversationGroupTable } from '#schema/people.ts'
import { isMessengerUser } from '#schema/user-conditions.ts'
import { groupPeople } from './group-people.ts'
import { contactWithin } from './scope.ts'

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

/** The names of groups, in alphabetical order; deleted ones are left out. */
export async function findGroupNames(tx: TenantTx, ids: readonly GroupId[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('conversation_group')
    .where('id', '=', sql<GroupId>`any(${ids}::uuid[])`)
    .select('name')
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

/** One page of the groups that `scope` reaches. */
export function findGroups(
  tx: TenantTx,
  scope: AccessScope,
  query: InputOf<typeof listGroups>['query'],
  now: Date,
): Promise<Page<GroupEntry>> {
  const granted = grantedGroups(scope)
  const reached = granted === 'all' ? allOf([]) : sql<boolean>`id = any(${granted}::uuid[])`
  const sought = query.search ? wordsSql([sql`name`], query.search.text) : allOf([])
  return findPage<GroupEntry, 'name' | 'id'>(
    tx,
    {
      spec: groupList,
      columns: { name: column('name'), id: column('id', 'uuid') },
      select: sql`id, name`,
      from: sql`conversation_group`,
      where: allOf([reached, sought]),
      tie: sql`id`,
    },
    query,
    now,
  )
}

/** The groups and their numbers of people. Removed and archived people do not count. */
const counted = sql`(
  select conversation_group.*, coalesce(members.count, 0) as member_count, coalesce(contacts.count, 0) as contact_count
  from conversation_group
  left join (
    select link.group_id, count(*)::integer as count from conversation_group_member link
    join tenant_user person on person.tenant_id = link.tenant_id and person.id = link.user_id
    where ${isMessengerUser('person')} group by 1
  ) members on members.group_id = conversation_group.id
  left join (
    select link.group_id, count(*)::integer as count from conversation_group_contact link
    join contact person on person.tenant_id = link.tenant_id and person.id = link.contact_id
    where person.archived_at is null group by 1
  ) contacts on contacts.group_id = conversation_group.id
) counted`

type GroupRow = Selectable<ConversationGroupTable> & {
  readonly member_count: number
  readonly contact_count: number
}

const columns = columnsIn<GroupRow>()(managedGroupList.fields, 'counted', {
  name: { expression: sql`lower(counted.name)`, type: 'text' },
  sharedConversationHistory: { expression: sql`counted.shared_conversation_history::text`, type: 'text' },
})

const groupRows = nounRows<GroupRow>()({
  spec: managedGroupList,
  columns,
  from: counted,
  alias: 'counted',
  searched: [sql`counted.name`, sql`counted.description`],
  toThing: toGroup,
  missing: 'group.not-found',
})

/** One page of all groups of the organization. */
export const findManagedGroups = groupRows.find

/** @throws Failure `group.not-found` */
export const requireGroup = groupRows.require

type PeopleQuery = InputOf<typeof listGroupMembers>['query']

/** One page of the messenger users, filtered by their groups. */
export const findGroupMembers = (tx: TenantTx, query: PeopleQuery, now: Date): Promise<Page<GroupPerson>> =>
  findLinked(
    tx,
    groupPeople.member,
    {
      spec: groupPeopleList,
      field: 'groupId',
      select: sql`person.id, person.display_name as name, person.email as detail`,
      searched: [sql`person.display_name`, sql`person.email`],
    },
    { query, now },
  )

/** One page of the contacts that `scope` reaches, filtered by their groups. */
export const findGroupContacts = (
  tx: TenantTx,
  scope: AccessScope,
  query: PeopleQuery,
  now: Date,
): Promise<Page<GroupPerson>> =>
  findLinked(
    tx,
    groupPeople.contact,
    {
      spec: groupPeopleList,
      field: 'groupId',
      select: sql`person.id, person.name,
        case person.share_level when 'global' then 'Global contact' else 'Personal contact' end as detail`,
      searched: [sql`person.search_text`, sql`person.name`],
      within: contactWithin(scope, sql`person`),
    },
    { query, now },
  )

function toGroup(row: GroupRow): Group {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    sharedConversationHistory: row.shared_conversation_history,
    memberCount: row.member_count,
    contactCount: row.contact_count,
    version: row.version,
    createdAt: row.created_at.toISOString(),
  }
}
