/** An answer that cannot be read passes: a gateway answered in place of the provider, or only a part of the answer came. */
import { minuteMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { addCollected } from '#testing/add-collected.ts'
import { openPeer } from '#testing/fakes/peer.ts'
import { useTenants } from '#testing/test-world.ts'
import { until } from '#testing/until.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { openCollecting } from './collect.ts'

let world: World
let tenant: WorldTenant
useTenants('cut', (made, its) => {
  world = its
  tenant = made
})
const inTx = <T>(act: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, act)

test('a connection whose answers cannot be read is opened again, and people are notified once that lasts', async () => {
  const peer = openPeer()
  const id = await inTx((tx) => addCollected(tx, world.ctx.now()))
  const stateOf = () =>
    inTx((tx) =>
      tx.selectFrom('channel_account').where('id', '=', id).select(['status', 'problem']).executeTakeFirst(),
    )
  const collecting = openCollecting(world.ctx, { holder: 'one', collectors: [peer.collector] })
  const states: unknown[] = []
  for (let tries = 1; tries <= 8; tries += 1) {
    peer.acts = [() => Promise.resolve({ outcome: 'refused', reason: 'not-understood' })]
    await collecting.tick()
    await until(() => peer.sessions.length === tries && collecting.accountIds.length === 0)
    states.push(await stateOf())
    world.pass(6 * minuteMs)
  }
  expect(states[0]).toMatchObject({ problem: null })
  expect(states[7]).toEqual({ status: 'not-available', problem: 'unreachable' })
  await collecting.tick()
  await until(() => collecting.accountIds.length === 1)
  await peer.sessions.at(-1)?.connected()
  expect(await stateOf()).toEqual({ status: 'active', problem: null })
  await collecting.close()
})
