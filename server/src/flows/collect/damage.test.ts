/** A file that is damaged, or holds what the database refuses, while its account is connected. */
import { dayMs } from '@verbatim/contract/durations.ts'
import { rmSync } from 'node:fs'
import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { AccountGapId, AccountId } from '@verbatim/contract/ids.ts'
import { afterEach, expect, test } from 'vitest'
import type { CollectedDelivery } from '#channels/collection.ts'
import { findGaps, noteUnstored } from '#domains/accounts/gaps.ts'
import { newId } from '#kernel/uuid.ts'
import { ownPid } from '#platform/ahead-file.ts'
import { type Db, inTenant, openDb, type TenantTx } from '#platform/db.ts'
import { addCollected } from '#testing/add-collected.ts'
import { openPeer, type Peer } from '#testing/fakes/peer.ts'
import { useTenants } from '#testing/test-world.ts'
import { until } from '#testing/until.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { aheadFolder, usualAhead } from './ahead.ts'
import { type Collecting, openCollecting } from './collect.ts'
import { openLeftovers } from './leftovers.ts'
import { openLosses } from './losses.ts'
import type { Collector } from './session.ts'

let world: World
let tenant: WorldTenant
let peer: Peer
let collectors: Collector[]
let away: Db
let opened: Collecting[]
let id: AccountId
const whole = { tags: ['whole'], timeout: 60_000 }
useTenants('damage', async (made, its) => {
  world = its
  tenant = made
  peer = openPeer({ forgets: true })
  const { collector } = peer
  collectors = [{ ...collector, rawKey: (one) => keyOf(collector.rawKey(one)) }]
  away = openDb('postgresql://reader@127.0.0.1:9/nothing')
  opened = []
  id = await inTx((tx) => addCollected(tx, world.ctx.now()))
})
afterEach(async () => {
  await inTx((tx) => tx.updateTable('channel_account').set({ status: 'inactive' }).execute())
  await Promise.all(opened.map((one) => one.close()))
  await away.destroy()
  await rm(folder(), { recursive: true, force: true })
})

const inTx = <T>(act: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, act)
const folder = () => aheadFolder(world.ctx.config)
const delivery = (text: string): CollectedDelivery => ({ contentType: 'text/plain', body: Buffer.from(text) })
/** The connector can do nothing with one of them, however often it is tried. */
const keyOf = (key: string) => {
  if (key === 'refused') throw new TypeError('no key')
  return key
}
const unstored = async () => (await inTx((tx) => findGaps(tx, id))).filter(({ kind }) => kind === 'unstored')
const kept = () =>
  inTx(async (tx) =>
    (await tx.selectFrom('message_record').select('source_key').execute())
      .map((row) => row.source_key)
      .toSorted(),
  )

async function run(holder: string, intakeDb = world.ctx.intakeDb): Promise<Collecting> {
  const limits = { ...usualAhead, retryMs: 100, endWithinMs: 500 }
  const collecting = openCollecting({ ...world.ctx, intakeDb }, { holder, collectors, limits })
  opened.push(collecting)
  await collecting.tick()
  return collecting
}

async function connect(intakeDb?: Db): Promise<Collecting> {
  const collecting = await run('one', intakeDb)
  await until(() => peer.sessions.length === 1)
  await peer.sessions[0]?.connected()
  return collecting
}

/** As the next process does. It is whole when it resolves, whereas a process that is closed may have looked at no file yet. */
const readAgain = () => openLeftovers(world.ctx, () => collectors[0]).replay(new AbortController().signal)

/** Changes a byte of the only file. */
async function spoil(text: string): Promise<void> {
  const [name = ''] = await readdir(folder())
  const file = await open(join(folder(), name), 'r+')
  await file.write(Buffer.from('S'), 0, 1, (await file.readFile()).indexOf(text))
  await file.close()
}

