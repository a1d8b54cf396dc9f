import { dayMs } from '@verbatim/contract/durations.ts'
import { mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { findGaps } from '#domains/accounts/gaps.ts'
import { notifyOfGaps } from '#flows/watch-accounts/notify-of-gaps.ts'
import { newId } from '#kernel/uuid.ts'
import { createAheadFile } from '#platform/ahead-file.ts'
import { openOldHomes } from '#platform/backup/old-homes.ts'
import { type Db, inTenant, openDb, type TenantTx } from '#platform/db.ts'
import { writeMark } from '#platform/installation/seal.ts'
import { addCollected } from '#testing/add-collected.ts'
import { openPeer, type Peer } from '#testing/fakes/peer.ts'
import { useTenants } from '#testing/test-world.ts'
import { until } from '#testing/until.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { aheadFolder, type AheadLimits, usualAhead } from './ahead.ts'
import { type Collecting, openCollecting } from './collect.ts'
import { openLeftovers } from './leftovers.ts'

let world: World
let tenant: WorldTenant
let peer: Peer
let away: Db
let opened: Collecting[]
useTenants('ahead', (made, its) => {
  world = its
  tenant = made
  peer = openPeer({ forgets: true })
  away = openDb('postgresql://reader@127.0.0.1:9/nothing')
  opened = []
})
afterEach(async () => {
  await inTx((tx) =>
    tx.updateTable('channel_account').set({ status: 'inactive' }).where('channel', '=', 'telegram').execute(),
  )
  await Promise.all(opened.map((one) => one.close()))
  await away.destroy()
})

const inTx = <T>(act: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, act)
const delivery = (text: string) => ({ contentType: 'text/plain', body: Buffer.from(text) })
const files = () => readdir(aheadFolder(world.ctx.config))
const kept = () =>
  inTx(async (tx) =>
    (await tx.selectFrom('message_record').select('source_key').execute())
      .map((row) => row.source_key)
      .toSorted(),
  )
const gapsOf = async (id: AccountId) => {
  await notifyOfGaps(world.ctx, tenant.id)
  return inTx((tx) => findGaps(tx, id))
}

const quick = { ...usualAhead, retryMs: 100, endWithinMs: 500 }
async function connect(
  limits: Partial<AheadLimits>,
  intakeDb = world.ctx.intakeDb,
): Promise<{ readonly id: AccountId; readonly collecting: Collecting }> {
  const id = await inTx((tx) => addCollected(tx, world.ctx.now()))
  const collecting = openCollecting(
    { ...world.ctx, intakeDb },
    { holder: `one-${id}`, collectors: [peer.collector], limits: { ...quick, ...limits } },
  )
  opened.push(collecting)
  await collecting.tick()
  await until(() => peer.sessions.length === 1)
  await peer.sessions[0]?.connected()
  return { id, collecting }
}

/** A file on a disk that takes nothing. */
const openFullDisk: typeof createAheadFile = async (path) => ({
  ...(await createAheadFile(path)),
  waiting: 0,
  append: () => Promise.reject(new Error('ENOSPC')),
})

test('the delivery over the limit is kept, and then nothing more is taken until the database has caught up', async () => {
  const { id, collecting } = await connect({ mostWaitingBytes: 10 }, away)
  const [session] = peer.sessions
  await session?.keep([delivery('one too many')])
  expect(session?.signal.aborted).toBe(true)
  // What the provider handed over meanwhile is written as well.
  await session?.keep([delivery('and one that was under way')])
  await until(() => collecting.accountIds.length === 0)
  expect(await files()).toHaveLength(1)
  const started = peer.sessions.length
  world.pass(60_000)
  await collecting.tick()
  await until(() => collecting.accountIds.length === 0)
  expect(peer.sessions).toHaveLength(started)
  expect((await gapsOf(id)).map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ['disconnected', undefined],
  ])

  world.pass(60_000)
  const again = openCollecting(world.ctx, { holder: 'two', collectors: [peer.collector] })
  opened.push(again)
  await again.tick()
  await until(() => peer.sessions.length === started + 1)
  await until(async () => (await kept()).length === 2)
}, 40_000)

