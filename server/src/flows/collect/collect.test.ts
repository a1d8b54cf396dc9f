import { hourMs } from '@verbatim/contract/durations.ts'
import { readdir } from 'node:fs/promises'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { afterEach, expect, test } from 'vitest'
import { findGaps } from '#domains/accounts/gaps.ts'
import { wantStep } from '#domains/accounts/links.ts'
import { inTenant, openDb, type TenantTx } from '#platform/db.ts'
import { useTenants } from '#testing/test-world.ts'
import { until } from '#testing/until.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { addCollected } from '#testing/add-collected.ts'
import { openPeer, type Peer } from '#testing/fakes/peer.ts'
import { aheadFolder } from './ahead.ts'
import { type Collecting, openCollecting } from './collect.ts'
import { openKeyStore } from './keys.ts'

let world: World
let tenant: WorldTenant
let peer: Peer
let opened: Collecting[]
useTenants('collect', (made, its) => {
  world = its
  tenant = made
  peer = openPeer()
  opened = []
})
afterEach(async () => {
  await Promise.all(opened.map((one) => one.close()))
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.updateTable('channel_account').set({ status: 'inactive' }).where('channel', '=', 'telegram').execute(),
  )
})

function run(holder: string, over: Partial<World['ctx']> = {}): Collecting {
  const one = openCollecting({ ...world.ctx, ...over }, { holder, collectors: [peer.collector] })
  opened.push(one)
  return one
}
async function add(status: 'active' | 'available' = 'active'): Promise<AccountId> {
  return inTx(async (tx) => {
    const id = await addCollected(tx, world.ctx.now())
    await tx.updateTable('channel_account').set({ status }).where('id', '=', id).execute()
    return id
  })
}
const inTx = <T>(act: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, act)
const accountOf = (id: AccountId) =>
  inTx((tx) => tx.selectFrom('channel_account').where('id', '=', id).selectAll().executeTakeFirstOrThrow())
const sessionOf = (id: AccountId) =>
  inTx((tx) => tx.selectFrom('account_session').where('account_id', '=', id).selectAll().executeTakeFirst())
const kept = () =>
  inTx(async (tx) =>
    (await tx.selectFrom('message_record').select(['source_key', 'transport']).execute())
      .map((row) => `${row.transport} ${row.source_key}`)
      .toSorted(),
  )
const delivery = (text: string) => ({ contentType: 'text/plain', body: Buffer.from(text) })

test('an account is collected by one process until that process closes', async () => {
  const id = await add()
  const [first, second] = [run('one'), run('two')]
  await Promise.all([first.tick(), second.tick()])
  expect([...first.accountIds, ...second.accountIds]).toEqual([id])
  await Promise.all([first.tick(), second.tick()])
  await until(() => peer.sessions.length === 1)
  const [holder, other] = first.accountIds.length > 0 ? [first, second] : [second, first]
  await holder.close()
  expect(peer.sessions[0]?.signal.aborted).toBe(true)
  await other.tick()
  expect(other.accountIds).toEqual([id])
})

test('an account of a process that was killed is taken over when its lease ends', async () => {
  const id = await add()
  const [first, second] = [run('one'), run('two')]
  await first.tick()
  world.pass(29_000)
  await second.tick()
  expect(second.accountIds).toEqual([])
  world.pass(2_000)
  await second.tick()
  expect(second.accountIds).toEqual([id])
  // The first was only slow: it notices, and its session ends.
  await first.tick()
  await until(() => first.accountIds.length === 0)
  expect((await sessionOf(id))?.holder).toBe('two')
})

test('a cursor is kept with its deliveries or not at all, also by a process that lost its lease', async () => {
  const id = await add()
  await run('one').tick()
  await until(() => peer.sessions.length === 1)
  const [session] = peer.sessions
  await session?.keep([delivery('a'), { ...delivery('b'), isHistory: true }], { at: 2 })
  expect([await kept(), (await sessionOf(id))?.cursor]).toEqual([['history b', 'poll a'], { at: 2 }])
  await expect(session?.keep([delivery('c')], { at: 'no text of PostgreSQL: \0' })).rejects.toThrow()
  expect([await kept(), (await sessionOf(id))?.cursor]).toEqual([['history b', 'poll a'], { at: 2 }])
  world.pass(31_000)
  await run('two').tick()
  await expect(session?.keep([delivery('d')], { at: 4 })).rejects.toThrow('')
  expect([await kept(), (await sessionOf(id))?.cursor]).toEqual([['history b', 'poll a'], { at: 2 }])
})

