import type { TenantId, UserId } from '@verbatim/contract/ids.ts'
import { inTenant } from '#platform/db.ts'
import type { FoundingContext } from './found-organization.ts'

/**
 * Lets people sign in with this password if they could not yet, or if their password came from an earlier attempt
 * that was interrupted before it was shown.
 * @throws Failure `identity.weak-password`
 */
export async function letSignIn(
  { db, identityAdmin }: Pick<FoundingContext, 'db' | 'identityAdmin'>,
  tenantId: TenantId,
  { userIds, password }: { readonly userIds: readonly UserId[]; readonly password: string },
): Promise<void> {
  await inTenant(db, tenantId, async (tx) => {
    const users = await tx
      .selectFrom('tenant_user')
      .select(['id', 'email', 'first_name as firstName'])
      .where('id', 'in', [...userIds])
      .execute()
    for (const user of users) await identityAdmin.settlePassword(tx, user, password)
  })
}
