import type { TenantId, UserId } from '@verbatim/contract/ids.ts'
import { createIdentityUser, setPassword } from '#domains/identity/commands.ts'
import type { IdentityContext } from '#domains/identity/memory.ts'
import { inTenant } from '#platform/db.ts'

/**
 * Lets people sign in with this password: whoever could not yet, and whoever could with one that an earlier try made up
 * and nobody was told.
 * @throws Failure `identity.weak-password`
 */
export async function letSignIn(
  ctx: IdentityContext,
  tenantId: TenantId,
  { userIds, password }: { readonly userIds: readonly UserId[]; readonly password: string },
): Promise<void> {
  await inTenant(ctx.db, tenantId, async (tx) => {
    const rows = await tx
      .selectFrom('identity_user')
      .select('id')
      .where('id', 'in', [...userIds])
      .execute()
    const known = new Set(rows.map(({ id }) => id))
    for (const id of userIds) {
      if (known.has(id)) await setPassword(tx, ctx, tenantId, { id, password })
      else await createIdentityUser(tx, ctx, tenantId, { id, password })
    }
  })
}