test('deliveries that come while the disk writes share the next write, in their order, and none is durable before', async () => {
  const writes: { readonly texts: string; readonly gate: PromiseWithResolvers<void> }[] = []
  await connect({
    createFile: async (path) => {
      const file = await createAheadFile(path)
      const append: typeof file.append = async (payloads) => {
        const texts = payloads.map((payload) => Buffer.from(payload.subarray(-1)).toString()).join('')
        const count = writes.push({ texts, gate: Promise.withResolvers() })
        await writes[count - 1]?.gate.promise
        await file.append(payloads)
      }
      return Object.create(file, { append: { value: append } })
    },
  })
  const durable: string[] = []
  const keep = async (text: string) => {
    await peer.sessions[0]?.keep([delivery(text)])
    durable.push(text)
  }
  const all = [keep('1')]
  await until(() => writes.length === 1)
  all.push(...['2', '3', '4'].map(keep))
  writes[0]?.gate.resolve()
  await until(() => writes.length === 2 && durable.length > 0)
  expect([writes.map(({ texts }) => texts), durable]).toEqual([['1', '234'], ['1']])
  writes[1]?.gate.resolve()
  await Promise.all(all)
  await until(async () => (await kept()).length === 4)
})

test('a delivery for which something is still asked is durable at once, and is read with the answer, in its turn', async () => {
  const { id } = await connect({})
  const answer = Promise.withResolvers<{ readonly headers: Record<string, string> }>()
  const [session] = peer.sessions
  await session?.keep([{ ...delivery('asked for'), answer: answer.promise }, delivery('with it')], 1)
  await session?.keep([delivery('behind it')])
  expect((await files()).filter((name) => name.startsWith(id))).toHaveLength(1)
  expect(await kept()).toEqual([])
  answer.resolve({ headers: { 'x-answer': 'yes' } })
  await until(async () => (await kept()).length === 3)
  const records = await inTx((tx) =>
    tx.selectFrom('message_record').select(['source_key', 'headers']).orderBy('source_key').execute(),
  )
  expect(records.map((row) => [row.source_key, row.headers])).toEqual([
    ['asked for', { 'x-answer': 'yes' }],
    ['behind it', {}],
    ['with it', {}],
  ])
})

test('a delivery that the disk refuses goes directly to the database', async () => {
  const { id } = await connect({ createFile: openFullDisk })
  await peer.sessions[0]?.keep([delivery('a')], 1)
  expect(await kept()).toEqual(['a'])
  expect(await gapsOf(id)).toEqual([])
})

test('a delivery that neither the disk nor the database takes is a gap', async () => {
  const { id, collecting } = await connect({ createFile: openFullDisk, storeWithinMs: 0 }, away)
  const before = world.ctx.now().getTime()
  await expect(peer.sessions[0]?.keep([delivery('lost')])).rejects.toThrow('not stored')
  await collecting.close()
  const [gap, ...others] = (await gapsOf(id)).filter(({ kind }) => kind === 'unstored')
  expect(others).toEqual([])
  expect(gap).toMatchObject({ outcome: 'lost', notifiedAt: expect.any(String) })
  expect(Date.parse(gap!.beganAt)).toBeGreaterThanOrEqual(before)
  expect(await kept()).toEqual([])
})

test('a loss that the database could not note is noted by the next turn', async () => {
  const { id, collecting } = await connect({ createFile: openFullDisk, storeWithinMs: 0 }, away)
  peer.sessions[0]?.lost()
  expect(await gapsOf(id)).toEqual([])
  await collecting.tick()
  await until(async () => (await gapsOf(id)).map(({ kind }) => kind).includes('unstored'))
})

const pathOf = (name: string) => `${aheadFolder(world.ctx.config)}/${name}`

/** Changes a byte of the only file, in its second of three deliveries. */
async function damage(): Promise<string> {
  const [name = ''] = await files()
  const path = pathOf(name)
  const file = await open(path, 'r+')
  const place = (await file.readFile()).indexOf('second')
  await file.write(Buffer.from('S'), 0, 1, place)
  await file.close()
  return `${name}.damaged`
}

test('a damaged file gives its readable deliveries, is set aside, and is a gap that people are mailed about', async () => {
  const { id, collecting } = await connect({}, away)
  for (const text of ['first', 'second', 'third']) await peer.sessions[0]?.keep([delivery(text)])
  await collecting.close()
  const never = new Date(world.ctx.now().getTime() + dayMs)
  await inTx((tx) => tx.updateTable('account_session').set({ try_after: never }).execute())
  const aside = await damage()
  const again = openCollecting(world.ctx, { holder: 'two', collectors: [peer.collector] })
  opened.push(again)
  await again.tick()
  await until(async () => (await files())[0] === aside)
  expect(await kept()).toEqual(['first', 'third'])
  expect((await gapsOf(id)).filter(({ kind }) => kind === 'unstored')).toMatchObject([{ outcome: 'lost' }])
  await again.tick()
  expect(await files()).toEqual([aside])
}, 20_000)

