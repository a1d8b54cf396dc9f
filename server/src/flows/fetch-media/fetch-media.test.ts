import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { takeDueAttachments } from '#domains/messages/media-commands.ts'
import { ingest } from '#flows/capture/ingest.ts'
import { keepArrivals } from '#flows/capture/keep.ts'
import { normalisedType, writeNormalised } from '#flows/capture/parse.ts'
import { findConnector } from '#channels/registry.ts'
import { Budget } from '#platform/budget.ts'
import { StoreAway } from '#platform/files/failures.ts'
import { inTenant } from '#platform/db.ts'
import { type LocalServer, openLocalServer } from '#testing/fakes/local-server.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { fetchDueMedia } from './fetch-media.ts'

let world: World
let tenant: WorldTenant
let provider: LocalServer
/** The provider's reaction to a request. */
let answers: (reply: ServerResponse) => void | Promise<void>
afterAll(() => provider?.close())
useTestWorld(
  (opened) => {
    world = opened
  },
  async () => {
    provider = await openLocalServer((_request, reply) => answers(reply))
    return { MEDIA_HOSTS: provider.host }
  },
)

let turn = 0
beforeEach(async () => {
  turn += 1
  tenant = await world.makeTenant(`media-${turn}`)
  answers = (reply) => void reply.end('the picture')
  const event = {
    kind: 'message',
    channel: 'sms',
    messageKey: `medium-${turn}`,
    conversationKey: 'with',
    conversationType: 'direct',
    direction: 'inbound',
    author: { kind: 'phone', value: '+15550107777' },
    participants: [],
    body: 'see the picture',
    format: 'plain',
    contentType: 'file',
    attachments: [{ ordinal: 0, name: 'a.txt', url: `http://${provider.host}/medium` }],
    sentAt: world.ctx.now(),
  } as const
  await keepArrivals(
    world.ctx.db,
    tenant.id,
    [
      {
        tenantId: tenant.id,
        accountId: tenant.accounts.sms,
        channel: 'sms',
        transport: 'history',
        sourceKey: event.messageKey,
        contentType: normalisedType,
        headers: {},
        remote: undefined,
        bytes: writeNormalised([event]),
        receivedAt: world.ctx.now(),
      },
    ],
    world.ctx.now(),
  )
  await ingest({ ...world.ctx, readers: { find: findConnector } }, tenant.id)
})

const attachment = () =>
  inTenant(world.ctx.db, tenant.id, (tx) =>
    tx
      .selectFrom('attachment')
      .select(['state', 'gap_reason', 'attempts', 'sha256'])
      .executeTakeFirstOrThrow(),
  )

test('media at the provider are fetched and stored', async () => {
  expect(await fetchDueMedia(world.ctx, tenant.id)).toBe(1)
  const { state, sha256 } = await attachment()
  expect(state).toBe('stored')
  expect(String(await world.ctx.blobs.get(tenant.id, sha256!))).toBe('the picture')
})

test('while media cannot be stored, attempts do not count, and media are stored afterwards', async () => {
  const put = () => Promise.reject(new StoreAway(new Error('full')))
  for (let attempt = 0; attempt < 15; attempt++) {
    expect(await fetchDueMedia({ ...world.ctx, blobs: { ...world.ctx.blobs, put } }, tenant.id)).toBe(1)
    expect(await attachment()).toMatchObject({ state: 'pending', attempts: 0 })
    world.pass(60_000)
  }
  expect(await fetchDueMedia(world.ctx, tenant.id)).toBe(1)
  expect(await attachment()).toMatchObject({ state: 'stored' })
})

test('media of a provider that is unavailable for a weekend can still arrive; later they are recorded as missing', async () => {
  answers = (reply) => void reply.writeHead(503).end()
  const until = async (state: string, mostHours: number) => {
    for (let minute = 0; minute < mostHours * 60; minute += 30) {
      await fetchDueMedia(world.ctx, tenant.id)
      if ((await attachment()).state === state) return minute / 60
      world.pass(30 * 60_000)
    }
    return undefined
  }
  expect(await until('gap', 60)).toBeUndefined()
  expect(await until('gap', 24)).toBeGreaterThan(5)
  expect(await attachment()).toMatchObject({ gap_reason: 'not-delivered' })
}, 60_000)

test('a provider that asks to wait is not asked before, and the attempt counts', async () => {
  answers = (reply) => void reply.writeHead(503, { 'retry-after': '600' }).end()
  expect(await fetchDueMedia(world.ctx, tenant.id)).toBe(1)
  expect(await attachment()).toMatchObject({ state: 'pending', attempts: 1 })
  world.pass(599_000)
  expect(await fetchDueMedia(world.ctx, tenant.id)).toBe(0)
  world.pass(1_000)
  expect(await fetchDueMedia(world.ctx, tenant.id)).toBe(1)
})