test('a failing connection is retried less and less often, then people are notified, and a success ends it', async () => {
  const id = await add()
  const one = run('one')
  const waits: number[] = []
  for (let tries = 0; tries < 9; tries += 1) {
    peer.acts = [() => Promise.resolve({ outcome: 'retry', reason: 'away' })]
    await one.tick()
    await until(() => one.accountIds.length === 0)
    const { try_after: after } = (await sessionOf(id))!
    waits.push((after.getTime() - world.ctx.now().getTime()) / 1000)
    expect((await accountOf(id)).problem).toBe(tries < 7 ? null : 'unreachable')
    const sessions = peer.sessions.length
    await one.tick()
    expect(peer.sessions.length).toBe(sessions)
    world.pass(after.getTime() - world.ctx.now().getTime())
  }
  // Each up to a quarter less.
  expect(waits.map((wait, tries) => wait / 2 ** tries).every((share) => share > 0.749 && share <= 1)).toBe(
    true,
  )
  expect((await accountOf(id)).status).toBe('not-available')
  await one.tick()
  await until(() => one.accountIds.length === 1)
  await peer.sessions.at(-1)?.connected()
  expect(await accountOf(id)).toMatchObject({ status: 'active', problem: null })
  expect((await sessionOf(id))?.attempts).toBe(0)
  const types = await inTx(async (tx) =>
    (
      await tx.selectFrom('audit_event').where('target_id', '=', id).select('type').orderBy('at').execute()
    ).map(({ type }) => type),
  )
  expect(types).toEqual(['account_disconnected', 'account_connected'])
})

test('a gap begins with the first failure, and is kept if no process had the connection for a while', async () => {
  const id = await add()
  const gaps = () => inTx((tx) => findGaps(tx, id))
  const [one, two] = [run('one'), run('two')]
  await one.tick()
  await until(() => peer.sessions.length === 1)
  await peer.sessions[0]?.connected()
  peer.acts = [() => Promise.resolve({ outcome: 'retry', reason: 'away' })]
  await one.close()
  const began = world.ctx.now().toISOString()
  await two.tick()
  await until(() => two.accountIds.length === 0)
  expect(await gaps()).toMatchObject([{ problem: 'unreachable', beganAt: began }])
  // It was short.
  world.pass(2_000)
  await two.tick()
  await until(() => peer.sessions.length === 3)
  await peer.sessions[2]?.connected()
  expect(await gaps()).toEqual([])
  // The process is killed, and the next one comes much later.
  world.pass(hourMs)
  const three = run('three')
  await three.tick()
  await until(() => peer.sessions.length === 4)
  await peer.sessions[3]?.connected()
  const [gap, ...others] = await gaps()
  expect(others).toEqual([])
  expect(gap).toMatchObject({ endedAt: world.ctx.now().toISOString() })
  expect(gap).not.toHaveProperty('problem')
  expect(Date.parse(gap!.endedAt!) - Date.parse(gap!.beganAt)).toBeGreaterThanOrEqual(hourMs)
})

test('a refused account waits for people', async () => {
  const id = await add()
  peer.acts = [() => Promise.resolve({ outcome: 'refused', reason: 'signed-out' })]
  const one = run('one')
  await one.tick()
  await until(() => one.accountIds.length === 0)
  expect(await accountOf(id)).toMatchObject({ status: 'not-available', problem: 'signed-out' })
  world.pass(hourMs)
  await one.tick()
  expect(peer.sessions).toHaveLength(1)
})

test('an account that its owner must link is opened while someone wants to link it, and then as long as it is linked', async () => {
  peer = openPeer({ needsOwner: true })
  const id = await add('available')
  const one = run('one')
  await one.tick()
  expect(one.accountIds).toEqual([])
  const want = () => inTx((tx) => wantStep(tx, id, 'qr', world.ctx.now()))
  await want()
  await one.tick()
  await until(() => peer.sessions.length === 1)
  expect(peer.sessions[0]?.wanted).toBe('qr')
  await peer.sessions[0]?.ask({ kind: 'qr', value: 'scan-me' })
  expect((await sessionOf(id))?.step).toEqual({ kind: 'qr', value: 'scan-me' })
  world.pass(61_000)
  await one.tick()
  await until(() => one.accountIds.length === 0)
  expect((await sessionOf(id))?.step).toBeNull()

  await want()
  await one.tick()
  await until(() => peer.sessions.length === 2)
  await peer.sessions[1]?.connected()
  world.pass(hourMs)
  await one.tick()
  expect(one.accountIds).toEqual([id])
  expect(await sessionOf(id)).toMatchObject({ wanted_until: null, step: null })
})

