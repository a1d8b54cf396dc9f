/** The law of `findActor`, for all users at once: a condition over `tenant_user person`. */
import { type Permission, rolePermissions, roles } from '@verbatim/contract/permissions.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'

/** Whether the user exists and may do this, by their role or by a profile. */
export function mayDo(permission: Permission): RawBuilder<boolean> {
  const able = roles.filter((role) => rolePermissions[role].includes(permission))
  return sql`(person.enabled and (person.role = any(${able}) or exists (
    select from permission_profile_member link
    join permission_profile profile on profile.tenant_id = link.tenant_id and profile.id = link.profile_id
    where link.tenant_id = person.tenant_id and link.user_id = person.id
      and ${permission} = any(profile.permissions))))`
}

export interface Holder {
  readonly id: UserId
  readonly email: string
  readonly firstName: string
}

/** The users who may do this, for mails to them. */
export async function findHolders(tx: TenantTx, permission: Permission): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select person.id, person.email, person.first_name as "firstName" from tenant_user person
    where person.removed_at is null and ${mayDo(permission)} order by person.id`.execute(tx)
  return rows
}
