/** A provider that says it was asked too often is there, and hands over later what it has. */
import { hourMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { findGaps } from '#domains/accounts/gaps.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { addCollected } from '#testing/add-collected.ts'
import { openPeer } from '#testing/fakes/peer.ts'
import { useTenants } from '#testing/test-world.ts'
import { until } from '#testing/until.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { openCollecting } from './collect.ts'

let world: World
let tenant: WorldTenant
useTenants('wait', (made, its) => {
  world = its
  tenant = made
})
const inTx = <T>(act: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, act)

test('a connection that a provider asks to open later is no gap, however long it asks to wait, and stays as it was', async () => {
  const peer = openPeer()
  const run = (holder: string) => openCollecting(world.ctx, { holder, collectors: [peer.collector] })
  const id = await inTx((tx) => addCollected(tx, world.ctx.now()))
  const gaps = () => inTx((tx) => findGaps(tx, id))
  const one = run('one')
  await one.tick()
  await until(() => peer.sessions.length === 1)
  await peer.sessions[0]?.connected()
  // The process is started anew.
  await one.close()
  const two = run('two')
  for (let tries = 0; tries < 9; tries += 1) {
    peer.acts = [() => Promise.resolve({ outcome: 'retry', reason: 'status-429', afterMs: hourMs })]
    await two.tick()
    await until(() => two.accountIds.length === 0)
    const sessions = peer.sessions.length
    world.pass(hourMs - 1_000)
    await two.tick()
    expect([peer.sessions.length, await gaps()]).toEqual([sessions, []])
    world.pass(1_000)
  }
  await two.tick()
  await until(() => two.accountIds.length === 1)
  await peer.sessions.at(-1)?.connected()
  expect(await gaps()).toEqual([])
  const account = await inTx((tx) =>
    tx.selectFrom('channel_account').where('id', '=', id).select(['status', 'problem']).executeTakeFirst(),
  )
  expect(account).toEqual({ status: 'active', problem: null })
  await two.close()
})
