import type { GroupId, PermissionProfileId, UserId } from '@verbatim/contract/ids.ts'
import type { Role } from '@verbatim/contract/permissions.ts'
import type { TenantTx } from '#platform/db.ts'

/** A person of the organization; `addresses` are the numbers and mail addresses it is recognised by. */
export interface NewUser {
  readonly id: UserId
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: Role
  readonly messengerRole?: 'manager' | 'user' | 'none'
  readonly phoneNumber?: string
  readonly addresses?: readonly string[]
  readonly groupIds?: readonly GroupId[]
  readonly profileIds?: readonly PermissionProfileId[]
}

/** Adds people with their addresses, groups and permission profiles. */
export async function createUsers(tx: TenantTx, users: readonly NewUser[]): Promise<void> {
  if (users.length === 0) return
  await tx
    .insertInto('tenant_user')
    .values(
      users.map((user) => ({
        id: user.id,
        email: user.email,
        email_key: user.email.toLowerCase(),
        first_name: user.firstName,
        last_name: user.lastName,
        role: user.role,
        messenger_role: user.messengerRole ?? 'none',
        phone_number: user.phoneNumber ?? null,
      })),
    )
    .execute()
  const addresses = users.flatMap(({ id, email, addresses: more = [] }) =>
    [...new Set([email.toLowerCase(), ...more])].map((value) => ({ value, user_id: id, contact_id: null })),
  )
  await tx
    .insertInto('address')
    .values(addresses)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const members = users.flatMap(({ id, groupIds = [] }) =>
    groupIds.map((group_id) => ({ group_id, user_id: id })),
  )
  if (members.length > 0) await tx.insertInto('conversation_group_member').values(members).execute()
  const granted = users.flatMap(({ id, profileIds = [] }) =>
    profileIds.map((profile_id) => ({ profile_id, user_id: id })),
  )
  if (granted.length > 0) await tx.insertInto('permission_profile_member').values(granted).execute()
}
