import type { GroupId, UserId } from '@verbatim/contract/ids.ts'
import { type Permission, type Role, rolePermissions } from '@verbatim/contract/permissions.ts'
import { sql } from 'kysely'
import type { Actor, Grant } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'

/**
 * The user as an actor: what it may do and the rows it may see, from its role and its permission profiles.
 * `undefined` for a user that is unknown or disabled.
 * @param roleOverride In which every platform user acts: for development. Source: spec §6.
 */
export async function findActor(
  tx: TenantTx,
  userId: UserId,
  { roleOverride }: { readonly roleOverride?: Role | undefined } = {},
): Promise<Actor | undefined> {
  const user = await tx
    .selectFrom('tenant_user')
    .select(['tenant_id', 'id', 'email', 'first_name', 'last_name', 'role', 'messenger_role', 'enabled'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user?.enabled) return undefined
  const role = user.role === 'none' ? user.role : (roleOverride ?? user.role)

  const profiles = await tx
    .selectFrom('permission_profile_member as member')
    .innerJoin('permission_profile as profile', (join) =>
      join.onRef('profile.tenant_id', '=', 'member.tenant_id').onRef('profile.id', '=', 'member.profile_id'),
    )
    .leftJoin('permission_profile_group as granted', (join) =>
      join
        .onRef('granted.tenant_id', '=', 'profile.tenant_id')
        .onRef('granted.profile_id', '=', 'profile.id'),
    )
    .where('member.user_id', '=', userId)
    .groupBy(['profile.tenant_id', 'profile.id'])
    .select([
      'profile.channels',
      'profile.all_groups',
      'profile.permissions',
      sql<
        GroupId[]
      >`coalesce(array_agg(granted.group_id) filter (where granted.group_id is not null), '{}')`.as(
        'group_ids',
      ),
    ])
    .execute()

  return {
    tenantId: user.tenant_id,
    userId: user.id,
    name: `${user.first_name} ${user.last_name}`.trim() || user.email,
    role,
    messengerRole: user.messenger_role,
    permissions: permissionsOf(role, profiles),
    scope: profiles.map((profile): Grant => ({
      channels: profile.channels,
      groupIds: profile.all_groups ? 'all' : profile.group_ids,
    })),
  }
}

/** What the role brings, and what the profiles add to it: there is no deny. Source: decisions §2. */
function permissionsOf(
  role: Actor['role'],
  profiles: readonly { permissions: Permission[] | null }[],
): ReadonlySet<Permission> {
  const named = profiles.flatMap((profile) => profile.permissions ?? [])
  return new Set([...rolePermissions[role], ...named])
}
