import type { PermissionProfileId, UserId } from '@verbatim/contract/ids.ts'
import { createIdentityUsers } from '#domains/identity/commands.ts'
import { createProfiles } from '#domains/permissions/create-profiles.ts'
import { byVerbatim } from '#domains/audit/commands.ts'
import { createUsers } from '#domains/users/commands.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from './caller.ts'
import { type World, worldPassword, type WorldTenant } from './world.ts'

/** Adds a user who can sign in, and signs them in. A grant gives them a permission profile of their own. */
export async function addUser(
  world: World,
  tenant: WorldTenant,
  user: Omit<Parameters<typeof createUsers>[2][number], 'id'>,
  grant?: Omit<Parameters<typeof createProfiles>[1][number], 'id'>,
): Promise<{ id: UserId; caller: Caller }> {
  const now = world.ctx.now()
  const id = newId<UserId>(now)
  const profileId = newId<PermissionProfileId>(now)
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    if (grant) await createProfiles(tx, [{ id: profileId, ...grant }])
    const given = { id, ...user, ...(grant && { profileIds: [profileId] }) }
    await createUsers(tx, byVerbatim, [given], now)
    await createIdentityUsers(tx, world.ctx, [{ id, password: worldPassword }])
  })
  return { id, caller: await world.as(tenant, id) }
}