test('removed, inactive and routed accounts are not collected', async () => {
  const [source, routed, removed] = [await add(), await add(), await add()]
  await inTx(async (tx) => {
    await tx.updateTable('channel_account').set({ source_id: source }).where('id', '=', routed).execute()
    await tx.updateTable('channel_account').set({ request: 'delete' }).where('id', '=', removed).execute()
  })
  const one = run('one')
  await one.tick()
  expect(one.accountIds).toEqual([source])
  await until(() => peer.sessions.length === 1)
  await peer.sessions[0]?.keep([
    { ...delivery('for the member'), routes: ['unknown', routed] },
    { ...delivery('for no account'), routes: ['unknown'] },
  ])
  const rows = await inTx((tx) =>
    tx.selectFrom('message_record').select(['account_id', 'source_key']).execute(),
  )
  expect(new Map(rows.map((row) => [row.source_key, row.account_id]))).toEqual(
    new Map([
      ['for the member', routed],
      ['for no account', source],
    ]),
  )
})

test('deliveries that a provider forgets survive an unavailable database and a kill', async () => {
  peer = openPeer({ forgets: true })
  const id = await add()
  const away = openDb('postgresql://reader@127.0.0.1:9/nothing')
  const killed = run('one', { intakeDb: away })
  await killed.tick()
  await until(() => peer.sessions.length === 1)
  await peer.sessions[0]?.keep([delivery('a')], 1)
  await peer.sessions[0]?.keep([delivery('b')])
  expect(await kept()).toEqual([])
  expect(await readdir(aheadFolder(world.ctx.config))).toHaveLength(1)
  await inTx((tx) =>
    tx.updateTable('channel_account').set({ status: 'inactive' }).where('id', '=', id).execute(),
  )
  await killed.close()
  await away.destroy()

  const again = run('two')
  await again.tick()
  await until(async () => (await readdir(aheadFolder(world.ctx.config))).length === 0)
  expect(await kept()).toEqual(['socket a', 'socket b'])
}, 20_000)

test('deliveries that a provider forgets reach the database with their cursor, and their file is removed', async () => {
  peer = openPeer({ forgets: true })
  const id = await add()
  const one = run('one')
  await one.tick()
  await until(() => peer.sessions.length === 1)
  for (const text of ['a', 'b', 'a']) await peer.sessions[0]?.keep([delivery(text)], text)
  await until(async () => (await kept()).length === 2 && (await sessionOf(id))?.cursor === 'a')
  await one.close()
  expect(await readdir(aheadFolder(world.ctx.config))).toEqual([])
})

test('keys are sealed for their own account and row, and stored together', async () => {
  const [id, other] = [await add(), await add()]
  const keys = openKeyStore(world.ctx, { tenantId: tenant.id, id })
  await keys.set([
    { type: 'pre', id: '1', value: Buffer.from('secret one') },
    { type: 'pre', id: '2', value: Buffer.from('secret two') },
    { type: 'pre', id: '2', value: null },
  ])
  expect(await keys.get('pre', ['1', '2'])).toEqual(new Map([['1', Buffer.from('secret one')]]))
  expect(await openKeyStore(world.ctx, { tenantId: tenant.id, id: other }).get('pre', ['1'])).toEqual(
    new Map(),
  )
  const stranger = await world.makeTenant(`other-${tenant.label}`)
  expect(await openKeyStore(world.ctx, { tenantId: stranger.id, id }).get('pre', ['1'])).toEqual(new Map())
  const [row] = await inTx((tx) => tx.selectFrom('account_key').selectAll().execute())
  expect(row?.sealed.toString('latin1')).not.toContain('secret')
  await inTx((tx) => tx.updateTable('account_key').set({ sealed: row!.sealed }).execute())
  const name = row!.name.replace(id, other)
  await inTx((tx) =>
    tx.insertInto('account_key').values({ account_id: other, name, sealed: row!.sealed }).execute(),
  )
  await expect(
    openKeyStore(world.ctx, { tenantId: tenant.id, id: other }).get('pre', ['1']),
  ).rejects.toThrow()
  await keys.clear()
  expect(await keys.get('pre', ['1'])).toEqual(new Map())
})
