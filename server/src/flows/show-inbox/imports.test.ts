/** Inboxes about imports that ended. */
import { hourMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { releaseImport, takeImport } from '#flows/run-imports/taking.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { heading, row, userImportSteps } from '#testing/imports.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller

useTenants('imports-inbox', async (made, opened) => {
  world = opened
  tenant = made
  admin = await world.as(tenant, tenant.users.tenant_admin)
})

const { work, upload } = userImportSteps(() => ({ world, tenant, admin }))
const inboxOf = async (caller: Caller) => (await caller.call('GET', '/bff/api/v1/inbox')).json
async function setRole(role: 'tenant_admin' | 'analyst'): Promise<void> {
  const owner = await world.as(tenant, tenant.users.super_admin)
  const path = `/bff/api/v1/users/${tenant.users.tenant_admin}`
  expect((await owner.call('PUT', path, { role })).status).toBe(200)
}

test('only the user who started an import is notified of its end', async () => {
  const { id, fileName } = (await upload(`${heading}${row('ann')}`)).json
  expect((await inboxOf(admin)).items).toEqual([])
  await work()
  expect(await inboxOf(admin)).toMatchObject({
    unread: 1,
    items: [{ kind: 'import-done', importId: id, fileName, isRead: false }],
  })
  const other = await world.as(tenant, tenant.users.super_admin)
  expect((await inboxOf(other)).items).toEqual([])
})

test('the user is notified of a stopped import once they may see imports again', async () => {
  const { id } = (await upload(`${heading}${row('ben')}`)).json
  await setRole('analyst')
  await work()
  const analyst = await world.as(tenant, tenant.users.tenant_admin)
  expect(await inboxOf(analyst)).toEqual({ items: [], hasMore: false, unread: 0 })
  await setRole('tenant_admin')
  admin = await world.as(tenant, tenant.users.tenant_admin)
  expect((await inboxOf(admin)).items).toMatchObject([{ kind: 'import-failed', importId: id }])
})

test('the user is notified of a failure once, although an import with invitations is taken again and fails again', async () => {
  const { id } = (await upload(`${heading}${row('eve')}`)).json
  const fail = () =>
    inTenant(world.ctx.db, tenant.id, async (tx) => {
      const taken = await takeImport(tx, world.ctx.now())
      expect(taken?.id).toBe(id)
      await tx.updateTable('import').set({ mails_due: 1 }).execute()
      await releaseImport(tx, taken!, { problem: 'Stopped.', mails: 'still-due' }, world.ctx.now())
    })
  await fail()
  world.pass(hourMs)
  await fail()
  admin = await world.as(tenant, tenant.users.tenant_admin)
  expect((await inboxOf(admin)).items).toMatchObject([{ kind: 'import-failed', importId: id }])
})
