import type { TenantId } from '@verbatim/contract/ids.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { createAdministrator, type FoundingContext } from './found-organization.ts'

/**
 * Gives the first administrator of an organization this password, so that a first start that was interrupted before it
 * showed one can be resumed. It applies while the organization waits for its set-up link, which it uses up, and while the
 * administrator of an earlier attempt has done nothing. After that, each person has a password of their own.
 * @returns The administrator's address; undefined if the organization is in use.
 * @throws Failure `identity.weak-password`
 */
export function settleFirstAdministrator(
  ctx: FoundingContext,
  tenantId: TenantId,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<string | undefined> {
  return inTenant(ctx.db, tenantId, async (tx) => {
    // It waits for a link that is being used at this moment on another node.
    const waited = await tx.deleteFrom('organization_set_up').returning('tenant_id').executeTakeFirst()
    if (waited) {
      await createAdministrator(tx, ctx, { email, password, firstName: 'First', lastName: 'Administrator' })
      return email
    }
    const administrator = await findUnusedAdministrator(tx)
    if (administrator) await ctx.identityAdmin.settlePassword(tx, administrator, password)
    return administrator?.email
  })
}

/** The only user that the organization has ever had, if they have neither signed in nor set it up by the link. */
async function findUnusedAdministrator(tx: TenantTx) {
  const [first, second] = await tx
    .selectFrom('tenant_user')
    .select(['id', 'email', 'first_name as firstName', 'source', 'last_sign_in_at', 'removed_at'])
    .limit(2)
    .execute()
  if (!first || second || first.source !== 'founding' || first.last_sign_in_at || first.removed_at)
    return undefined
  const acted = await tx
    .selectFrom('audit_event')
    .select('id')
    .where('actor_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return acted ? undefined : first
}
