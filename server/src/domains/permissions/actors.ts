import type { GroupId, UserId } from '@verbatim/contract/ids.ts'
import { type Permission, type Role, rolePermissions } from '@verbatim/contract/permissions.ts'
import { sql } from 'kysely'
import type { Actor, Grant } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'

interface Acting {
  /** A role in which every platform user acts, for development. Source: docs/rules/permissions.md. */
  readonly roleOverride?: Role | undefined
}

/**
 * The user as an actor: its permissions and the rows it may see, from its role and its permission profiles. `undefined` for
 * a user that is unknown or disabled.
 */
export async function findActor(
  tx: TenantTx,
  userId: UserId,
  acting: Acting = {},
): Promise<Actor | undefined> {
  const [actor] = await findActors(tx, [userId], acting)
  return actor
}

/** The known and enabled users among these as actors, in two queries for any number. */
export async function findActors(
  tx: TenantTx,
  userIds: readonly UserId[],
  { roleOverride }: Acting = {},
): Promise<Actor[]> {
  const users = await tx
    .selectFrom('tenant_user as person')
    .innerJoin('organization', 'organization.tenant_id', 'person.tenant_id')
    .select(['person.tenant_id', 'id', 'email', 'first_name', 'last_name', 'role', 'messenger_role'])
    .select('reads_under_pseudonyms')
    .where('id', '=', sql<UserId>`any(${userIds}::uuid[])`)
    .where('enabled', '=', true)
    .execute()
  if (users.length === 0) return []
  const profilesOf = Map.groupBy(await findGrants(tx, userIds), ({ user_id }) => user_id)
  return users.map((user) => {
    const profiles = profilesOf.get(user.id) ?? []
    const role = user.role === 'none' ? user.role : (roleOverride ?? user.role)
    const permissions = permissionsOf(role, profiles)
    const hides = user.reads_under_pseudonyms
    return {
      tenantId: user.tenant_id,
      userId: user.id,
      name: `${user.first_name} ${user.last_name}`.trim() || user.email,
      role,
      messengerRole: user.messenger_role,
      permissions: hides ? withoutDirectories(permissions) : permissions,
      ...(hides && { readsUnderPseudonyms: true }),
      scope: profiles.map((profile): Grant => ({
        channels: profile.channels,
        groupIds: profile.all_groups ? 'all' : profile.group_ids,
      })),
    }
  })
}

function findGrants(tx: TenantTx, userIds: readonly UserId[]) {
  return tx
    .selectFrom('permission_profile_member as member')
    .innerJoin('permission_profile as profile', (join) =>
      join.onRef('profile.tenant_id', '=', 'member.tenant_id').onRef('profile.id', '=', 'member.profile_id'),
    )
    .where('member.user_id', '=', sql<UserId>`any(${userIds}::uuid[])`)
    .select([
      'member.user_id',
      'profile.channels',
      'profile.all_groups',
      'profile.permissions',
      sql<GroupId[]>`array(
        select granted.group_id from permission_profile_group granted
        where granted.tenant_id = profile.tenant_id and granted.profile_id = profile.id)`.as('group_ids'),
    ])
    .execute()
}

/** The permissions of the role and those that profiles add. Nothing takes permissions away. Source: docs/rules/permissions.md. */
function permissionsOf(
  role: Actor['role'],
  profiles: readonly { permissions: Permission[] | null }[],
): ReadonlySet<Permission> {
  const named = profiles.flatMap((profile) => profile.permissions ?? [])
  return new Set([...rolePermissions[role], ...named])
}

/** The lists that say who the people behind the pseudonyms are, and the permission to keep each. */
const directories: readonly (readonly [view: Permission, manage: Permission])[] = [
  ['contacts.view', 'contacts.manage'],
  ['messenger_users.view', 'messenger_users.manage'],
  ['groups.view', 'groups.manage'],
  ['integrations.view', 'integrations.manage'],
]

/** Under pseudonyms, directories are for those who keep them, and those who may reveal names. Source: docs/rules/pseudonyms.md. */
function withoutDirectories(permissions: ReadonlySet<Permission>): ReadonlySet<Permission> {
  if (permissions.has('messages.reveal_identity')) return permissions
  const closed = new Set(directories.flatMap(([view, manage]) => (permissions.has(manage) ? [] : [view])))
  return permissions.difference(closed)
}