test('a connection whose file was damaged continues with another file, and people are notified of the loss once', async () => {
  let isAway = true
  const intakeDb = new Proxy(world.ctx.intakeDb, {
    get(real, name) {
      const db = isAway ? away : real
      const found: unknown = Reflect.get(db, name, db)
      return typeof found === 'function' ? found.bind(db) : found
    },
  })
  const collecting = await connect(intakeDb)
  for (const text of ['first', 'second', 'third']) await peer.sessions[0]?.keep([delivery(text)])
  await spoil('second')
  isAway = false
  await until(() => collecting.accountIds.length === 0)
  expect(await kept()).toEqual(['first', 'third'])
  expect(await unstored()).toHaveLength(1)
  expect(await readdir(folder())).toEqual([expect.stringMatching(/\.log\.damaged$/)])
  await collecting.tick()
  await until(() => peer.sessions.length === 2)
  await peer.sessions[1]?.connected()
  await peer.sessions[1]?.keep([delivery('fourth')])
  await until(async () => (await kept()).length === 3)
  await collecting.close()
  expect(await readdir(folder())).toEqual([expect.stringMatching(/\.log\.damaged$/)])
}, 60_000)

test('the next process does not report a damaged file again', whole, async () => {
  const collecting = await connect(away)
  for (const text of ['first', 'second', 'third']) await peer.sessions[0]?.keep([delivery(text)])
  await spoil('second')
  await until(async () => (await unstored()).length > 0)
  await collecting.close()
  expect(await readdir(folder())).toEqual([expect.stringMatching(/\.log$/)])
  await run('two')
  await until(async () => (await kept()).length === 2)
  await until(async () => (await readdir(folder())).some((name) => name.endsWith('.damaged')))
  expect(await unstored()).toHaveLength(1)
})

test('deliveries that the database always refuses are reported and set aside, and the others are kept', async () => {
  const collecting = await connect()
  await peer.sessions[0]?.keep([delivery('before'), delivery('refused'), delivery('behind')])
  await until(() => collecting.accountIds.length === 0)
  expect(await kept()).toEqual(['before', 'behind'])
  expect(await unstored()).toHaveLength(1)
  expect(await readdir(folder())).toEqual([expect.stringMatching(/\.log\.damaged$/)])
}, 60_000)

test(
  'refused deliveries of a file that was left behind are reported and set aside, and the others are kept',
  whole,
  async () => {
    const collecting = await connect(away)
    await peer.sessions[0]?.keep([delivery('before'), delivery('refused'), delivery('behind')])
    await collecting.close()
    await run('two')
    await until(async () => (await kept()).length === 2)
    await until(async () => (await readdir(folder())).some((name) => name.endsWith('.damaged')))
    expect(await unstored()).toHaveLength(1)
  },
)

test('a damaged file is kept until a later release reads it, or its messages would be disposed of', async () => {
  const collecting = await connect()
  await peer.sessions[0]?.keep([delivery('before'), delivery('refused')])
  await until(() => collecting.accountIds.length === 0)
  await collecting.close()
  const isHeld = async () => ((await unstored())[0]?.heldBytes ?? 0) > 0
  await readAgain()
  expect([await isHeld(), (await readdir(folder())).length]).toEqual([true, 1])
  const later = {
    ...collectors[0]!,
    rawKey: (one: Parameters<typeof peer.collector.rawKey>[0]) => peer.collector.rawKey(one),
  }
  const released = openCollecting(world.ctx, { holder: 'three', collectors: [later] })
  await released.tick()
  await until(async () => !(await isHeld()))
  await released.close()
  expect(await kept()).toEqual(['before', 'refused'])
  expect([await isHeld(), await readdir(folder())]).toEqual([false, []])
}, 60_000)

test('a process that still reads a damaged file does not mark it as kept once another process has removed it', async () => {
  const [now, gapId] = [world.ctx.now(), newId<AccountGapId>(world.ctx.now())]
  await inTx(async (tx) => {
    await tx.updateTable('channel_account').set({ connected_at: now }).execute()
    await noteUnstored(tx, { id: gapId, accountId: id, from: now, to: now }, now)
  })
  const path = join(folder(), `${id}.${gapId}.${ownPid}.log.damaged`)
  await mkdir(folder(), { recursive: true })
  await writeFile(path, 'no frame')
  const whileRemoved = {
    ...world.ctx,
    get db() {
      rmSync(path, { force: true })
      return world.ctx.db
    },
  }
  await openLeftovers(whileRemoved, () => undefined).replay(new AbortController().signal)
  expect(await readdir(folder())).toEqual([])
  expect((await unstored())[0]).not.toHaveProperty('heldBytes')
})