test('a fetch that was considered interrupted does not affect the next one', async () => {
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  answers = async (reply) => {
    asked.resolve()
    await answered.promise
    reply.writeHead(410).end()
  }
  const sleeper = fetchDueMedia(world.ctx, tenant.id)
  await asked.promise
  world.pass(6 * 60_000)
  expect(
    await inTenant(world.ctx.db, tenant.id, (tx) => takeDueAttachments(tx, world.ctx.now(), 8)),
  ).toHaveLength(1)
  answered.resolve()
  await sleeper
  expect(await attachment()).toMatchObject({ state: 'pending', gap_reason: null })
})

const soon = { timeout: 20_000 }
const megabyte = Buffer.alloc(1024 * 1024, 'm')
/** Until the other side has had enough. */
const give = (megabytes: number) => (reply: ServerResponse) =>
  void pipeline(Readable.from(Array.from({ length: megabytes }, () => megabyte)), reply).catch(() => {})

test('a large medium waits for room before others that come later, and is read twice at most', async () => {
  let reads = 0
  answers = (reply) => {
    reads += 1
    give(20)(reply)
  }
  const budget = new Budget(110 * 1024 * 1024)
  const [earlier, later] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const full = budget.within(50 * 1024 * 1024, () => earlier.promise)
  const fetching = fetchDueMedia(world.ctx, tenant.id, budget)
  await vi.waitUntil(() => budget.waiting === 1, soon)
  expect(reads).toBe(1)
  const steady = budget.within(50 * 1024 * 1024, () => later.promise)
  expect(await attachment()).toMatchObject({ state: 'pending' })
  earlier.resolve()
  await full
  expect(await fetching).toBe(1)
  expect([reads, await attachment()]).toMatchObject([2, { state: 'stored' }])
  later.resolve()
  await steady
})

test('a large medium whose lease nearly ended before there was room is fetched later, which counts as no attempt', async () => {
  answers = give(20)
  const budget = new Budget(110 * 1024 * 1024)
  const others = Promise.withResolvers<void>()
  const full = budget.within(50 * 1024 * 1024, () => others.promise)
  const fetching = fetchDueMedia(world.ctx, tenant.id, budget)
  await vi.waitUntil(() => budget.waiting === 1, soon)
  world.pass(4.5 * 60_000)
  others.resolve()
  await full
  expect(await fetching).toBe(1)
  expect(await attachment()).toMatchObject({ state: 'pending', attempts: 0 })
  world.pass(15_000)
  expect(await fetchDueMedia(world.ctx, tenant.id, budget)).toBe(1)
  expect(await attachment()).toMatchObject({ state: 'stored' })
})

/** A part at each time. */
const trickle = (parts: number, everyMs: number) => async (reply: ServerResponse) => {
  for (let part = 0; part < parts; part++) {
    reply.write('m')
    await sleep(everyMs, undefined, { ref: false })
  }
  reply.end()
}
const times = { mostMs: 10_000, leastMs: 1_000, silenceMs: 400 }
const fetchWith = (given: Partial<typeof times>) =>
  fetchDueMedia(world.ctx, tenant.id, new Budget(256 * 1024 * 1024), { ...times, ...given })

test('a medium that comes slowly and steadily is stored, however long one silence may be', async () => {
  answers = trickle(28, 50)
  expect(await fetchWith({ silenceMs: 1_000 })).toBe(1)
  expect(await attachment()).toMatchObject({ state: 'stored' })
})

test.each([
  ['of which nothing more comes', 1, 60_000, {}],
  ['that takes longer than any may', 60, 100, { mostMs: 500 }],
])('a medium %s is fetched later, which counts', async (_, parts, everyMs, given) => {
  answers = trickle(parts, everyMs)
  expect(await fetchWith(given)).toBe(1)
  expect(await attachment()).toMatchObject({ state: 'pending', attempts: 1 })
  // Its provider lets go.
  provider.hangUp()
})

test('a large medium whose beginning took all its time is fetched later, which counts', async () => {
  answers = (reply) => {
    world.pass(4 * 60_000)
    give(20)(reply)
  }
  expect(await fetchDueMedia(world.ctx, tenant.id)).toBe(1)
  expect(await attachment()).toMatchObject({ state: 'pending', attempts: 1 })
})

test('a medium over the limit stays at its provider, and its message says why it lacks it', async () => {
  answers = give(101)
  expect(await fetchDueMedia(world.ctx, tenant.id)).toBe(1)
  expect(await attachment()).toMatchObject({ state: 'gap', gap_reason: 'too-large', sha256: null })
})
