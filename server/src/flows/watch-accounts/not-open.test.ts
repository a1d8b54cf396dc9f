/** Connections that a process has, or takes, and that are not open: what says so stays until they are. */
import { minuteMs } from '@verbatim/contract/durations.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { letGo, tryAtOnce } from '#domains/accounts/collections.ts'
import { findGaps, openGap } from '#domains/accounts/gaps.ts'
import { holdCollections } from '#domains/accounts/leases.ts'
import { type Collecting, openCollecting } from '#flows/collect/collect.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { addCollected } from '#testing/add-collected.ts'
import { openPeer, type Peer } from '#testing/fakes/peer.ts'
import { useTenants } from '#testing/test-world.ts'
import { until } from '#testing/until.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { checkAccounts } from './check-accounts.ts'
import { notifyOfGaps } from './notify-of-gaps.ts'

let world: World
let tenant: WorldTenant
let peer: Peer
let opened: Collecting[]
let id: AccountId
let ending: PromiseWithResolvers<void>
useTenants('not-open', async (made, its) => {
  world = its
  tenant = made
  peer = openPeer()
  opened = []
  ending = Promise.withResolvers()
  id = await inTx((tx) => addCollected(tx, world.ctx.now()))
})
afterEach(async () => {
  ending.resolve()
  await Promise.all(opened.map((one) => one.close()))
  await inTx((tx) => tx.deleteFrom('account_session').execute())
})

const inTx = <T>(act: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, act)
const gaps = () => inTx((tx) => findGaps(tx, id))
function start(holder: string): Collecting {
  const one = openCollecting(world.ctx, { holder, collectors: [peer.collector] })
  opened.push(one)
  return one
}
/** A connection that is not answered yet. */
async function begin(collecting: Collecting) {
  const before = peer.sessions.length
  await until(async () => {
    await collecting.tick()
    return peer.sessions.length > before
  })
  return peer.sessions.at(-1)!
}
async function look(): Promise<void> {
  await checkAccounts(world.ctx, tenant.id)
  await notifyOfGaps(world.ctx, tenant.id)
}
async function pass(minutes: number): Promise<void> {
  for (let over = 0; over < minutes; over += 1) {
    world.pass(minuteMs)
    await look()
  }
}
/** The provider asks to wait, and the process ends meanwhile. */
async function endBusy(): Promise<void> {
  peer.acts = [
    async (session) => {
      await session.connected()
      return { outcome: 'retry', reason: 'status-429', afterMs: minuteMs }
    },
  ]
  const first = start('one')
  await first.tick()
  await until(() => first.accountIds.length === 0)
  await first.close()
}

test('a connection that is being opened again is not open, although the provider asked to wait before', async () => {
  await endBusy()
  await pass(4)
  expect(await gaps()).toMatchObject([{ problem: 'not-running' }])
  const second = start('two')
  const session = await begin(second)
  world.pass(15_000)
  await second.tick()
  expect(await gaps()).toMatchObject([{ problem: 'not-running' }])
  expect((await gaps())[0]).not.toHaveProperty('endedAt')
  await session.connected()
  expect(await gaps()).toMatchObject([{ problem: 'not-running', endedAt: expect.any(String) }])
})

test('what no one looked at after a provider had asked to wait is noted once the connection is open', async () => {
  await endBusy()
  const due = new Date(world.ctx.now().getTime() + minuteMs).toISOString()
  world.pass(60 * minuteMs)
  await (await begin(start('two'))).connected()
  expect(await gaps()).toMatchObject([{ beganAt: due, endedAt: world.ctx.now().toISOString() }])
})

test('what no one looked at after people had a waiting connection tried at once is noted once it is open', async () => {
  await endBusy()
  world.pass(minuteMs / 6)
  const asked = world.ctx.now()
  await inTx((tx) => tryAtOnce(tx, [id], asked))
  world.pass(60 * minuteMs)
  await (await begin(start('two'))).connected()
  expect(await gaps()).toMatchObject([
    { beganAt: asked.toISOString(), endedAt: world.ctx.now().toISOString() },
  ])
})

test('a connection that is ending is not open, although its process renews the lease late', async () => {
  peer.acts = [
    async () => {
      await ending.promise
      return { outcome: 'again' }
    },
  ]
  const one = start('one')
  await (await begin(one)).connected()
  const since = world.ctx.now().toISOString()
  const closing = one.close()
  await pass(2)
  expect(await gaps()).toMatchObject([{ problem: 'not-running' }])
  await one.tick()
  expect(await gaps()).toMatchObject([{ problem: 'not-running', beganAt: since }])
  ending.resolve()
  await closing
  await (await begin(start('two'))).connected()
  expect(await gaps()).toMatchObject([{ beganAt: since, endedAt: world.ctx.now().toISOString() }])
})

test('a connection that another process had meanwhile is opened again', async () => {
  const first = start('one')
  const session = await begin(first)
  await session.connected()
  world.pass(minuteMs)
  const others = { holder: 'two', channels: ['telegram'], byOwner: [], running: [], most: 1_000 } as const
  const taken = await holdCollections(world.ctx.db, others, world.ctx.now())
  expect(taken.map(({ accountId }) => accountId)).toContain(id)
  await inTx((tx) => letGo(tx, { id, holder: 'two' }, { outcome: 'again' }, world.ctx.now()))
  await first.tick()
  expect(session.signal.aborted).toBe(true)
  await (await begin(first)).connected()
  for (let over = 0; over < 5; over += 1) {
    world.pass(minuteMs / 4)
    await first.tick()
    await look()
  }
  expect((await gaps()).filter(({ endedAt }) => !endedAt)).toEqual([])
})

test('a gap whose reason changes while the lease is renewed is not forgotten', async () => {
  const one = start('one')
  await (await begin(one)).connected()
  await pass(2)
  const since = world.ctx.now()
  // It is changed between the question and what is done about it.
  const { ticked } = await inTx(async (tx) => {
    const gap = { accountId: id, kind: 'disconnected', beganAt: since } as const
    await openGap(tx, { ...gap, problem: 'outdated' }, since)
    const ticked = one.tick()
    await sleep(300)
    return { ticked }
  })
  await ticked
  expect(await gaps()).toMatchObject([{ problem: 'outdated' }])
})
