/** A process that was slow to renew its leases had its connections all the same. */
import { minuteMs } from '@verbatim/contract/durations.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { afterEach, expect, test } from 'vitest'
import { findGaps } from '#domains/accounts/gaps.ts'
import { type Collecting, openCollecting } from '#flows/collect/collect.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { addCollected } from '#testing/add-collected.ts'
import { openPeer } from '#testing/fakes/peer.ts'
import { useTenants } from '#testing/test-world.ts'
import { until } from '#testing/until.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { checkAccounts } from './check-accounts.ts'
import { notifyOfGaps } from './notify-of-gaps.ts'

let world: World
let tenant: WorldTenant
let collecting: Collecting
let id: AccountId
const peer = openPeer()
useTenants('still-open', async (made, its) => {
  world = its
  tenant = made
  id = await inTx((tx) => addCollected(tx, world.ctx.now()))
  collecting = openCollecting(world.ctx, { holder: id, collectors: [peer.collector] })
  const before = peer.sessions.length
  await collecting.tick()
  await until(() => peer.sessions.length > before)
  await peer.sessions.at(-1)!.connected()
})
afterEach(async () => {
  await collecting.close()
  await inTx((tx) => tx.deleteFrom('account_session').execute())
})

const inTx = <T>(act: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, act)
const gaps = () => inTx((tx) => findGaps(tx, id))
async function pass(minutes: number): Promise<void> {
  for (let over = 0; over < minutes; over += 1) {
    world.pass(minuteMs)
    await checkAccounts(world.ctx, tenant.id)
    await notifyOfGaps(world.ctx, tenant.id)
  }
}

test('a gap that no one was notified of is forgotten once the process renews its lease', async () => {
  await pass(2)
  expect(await gaps()).toMatchObject([{ problem: 'not-running' }])
  await collecting.tick()
  expect(await gaps()).toEqual([])
})

test('a gap that people were notified of ends then, and the connection that goes on begins no other', async () => {
  await pass(5)
  expect(await gaps()).toMatchObject([{ problem: 'not-running', notifiedAt: expect.any(String) }])
  await collecting.tick()
  const over = [expect.objectContaining({ problem: 'not-running', endedAt: world.ctx.now().toISOString() })]
  expect(await gaps()).toEqual(over)
  world.pass(2 * minuteMs)
  await collecting.tick()
  await peer.sessions.at(-1)!.connected()
  expect(await gaps()).toEqual(over)
})
