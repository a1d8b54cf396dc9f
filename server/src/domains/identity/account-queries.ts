import type { Account } from '@verbatim/contract/account.ts'
import { countRecoveryCodes } from '#domains/identity/recovery-codes.ts'
import { findUserById } from '#domains/identity/users.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'

/** A user's own sign-in settings. If the sign-in is kept elsewhere, only the organization's requirements are shown. */
export async function findAccount(
  tx: TenantTx,
  { userId }: Actor,
  { managesSignIn, keptAt }: Pick<Account, 'managesSignIn' | 'keptAt'>,
): Promise<Account> {
  const { idleLockMinutes, requiresSecondStep } = await requireOrganization(tx)
  const row = await tx
    .selectFrom('tenant_user')
    .select(['email', 'first_name', 'last_name', 'role', 'phone_number', 'version'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const kept = keptAt === 'here' ? await findUserById(tx, userId) : undefined
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
    managesSignIn,
    keptAt,
    ...(kept?.passwordChangedAt ? { passwordChangedAt: kept.passwordChangedAt.toISOString() } : {}),
    secondStep: {
      enabled,
      required: kept?.mfaRequired ?? (requiresSecondStep && row.role !== 'none'),
      ...(enabled && kept?.totpEnrolledAt ? { enrolledAt: kept.totpEnrolledAt.toISOString() } : {}),
      recoveryCodesLeft: enabled ? await countRecoveryCodes(tx, userId) : 0,
    },
  }
}
