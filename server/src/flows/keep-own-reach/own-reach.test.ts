import { expect, test } from 'vitest'
import type { Actor } from '#kernel/actor.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { useTenants } from '#testing/test-world.ts'
import { countWaiting } from '#testing/waiting.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { keepingOwnReach } from './own-reach.ts'

let world: World
let tenant: WorldTenant
useTenants('reach', (made, opened) => {
  world = opened
  tenant = made
})

test('changes of one user run one after the other, so each is compared with what the others did', async () => {
  const steps: string[] = []
  const begun = Promise.withResolvers<TenantTx>()
  const gate = Promise.withResolvers<void>()
  const change = (work: (tx: TenantTx) => Promise<void>) =>
    inTenant(world.ctx.db, tenant.id, (tx) =>
      keepingOwnReach(tx, { userId: tenant.users.tenant_admin } as Actor, () => work(tx)),
    )
  const first = change(async (tx) => {
    begun.resolve(tx)
    await gate.promise
    steps.push('first')
  })
  const tx = await begun.promise
  const second = change(async () => void steps.push('second'))
  await expect.poll(() => countWaiting(tx)).toBe(1)
  gate.resolve()
  await Promise.all([first, second])
  expect(steps).toEqual(['first', 'second'])
})
