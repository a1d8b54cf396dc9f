import type { UserId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('resets')
})

const stepOf = (id: string) => `/bff/api/v1/users/${id}/reset-second-step`
const enrol = (id: UserId) =>
  inTenant(world.ctx.db, tenant.id, (tx) =>
    tx
      .updateTable('identity_user')
      .set({ totp_enabled: true, totp_sealed: Buffer.from('sealed') })
      .where('id', '=', id)
      .execute(),
  )
const hasStep = async (id: UserId) => {
  const [user] = await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.selectFrom('identity_user').select('totp_enabled').where('id', '=', id).execute(),
  )
  return user?.totp_enabled
}

test('users cannot reset their own second step in either application; a colleague can', async () => {
  const { super_admin: self, tenant_admin: colleague } = tenant.users
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.updateTable('tenant_user').set({ messenger_role: 'user' }).where('id', '=', self).execute(),
  )
  await enrol(self)
  await enrol(colleague)
  const admin = await world.as(tenant, self)
  // An ID in upper case is the same ID.
  const paths = [self, self.toUpperCase()].flatMap((id) => [
    stepOf(id),
    `/messenger/api/v1/users/${id}/reset-second-step`,
  ])
  for (const path of paths) {
    const { status, json } = await admin.call('POST', path)
    expect([status, json.code]).toEqual([409, 'user.self-second-step'])
  }
  expect(await hasStep(self)).toBe(true)
  expect((await admin.call('POST', stepOf(colleague))).status).toBe(200)
  expect(await hasStep(colleague)).toBe(false)
  const { json } = await admin.call('GET', '/audit/events?filter=eventType[eq]:second_step_reset')
  expect(json.items).toMatchObject([
    { target: { id: colleague }, changes: [{ field: 'secondStep', new: 'reset' }] },
  ])
})
