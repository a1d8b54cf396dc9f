import { channels } from '@verbatim/contract/channels.ts'
import { PermissionProfileId, TenantId, UserId } from '@verbatim/contract/ids.ts'
import { createIdentityUser } from '#domains/identity/commands.ts'
import type { IdentityContext } from '#domains/identity/memory.ts'
import { createOrganization } from '#domains/organizations/commands.ts'
import { createProfiles } from '#domains/permissions/commands.ts'
import { createUsers } from '#domains/users/commands.ts'
import { newId } from '#kernel/uuid.ts'
import { type Db, inTenant } from '#platform/db.ts'

/** An organization that has nothing yet but somebody who can sign in. */
export interface Founding {
  /** The first label of its address. */
  readonly label: string
  readonly name: string
  readonly administrator: { readonly email: string; readonly password: string }
}

/** Makes an empty organization and the administrator who sees all of it, in one transaction. */
export async function foundOrganization(
  ctx: { readonly db: Db } & Pick<IdentityContext, 'secrets' | 'now'>,
  { label, name, administrator }: Founding,
): Promise<TenantId> {
  const now = ctx.now()
  const tenantId = TenantId.parse(newId(now))
  const userId = UserId.parse(newId(now))
  const profileId = PermissionProfileId.parse(newId(now))
  await inTenant(ctx.db, tenantId, async (tx) => {
    await createOrganization(tx, { id: tenantId, label, name })
    await createProfiles(tx, [{ id: profileId, name: 'Everything', channels, groupIds: 'all' }])
    await createUsers(tx, [
      {
        id: userId,
        email: administrator.email,
        firstName: 'First',
        lastName: 'Administrator',
        role: 'super_admin',
        profileIds: [profileId],
      },
    ])
    await createIdentityUser(tx, ctx, tenantId, { id: userId, password: administrator.password })
  })
  return tenantId
}
