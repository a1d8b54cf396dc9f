/** Accounts whose connection Verbatim holds: people know when what is sent is captured late, and when no process collects it. */
import { dayMs, hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import type { Session } from '#channels/collection.ts'
import { noteCollections } from '#domains/accounts/captured-until.ts'
import { letGo, noteOpened } from '#domains/accounts/collections.ts'
import { findGaps, noteUnstored } from '#domains/accounts/gaps.ts'
import { findWaitingMails } from '#domains/mail/queries.ts'
import { type Collecting, openCollecting } from '#flows/collect/collect.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { endedSpans } from '#schema/connected.ts'
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
useTenants('behind', (made, its) => {
  world = its
  tenant = made
  peer = openPeer()
  opened = []
})
afterEach(async () => {
  await Promise.all(opened.map((one) => one.close()))
  await inTx((tx) => tx.deleteFrom('account_session').execute())
})

const inTx = <T>(act: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, act)
const start = (holder: string) => {
  const one = openCollecting(world.ctx, { holder, collectors: [peer.collector] })
  opened.push(one)
  return one
}
async function connect(collecting: Collecting) {
  const id = await inTx((tx) => addCollected(tx, world.ctx.now()))
  const session = await open(collecting)
  await hold(id)
  return { id, session }
}
async function open(collecting: Collecting) {
  const before = peer.sessions.length
  await collecting.tick()
  await until(() => peer.sessions.length > before)
  const session = peer.sessions.at(-1)!
  await session.connected()
  return session
}
/** As the worker goes on. */
async function pass(ms: number, everyMs = minuteMs): Promise<void> {
  for (let over = 0; over < ms; over += everyMs) {
    world.pass(everyMs)
    await look()
  }
}
/** Its process renews the lease all the time. */
const hold = (id: AccountId) =>
  inTx((tx) =>
    tx
      .updateTable('account_session')
      .set({ held_until: new Date(world.ctx.now().getTime() + dayMs) })
      .where('account_id', '=', id)
      .execute(),
  )
async function look(): Promise<void> {
  await checkAccounts(world.ctx, tenant.id)
  await notifyOfGaps(world.ctx, tenant.id)
}
const gapsOf = (id: AccountId) => inTx((tx) => findGaps(tx, id))
const kindsOf = async (id: AccountId) => (await gapsOf(id)).map(({ kind, problem }) => problem ?? kind)
const mails = async () =>
  (await inTx((tx) => findWaitingMails(tx, world.ctx.secrets)))
    .filter(({ to }) => to.startsWith('tenant_admin'))
    .map(({ subject, text }) => ({ subject, text }))
const pageOf = async (id: AccountId) =>
  (await (await world.as(tenant, tenant.users.tenant_admin)).call('GET', `/bff/api/v1/accounts/${id}`)).json
async function catchUp(id: AccountId, session: Session): Promise<void> {
  const at = world.ctx.now()
  session.capturedUntil(at)
  await until(async () => (await pageOf(id)).capturedUntil === at.toISOString())
}

test('an account that is connected and has not caught up for an hour is behind, until it has', async () => {
  const collecting = start('one')
  const { id, session } = await connect(collecting)
  const since = world.ctx.now()
  await catchUp(id, session)
  await pass(55 * minuteMs, 5 * minuteMs)
  expect(await gapsOf(id)).toEqual([])
  await pass(10 * minuteMs, 5 * minuteMs)
  expect(await gapsOf(id)).toEqual([
    expect.objectContaining({ kind: 'behind', beganAt: since.toISOString(), notifiedAt: expect.any(String) }),
  ])
  expect(await pageOf(id)).toMatchObject({ status: 'active', capturedUntil: since.toISOString() })
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Telegram account “Ana” is behind')
  expect(mail?.text).toContain('The provider keeps waiting messages until')

  await catchUp(id, session)
  await pass(20 * minuteMs, 5 * minuteMs)
  expect(await gapsOf(id)).toMatchObject([{ endedAt: expect.any(String), outcome: 'arrived' }])
  expect((await mails()).map(({ subject }) => subject)).toContain('Telegram account “Ana” has caught up')
})

test('a connection that no process has is reported within five minutes, and shown as not available', async () => {
  const first = start('one')
  const { id } = await connect(first)
  await first.close()
  await pass(5 * minuteMs)
  expect(await gapsOf(id)).toMatchObject([{ kind: 'disconnected', problem: 'not-running' }])
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Telegram account “Ana” is not connected')
  expect(mail?.text).toContain('The part of Verbatim that collects its messages is not running.')
  await pass(2 * minuteMs)
  expect(await pageOf(id)).toMatchObject({ status: 'not-available' })
  const second = start('two')
  await open(second)
  await hold(id)
  await pass(20 * minuteMs, 5 * minuteMs)
  expect(await pageOf(id)).toMatchObject({ status: 'active' })
  expect(await gapsOf(id)).toMatchObject([{ endedAt: expect.any(String), outcome: 'kept' }])
})

test('a connection that is being opened and gets no answer is reported, too', async () => {
  const first = start('one')
  const { id } = await connect(first)
  await first.close()
  const second = start('two')
  await second.tick()
  await until(() => peer.sessions.length === 2)
  await hold(id)
  await pass(5 * minuteMs)
  expect(await gapsOf(id)).toMatchObject([{ kind: 'disconnected', problem: 'unreachable' }])
})

test('an account that is delivered to from now on is not behind any more', async () => {
  const collecting = start('one')
  const { id } = await connect(collecting)
  await pass(65 * minuteMs, 5 * minuteMs)
  await inTx((tx) => tx.deleteFrom('account_session').where('account_id', '=', id).execute())
  await pass(2 * minuteMs)
  expect(await gapsOf(id)).toMatchObject([{ kind: 'behind', endedAt: expect.any(String) }])
})

test('an account that is opened, again and again, and never gets to the end is behind since it was opened first', async () => {
  const { id, session } = await connect(start('one'))
  const since = world.ctx.now().toISOString()
  for (let count = 0; count < 7; count += 1) {
    await pass(10 * minuteMs, 5 * minuteMs)
    await session.connected()
  }
  expect(await gapsOf(id)).toMatchObject([{ kind: 'behind', beganAt: since }])
})

test('a provider that asks to wait, after no process had the connection, is not a process that does not run', async () => {
  const first = start('one')
  const { id } = await connect(first)
  await first.close()
  world.pass(2 * minuteMs)
  peer.acts = [() => Promise.resolve({ outcome: 'retry', reason: 'status-429', afterMs: 10 * minuteMs })]
  const second = start('two')
  await second.tick()
  await until(() => second.accountIds.length === 0)
  await look()
  expect(await kindsOf(id)).toEqual(['unreachable'])
})

test('a process that ends while the provider asks to wait is reported, too', async () => {
  const first = start('one')
  const { id } = await connect(first)
  await inTx((tx) =>
    letGo(tx, { id, holder: 'one' }, { outcome: 'retry', afterMs: minuteMs, isBusy: true }, world.ctx.now()),
  )
  await first.close()
  await pass(minuteMs)
  expect(await kindsOf(id)).toEqual([])
  await pass(4 * minuteMs)
  expect(await kindsOf(id)).toEqual(['not-running'])
})

test('what was behind and could not be stored is not called complete', async () => {
  const { id, session } = await connect(start('one'))
  await pass(65 * minuteMs, 5 * minuteMs)
  const over = { from: world.ctx.now(), to: world.ctx.now() }
  await inTx((tx) =>
    noteUnstored(tx, { id: newId(world.ctx.now()), accountId: id, ...over }, world.ctx.now()),
  )
  await catchUp(id, session)
  await pass(30 * minuteMs, 5 * minuteMs)
  const about = (await mails()).filter(({ subject }) => subject.includes('has caught up'))
  expect(about).toMatchObject([{ text: expect.stringContaining('could not be stored, and are lost.') }])
})

describe('what is rarer', { tags: ['whole'] }, () => {
  test('an account that keeps up has no gap', async () => {
    const collecting = start('one')
    const { id, session } = await connect(collecting)
    for (let hour = 0; hour < 3; hour += 1) {
      await catchUp(id, session)
      await pass(50 * minuteMs, 5 * minuteMs)
    }
    expect(await gapsOf(id)).toEqual([])
  })

  test('what waited while the product was off is read first, and is no further gap', async () => {
    const first = start('one')
    const { id, session } = await connect(first)
    await catchUp(id, session)
    await first.close()
    world.pass(3 * hourMs)
    // The worker is there before the connection is.
    await look()
    const second = start('two')
    const next = await open(second)
    await hold(id)
    await pass(40 * minuteMs, 5 * minuteMs)
    await catchUp(id, next)
    await pass(10 * minuteMs)
    expect(await gapsOf(id)).toMatchObject([{ kind: 'disconnected', outcome: 'kept' }])
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'Telegram account “Ana” is connected again',
    ])
  })

  test('a killed process is reported like one that ended, and its account is not behind', async () => {
    const { id, session } = await connect(start('one'))
    await catchUp(id, session)
    await inTx((tx) => tx.updateTable('account_session').set({ held_until: world.ctx.now() }).execute())
    await pass(5 * minuteMs)
    expect(await kindsOf(id)).toEqual(['not-running'])
    await pass(2 * hourMs, 10 * minuteMs)
    expect(await kindsOf(id)).toEqual(['not-running'])
  })

  test('an account whose connections fail after a moment is behind, too', async () => {
    const collecting = start('one')
    const { id, session } = await connect(collecting)
    await catchUp(id, session)
    await collecting.close()
    const again = start('two')
    for (let count = 0; count < 90; count += 1) {
      peer.acts = [
        async (failing) => {
          await failing.connected()
          return { outcome: 'retry', reason: 'closed' }
        },
      ]
      world.pass(50_000)
      await again.tick()
      await until(() => again.accountIds.length === 0)
      await look()
    }
    expect((await gapsOf(id)).filter(({ endedAt }) => !endedAt).map(({ kind }) => kind)).toContain('behind')
  })

  test('a connection that is opened while it is looked at has no gap that lasts', async () => {
    const first = start('one')
    const { id } = await connect(first)
    await first.close()
    world.pass(3 * minuteMs)
    await inTx((tx) => tx.updateTable('account_session').set({ holder: 'two' }).execute())
    await hold(id)
    // It is opened between the question and the note.
    const looking = await inTx(async (tx) => {
      await noteOpened(tx, { id, holder: 'two', address: id }, world.ctx.now())
      const one = inTx((other) => noteCollections(other, [id], world.ctx.now()))
      await sleep(300)
      return { one }
    })
    await looking.one
    await pass(2 * minuteMs)
    expect((await gapsOf(id)).filter(({ endedAt }) => !endedAt)).toEqual([])
  })

  test('an account that comes back has no gap since before it was removed', async () => {
    const first = start('one')
    const { id, session } = await connect(first)
    await catchUp(id, session)
    await first.close()
    world.pass(10 * dayMs)
    const back = { connected_before: endedSpans('channel_account'), connected_at: world.ctx.now() }
    await inTx((tx) => tx.updateTable('channel_account').set(back).where('id', '=', id).execute())
    await look()
    await open(start('two'))
    await hold(id)
    await pass(6 * minuteMs)
    expect(await gapsOf(id)).toEqual([])
  })
})