test('people are notified at once of a failure with a known reason, and it is retried by itself', async () => {
  const isOpen = Promise.withResolvers<void>()
  peer.acts = [
    async () => {
      await isOpen.promise
      return { outcome: 'retry', reason: 'closed-405', problem: 'outdated' }
    },
  ]
  const { id, collecting } = await connect({})
  isOpen.resolve()
  await until(() => collecting.accountIds.length === 0)
  const accountOf = () =>
    inTx((tx) =>
      tx
        .selectFrom('channel_account')
        .where('id', '=', id)
        .select(['status', 'problem'])
        .executeTakeFirstOrThrow(),
    )
  expect(await accountOf()).toEqual({ status: 'not-available', problem: 'outdated' })
  // That it cannot be reached either changes nothing.
  for (let times = 2; times <= 10; times++) {
    peer.acts = [() => Promise.resolve({ outcome: 'retry', reason: 'closed-unknown' })]
    world.pass(6 * 60_000)
    await collecting.tick()
    await until(() => peer.sessions.length === times && collecting.accountIds.length === 0)
    expect(await accountOf()).toEqual({ status: 'not-available', problem: 'outdated' })
  }
  expect((await gapsOf(id)).map(({ problem, endedAt }) => [problem, endedAt])).toEqual([
    ['outdated', undefined],
  ])
  world.pass(6 * 60_000)
  await collecting.tick()
  await until(() => peer.sessions.length === 11)
  await peer.sessions[10]?.connected()
  expect(await accountOf()).toEqual({ status: 'active', problem: null })
})

describe('what is rarer', { tags: ['whole'] }, () => {
  test('a delivery in a form that only a later release reads stays in its file, and the others are kept', async () => {
    const { id, collecting } = await connect({}, away)
    for (const text of ['first', 'third']) await peer.sessions[0]?.keep([delivery(text)])
    await collecting.close()
    const path = pathOf(`${id}.${newId(world.ctx.now())}.99999999.log`)
    const file = await createAheadFile(path)
    await file.append([Buffer.from('\0\0\0\x02{}')])
    await file.close()
    const said: string[] = []
    const say = (_: unknown, words?: string) => void said.push(words ?? '')
    const log = { debug: say, info: say, warn: say, error: say }
    const leftovers = openLeftovers({ ...world.ctx, log }, () => peer.collector)
    await leftovers.replay(new AbortController().signal)
    expect(await kept()).toEqual(['first', 'third'])
    expect(await files()).toContain(basename(path))
    expect(said).toEqual(['collected messages in a file could not be read'])
    // Nothing of it is read again before it changes.
    await leftovers.replay(new AbortController().signal)
    expect(said).toHaveLength(1)
    await rm(path)
  }, 20_000)

  test('what a node left in its home is kept after a restore that took it over', async () => {
    const { id, collecting } = await connect({}, away)
    await peer.sessions[0]?.keep([delivery('left behind')])
    await collecting.close()
    const { VERBATIM_HOME: left } = world.ctx.config
    const installation = '0197a000-0000-7000-8000-000000000009'
    await writeMark(left, { id: installation, seal: Buffer.alloc(32), database: 'own' })
    const home = await mkdtemp(join(tmpdir(), 'verbatim-restored-'))
    try {
      await using old = await openOldHomes([left], installation)
      expect(await old.takeOver(home)).toBe((await files()).length)
      const config = { ...world.ctx.config, VERBATIM_HOME: home }
      const ours = async () => (await readdir(aheadFolder(config))).filter((name) => name.startsWith(id))
      expect(await ours()).toHaveLength(1)
      await openLeftovers({ ...world.ctx, config }, () => peer.collector).replay(new AbortController().signal)
      expect(await kept()).toEqual(['left behind'])
      expect(await ours()).toEqual([])
    } finally {
      await rm(home, { recursive: true })
      await rm(aheadFolder(world.ctx.config), { recursive: true })
    }
  })
})
