import { inTenant } from '#platform/db.ts'
import type { World, WorldTenant } from './world.ts'

/** Acts while the organization has credentials at its messaging provider, which no one else knows: nothing may be connected with them. */
export async function withProvider<T>(world: World, tenant: WorldTenant, act: () => Promise<T>): Promise<T> {
  const setAccountSid = (sid: string | null) =>
    inTenant(world.ctx.db, tenant.id, (tx) =>
      tx.updateTable('organization').set({ provider_account_sid: sid }).execute(),
    )
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx
      .insertInto('organization_secret')
      .values({
        name: 'auth_token_secondary',
        sealed: Buffer.alloc(32),
        set_at: world.ctx.now(),
        set_by_name: 'Test',
      })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'name']).doNothing())
      .execute(),
  )
  await setAccountSid('AC00000000000000000000000000000001')
  try {
    return await act()
  } finally {
    await setAccountSid(null)
    await inTenant(world.ctx.db, tenant.id, (tx) =>
      tx.deleteFrom('organization_secret').where('name', '=', 'auth_token_secondary').execute(),
    )
  }
}
