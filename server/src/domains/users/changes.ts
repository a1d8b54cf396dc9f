/** Changes of existing users, one or hundreds in a fixed number of statements. */
import type { GroupId, PermissionProfileId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { Failure } from '#kernel/failure.ts'
import { updateMany } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { addAddresses } from './commands.ts'
import { requirePhonesOf } from './phones.ts'
import { placeUsers, type UserPlaces } from './places.ts'
import type { Named, UserRow } from './queries.ts'

/** The fields of a user that can change. */
export type UserFields = Pick<
  UserRow,
  'first_name' | 'last_name' | 'phone_number' | 'role' | 'messenger_role' | 'enabled'
>

export interface UserUpdate extends Omit<UserPlaces, 'id'> {
  readonly before: UserRow
  readonly after: UserFields
  /** Their sign-in was granted again. */
  readonly invitedAt?: Date | undefined
}

const columns = {
  id: 'uuid',
  first_name: 'text',
  last_name: 'text',
  phone_number: 'text',
  role: 'text',
  messenger_role: 'text',
  enabled: 'boolean',
  invited_at: 'timestamptz',
} as const

/**
 * Writes updates of users whose rows the caller has locked, and before them the groups and profiles they join or leave. The version
 * of each of these increases by one.
 * @throws Failure `user.phone-taken` if a new number belongs to someone else, `user.phone-of-client`
 */
export async function updateUsers(tx: TenantTx, updates: readonly UserUpdate[]): Promise<void> {
  if (updates.length === 0) return
  const rows = updates.map(({ before, after, invitedAt }) => ({
    ...after,
    id: before.id,
    invited_at: invitedAt ?? before.invited_at,
  }))
  // Memberships first, because the check that every user has one uses the final roles.
  await placeUsers(
    tx,
    updates.map(({ before: { id }, groupIds, profileIds }) => ({ id, groupIds, profileIds })),
  )
  const set = { version: sql`tenant_user.version + 1` }
  await updateMany(tx, { table: 'tenant_user', set }, columns, rows)
  await movePhones(tx, updates)
}

/** A user with a new number is no longer identified by the previous one. */
async function movePhones(tx: TenantTx, updates: readonly UserUpdate[]): Promise<void> {
  const moved = updates.filter(({ before, after }) => before.phone_number !== after.phone_number)
  const left = moved.flatMap(({ before }) => before.phone_number ?? [])
  if (left.length > 0)
    await tx
      .deleteFrom('address')
      .where('value', '=', sql<string>`any(${left}::text[])`)
      .where('user_id', '=', sql<UserId>`any(${moved.map(({ before }) => before.id)}::uuid[])`)
      .execute()
  const taken = moved.flatMap(({ before, after }) =>
    after.phone_number ? [{ userId: before.id, phone: after.phone_number }] : [],
  )
  await addAddresses(
    tx,
    taken.map(({ userId, phone }) => ({ userId, value: phone })),
  )
  await requirePhonesOf(tx, taken)
}

/**
 * The groups and profiles of an update, by name; undefined for unchanged ones.
 * @throws Failure `user.unknown-group`, `user.unknown-profile`
 */
export async function requireMemberships(
  tx: TenantTx,
  { groupIds, profileIds }: Omit<UserPlaces, 'id'>,
): Promise<{
  readonly groups: readonly Named<GroupId>[] | undefined
  readonly profiles: readonly Named<PermissionProfileId>[] | undefined
}> {
  const groups = groupIds && (await findByIds(tx, 'conversation_group', groupIds))
  if (groups && groups.length !== new Set(groupIds).size) throw new Failure('user.unknown-group')
  const profiles = profileIds && (await findByIds(tx, 'permission_profile', profileIds))
  if (profiles && profiles.length !== new Set(profileIds).size) throw new Failure('user.unknown-profile')
  return { groups, profiles }
}

async function findByIds<Id extends string>(
  tx: TenantTx,
  table: 'conversation_group' | 'permission_profile',
  ids: readonly Id[],
): Promise<readonly Named<Id>[]> {
  const { rows } = await sql<Named<Id>>`
    select id, name from ${sql.table(table)} where id = any(${ids}::uuid[]) order by name_key, id`.execute(tx)
  return rows
}