test('a damaged file is removed with the last messages of its time, which a rule for certain messages alone does not end', async () => {
  const collecting = await connect()
  await peer.sessions[0]?.keep([delivery('refused')])
  await until(() => collecting.accountIds.length === 0)
  await collecting.close()
  const rule = (context: 'all' | 'event_dismissed', count: number) =>
    inTx((tx) =>
      tx.insertInto('retention_rule').values({ channel: 'telegram', context, count, unit: 'day' }).execute(),
    )
  const disposed = () =>
    inTx((tx) =>
      tx.selectFrom('audit_event').where('type', '=', 'unread_file_disposed').selectAll().execute(),
    )
  await rule('event_dismissed', 1)
  world.pass(10 * dayMs)
  await readAgain()
  expect(await readdir(folder())).toHaveLength(1)
  await rule('all', 12)
  await readAgain()
  expect([await readdir(folder()), await disposed()]).toEqual([[expect.any(String)], []])
  world.pass(3 * dayMs)
  await readAgain()
  expect(await readdir(folder())).toEqual([])
  expect((await unstored())[0]).not.toHaveProperty('heldBytes')
  expect(await disposed()).toMatchObject([{ actor_name: 'Verbatim', target_id: id }])
}, 60_000)

test('a loss that the database could not store is noted once by the next process', async () => {
  const losses = openLosses({ ...world.ctx, db: away })
  losses.add({ tenantId: tenant.id, id })
  await losses.note()
  await losses.note()
  expect(await readdir(folder())).toEqual([expect.stringMatching(/\.lost$/)])
  await inTx((tx) => tx.updateTable('channel_account').set({ connected_at: world.ctx.now() }).execute())
  for (const next of [openLosses(world.ctx), openLosses(world.ctx)]) {
    await next.takeOver()
    await next.note()
    expect(await unstored()).toMatchObject([{ beganAt: world.ctx.now().toISOString() }])
    expect(await readdir(folder())).toEqual([])
  }
})

test('a text of a loss that a killed process did not finish is removed, also if the next one has its number', async () => {
  const gapIds = [1, 2].map(() => newId<AccountGapId>(world.ctx.now()))
  await mkdir(folder(), { recursive: true })
  for (const [index, gapId] of gapIds.entries()) {
    const pid = index === 0 ? ownPid : 2 ** 30
    await writeFile(join(folder(), `${id}.${gapId}.${pid}.lost.part`), '{')
  }
  await openLosses(world.ctx).takeOver()
  expect(await readdir(folder())).toEqual([])
  expect(await unstored()).toEqual([])
})

test('a loss with only a file name, because the disk was full, is noted by the next process', async () => {
  const [losses, gapId] = [openLosses({ ...world.ctx, db: away }), newId<AccountGapId>(world.ctx.now())]
  const path = join(folder(), `${id}.${gapId}.${ownPid}.lost`)
  await mkdir(`${path}.part`, { recursive: true }) // the disk takes no text
  losses.add({ tenantId: tenant.id, id }, { gapId, from: world.ctx.now() })
  await losses.note()
  expect((await stat(path)).size).toBe(0)
  await inTx((tx) => tx.updateTable('channel_account').set({ connected_at: world.ctx.now() }).execute())
  const next = openLosses(world.ctx)
  await next.takeOver()
  await next.note()
  expect(await unstored()).toMatchObject([{ id: gapId }])
  expect(await readdir(folder())).toEqual([`${basename(path)}.part`])
})

test('a long replay does not delay opening or renewing other connections', whole, async () => {
  const first = await connect()
  await peer.sessions[0]?.keep([delivery('first')])
  await until(async () => (await kept()).length === 1)
  await first.close()
  const second = await run('two', away)
  await until(() => peer.sessions.length === 2)
  await peer.sessions[1]?.keep([delivery('second')])
  await second.close()
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
  const lock = inTx(async (tx) => {
    await tx
      .selectFrom('account_counters')
      .where('account_id', '=', id)
      .select('accepted')
      .forUpdate()
      .execute()
    locked()
    await isReleased
  })
  await isLocked
  try {
    await run('three')
    await until(() => peer.sessions.length === 3)
    expect(await kept()).toEqual(['first'])
  } finally {
    release()
    await lock
  }
  await until(async () => (await kept()).length === 2)
})
