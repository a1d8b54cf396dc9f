import type { UserId } from '@verbatim/contract/ids.ts'
import type { Role } from '@verbatim/contract/permissions.ts'
import type { RawBuilder } from 'kysely'
import { lockSuperAdmins, type UserRow } from '#domains/users/queries.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'

/** The administrators while the rows of a batch are applied. */
export interface SuperAdmins {
  add(id: UserId): void
  /** @throws Failure `user.last-super-admin` if no Super Admin would be left */
  change(user: Pick<UserRow, 'id' | 'role' | 'enabled'>, after: Role): void
}

/** Locks the Super Admins and the users of a batch, and counts the former. @param people A query for the IDs of the latter */
export async function openSuperAdmins(tx: TenantTx, people: RawBuilder<unknown>): Promise<SuperAdmins> {
  const ids = new Set(await lockSuperAdmins(tx, people))
  return {
    add: (id) => void ids.add(id),
    change(user, after) {
      if (after === 'super_admin') {
        if (user.enabled) ids.add(user.id)
        return
      }
      if (ids.size === 1 && ids.has(user.id)) throw new Failure('user.last-super-admin')
      ids.delete(user.id)
    },
  }
}
