import type { Account } from '@verbatim/contract/account.ts'
import { countRecoveryCodes } from '#domains/identity/recovery-codes.ts'
import { requireSelf } from '#domains/identity/authenticator.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'

/** What somebody keeps of their own. @throws Failure `account.kept-elsewhere` */
export async function findAccount(
  tx: TenantTx,
  actor: Actor,
  { managesSignIn }: { readonly managesSignIn: boolean },
): Promise<Account> {
  const { idleLockMinutes } = await requireOrganization(tx)
  const user = await requireSelf(tx, actor)
  const row = await tx
    .selectFrom('tenant_user')
    .select(['phone_number', 'version'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  return {
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    ...(row.phone_number === null ? {} : { phoneNumber: row.phone_number }),
    role: user.role,
    version: row.version,
    idleLockMinutes,
    managesSignIn,
    ...(user.passwordChangedAt ? { passwordChangedAt: user.passwordChangedAt.toISOString() } : {}),
    secondStep: {
      enabled: user.totpEnabled,
      required: user.mfaRequired,
      ...(user.totpEnabled && user.totpEnrolledAt ? { enrolledAt: user.totpEnrolledAt.toISOString() } : {}),
      recoveryCodesLeft: user.totpEnabled ? await countRecoveryCodes(tx, user.id) : 0,
    },
  }
}
