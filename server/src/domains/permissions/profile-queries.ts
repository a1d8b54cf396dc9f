import type { Channel } from '@verbatim/contract/channels.ts'
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { GroupEntry } from '@verbatim/contract/groups.ts'
import type { GroupId, PermissionProfileId, UserId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import {
  type listProfilePeople,
  type listProfiles,
  type PermissionProfile,
  type PermissionProfileDetail,
  profilePeopleList,
  type ProfilePerson,
  profileList,
} from '@verbatim/contract/permission-profiles.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import { type Selectable, sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import { findLinked } from '#platform/list/linked-people.ts'
import { nounRows } from '#platform/list/noun-rows.ts'
import { column, columnsIn } from '#platform/list/sql.ts'
import type { PermissionProfileTable } from '#schema/people.ts'
import { profileMembers } from './profile-members.ts'

const counted = sql`(
  select permission_profile.*, (
    select count(*)::integer from permission_profile_member link
    where link.tenant_id = permission_profile.tenant_id and link.profile_id = permission_profile.id
  ) as member_count, array(
    select link.group_id from permission_profile_group link
    where link.tenant_id = permission_profile.tenant_id and link.profile_id = permission_profile.id
  ) as group_ids
  from permission_profile
) counted`

type ProfileRow = Selectable<PermissionProfileTable> & {
  readonly member_count: number
  readonly group_ids: readonly GroupId[]
}

const columns = columnsIn<ProfileRow>()(profileList.fields, 'counted', {
  name: { expression: sql`lower(counted.name)`, type: 'text' },
  groupId: column('counted.group_ids', 'uuid[]'),
  userId: {
    expression: sql`array(
      select link.user_id from permission_profile_member link
      where link.tenant_id = counted.tenant_id and link.profile_id = counted.id)`,
    type: 'uuid[]',
  },
})

const profileRows = nounRows<ProfileRow>()({
  spec: profileList,
  columns,
  from: counted,
  alias: 'counted',
  searched: [sql`counted.name`, sql`counted.description`],
  toThing: (row) => row,
  missing: 'permission-profile.not-found',
})

/** One page of the permission profiles. */
export async function findProfiles(
  tx: TenantTx,
  query: InputOf<typeof listProfiles>['query'],
  now: Date,
): Promise<Page<PermissionProfile>> {
  const page = await profileRows.find(tx, query, now)
  return { ...page, items: page.items.map(toProfile) }
}

/** @throws Failure `permission-profile.not-found` */
export async function requireProfile(
  tx: TenantTx,
  id: PermissionProfileId,
): Promise<PermissionProfileDetail> {
  const row = await profileRows.require(tx, id)
  return { ...toProfile(row), groups: await findGroupNames(tx, row.group_ids) }
}

async function findGroupNames(tx: TenantTx, ids: readonly GroupId[]): Promise<GroupEntry[]> {
  return tx
    .selectFrom('conversation_group')
    .select(['id', 'name'])
    .where('id', '=', sql<GroupId>`any(${ids}::uuid[])`)
    .orderBy('name')
    .execute()
}

/** One page of the platform users, filtered by their profiles. */
export const findProfilePeople = (
  tx: TenantTx,
  query: InputOf<typeof listProfilePeople>['query'],
  now: Date,
): Promise<Page<ProfilePerson>> =>
  findLinked(
    tx,
    profileMembers,
    {
      spec: profilePeopleList,
      field: 'permissionProfileId',
      select: sql`person.id, person.display_name as name, person.email, person.role`,
      searched: [sql`person.display_name`, sql`person.email`],
    },
    { query, now },
  )

/** The grants of one profile, with its name. */
export interface GivingProfile {
  readonly id: PermissionProfileId
  readonly name: string
  readonly channels: readonly Channel[]
  readonly groupIds: 'all' | readonly GroupId[]
  readonly permissions: readonly Permission[]
}

/** The profiles that a user has, by name. */
export async function findProfilesOf(tx: TenantTx, userId: UserId): Promise<GivingProfile[]> {
  const { rows } = await sql<ProfileRow>`select counted.* from ${counted}
    where counted.id in (select profile_id from permission_profile_member where user_id = ${userId})
    order by counted.name`.execute(tx)
  return rows.map(toGiving)
}

/** The permission profiles of a user. */
export async function findProfileIds(tx: TenantTx, userId: UserId): Promise<PermissionProfileId[]> {
  const rows = await tx
    .selectFrom('permission_profile_member')
    .where('user_id', '=', userId)
    .select('profile_id')
    .orderBy('profile_id')
    .execute()
  return rows.map(({ profile_id }) => profile_id)
}

/** All profiles. */
export async function findAllProfiles(tx: TenantTx): Promise<GivingProfile[]> {
  const { rows } = await sql<ProfileRow>`select counted.* from ${counted} order by counted.name`.execute(tx)
  return rows.map(toGiving)
}

const toGiving = (row: ProfileRow): GivingProfile => ({
  id: row.id,
  name: row.name,
  channels: row.channels,
  groupIds: row.all_groups ? 'all' : row.group_ids,
  permissions: row.permissions ?? [],
})

function toProfile(row: ProfileRow): PermissionProfile {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    channels: row.channels,
    allGroups: row.all_groups,
    groupCount: row.group_ids.length,
    permissions: row.permissions ?? [],
    memberCount: row.member_count,
    version: row.version,
    createdAt: row.created_at.toISOString(),
  }
}
