/** For whom an organization's provider of single sign-on may vouch. Source: docs/decisions/0142. */
import { type Role, rolePermissions } from '@verbatim/contract/permissions.ts'
import { findActor } from '#domains/permissions/actors.ts'
import type { TenantTx } from '#platform/db.ts'
import type { IdentityUser } from './users.ts'

/**
 * Whether the provider's confirmation is enough for a user. A user who may configure the provider could become any user for
 * whom it is: so never a Super Admin, and no one who may do more than the role in which the provider was set. The right to
 * reveal names counts only while names are hidden, as for changes of users. Where no provider is offered, it is enough for no one.
 */
export async function mayBeVouchedFor(
  tx: TenantTx,
  { id, role }: Pick<IdentityUser, 'id' | 'role'>,
): Promise<boolean> {
  const setInRole = await findLimit(tx)
  if (role === 'super_admin' || !setInRole) return false
  const person = await findActor(tx, id)
  if (!person) return true
  const limit: ReadonlySet<string> = new Set(rolePermissions[setInRole])
  return [...person.permissions].every(
    (name) => limit.has(name) || (name === 'messages.reveal_identity' && !person.readsUnderPseudonyms),
  )
}

async function findLimit(tx: TenantTx): Promise<Role | undefined> {
  const row = await tx
    .selectFrom('single_sign_on')
    .select('set_in_role')
    .where('enabled', '=', true)
    .where('issuer', 'is not', null)
    .executeTakeFirst()
  return row?.set_in_role
}
