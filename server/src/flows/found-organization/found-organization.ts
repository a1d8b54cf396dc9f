import { channels } from '@verbatim/contract/channels.ts'
import { PermissionProfileId, TenantId, UserId } from '@verbatim/contract/ids.ts'
import type { IdentityAdmin } from '#domains/identity/admin.ts'
import { createOrganization } from '#domains/organizations/commands.ts'
import { createProfiles } from '#domains/permissions/create-profiles.ts'
import { byVerbatim } from '#domains/audit/commands.ts'
import { createUsers } from '#domains/users/commands.ts'
import { newId } from '#kernel/uuid.ts'
import { type DbContext, inTenant, type TenantTx } from '#platform/db.ts'

/** A new organization that contains only one user, who can sign in. */
interface Founding {
  /** The first label of its address. */
  readonly label: string
  readonly name: string
  readonly administrator: { readonly email: string; readonly password: string }
}

export interface FoundingContext extends DbContext {
  readonly identityAdmin: IdentityAdmin
}

/** Creates an empty organization and an administrator who sees all of it, in one transaction. */
export async function foundOrganization(
  ctx: FoundingContext,
  { label, name, administrator }: Founding,
): Promise<TenantId> {
  const tenantId = TenantId.parse(newId(ctx.now()))
  await inTenant(ctx.db, tenantId, async (tx) => {
    await createOrganization(tx, { id: tenantId, label, name })
    await createAdministrator(tx, ctx, {
      ...administrator,
      firstName: 'First',
      lastName: 'Administrator',
    })
  })
  return tenantId
}

interface FirstAdministrator {
  readonly email: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
}

/**
 * Creates the first administrator of an organization, who sees all of it.
 * @throws Failure `identity.weak-password`, `user.email-taken`
 */
export async function createAdministrator(
  tx: TenantTx,
  ctx: Pick<FoundingContext, 'identityAdmin' | 'now'>,
  { email, password, firstName, lastName }: FirstAdministrator,
): Promise<UserId> {
  const userId = UserId.parse(newId(ctx.now()))
  const profileId = PermissionProfileId.parse(newId(ctx.now()))
  await createProfiles(tx, [{ id: profileId, name: 'Everything', channels, groupIds: 'all' }])
  const user = {
    id: userId,
    email,
    firstName,
    lastName,
    role: 'super_admin',
    profileIds: [profileId],
  } as const
  await createUsers(tx, byVerbatim, [user], ctx.now())
  await ctx.identityAdmin.settlePassword(tx, { id: userId, email, firstName }, password)
  return userId
}
