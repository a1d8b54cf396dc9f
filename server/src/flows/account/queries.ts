import type { Account } from '@verbatim/contract/account.ts'
import { countRecoveryCodes } from '#domains/identity/recovery-codes.ts'
import { findUserById } from '#domains/identity/users.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'

/** What somebody keeps of their own. Where their sign-in is kept elsewhere, nothing is said of it. */
export async function findAccount(
  tx: TenantTx,
  { tenantId, userId }: Actor,
  { managesSignIn }: { readonly managesSignIn: boolean },
): Promise<Account> {
  const { idleLockMinutes } = await requireOrganization(tx)
  const row = await tx
    .selectFrom('tenant_user')
    .select(['email', 'first_name', 'last_name', 'role', 'phone_number', 'version'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const kept = await findUserById(tx, tenantId, userId)
  const enabled = kept?.totpEnabled ?? false
  return {
    id: userId,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    ...(row.phone_number === null ? {} : { phoneNumber: row.phone_number }),
    role: row.role,
    version: row.version,
    idleLockMinutes,
    managesSignIn: managesSignIn && kept !== undefined,
    ...(kept?.passwordChangedAt ? { passwordChangedAt: kept.passwordChangedAt.toISOString() } : {}),
    secondStep: {
      enabled,
      required: kept?.mfaRequired ?? false,
      ...(enabled && kept?.totpEnrolledAt ? { enrolledAt: kept.totpEnrolledAt.toISOString() } : {}),
      recoveryCodesLeft: enabled ? await countRecoveryCodes(tx, userId) : 0,
    },
  }
}
