import { endpoint } from '@verbatim/contract/endpoint.ts'
import { GroupId } from '@verbatim/contract/ids.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createGroups } from '#domains/groups/commands.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { silentLog } from '#platform/log.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import type { Commit } from './idempotency.ts'
import { route } from './route.ts'
import { httpLimits, openServer } from './server.ts'

const addGroup = endpoint({
  method: 'POST',
  path: '/groups/:name',
  params: z.object({ name: z.string() }),
  response: z.object({ id: z.string() }),
  access: 'signed-in',
})
const countSlowly = endpoint({
  method: 'GET',
  path: '/slow',
  response: z.object({}),
  access: 'signed-in',
})
type Added = { id: string }
type Work = (name: string, commit: Commit<Added>) => Promise<Added>

let world: World
let tenant: WorldTenant
let app: FastifyInstance
/** The endpoint's behaviour in the current test. */
let work: Work
let runs = 0

useTenants('commit', async (made, opened) => {
  world = opened
  tenant = made
  runs = 0
  app = await openServer({
    log: silentLog,
    idempotencyDb: world.ctx.db,
    trustedProxies: 0,
    now: () => new Date(),
    checksAnswers: true,
    connections: 8,
  })
  app.addHook('onRequest', async (request) => {
    request.actor = {
      tenantId: tenant.id,
      userId: tenant.users.analyst,
      name: 'Ann',
      role: 'analyst',
      messengerRole: 'none',
      permissions: new Set(),
      scope: [],
    }
  })
  route(app, addGroup, ({ params, commit }) => {
    runs += 1
    return work(params.name, commit)
  })
  route(app, countSlowly, ({ read }) =>
    read(async (tx) => {
      await sql`select count(*) as slowly from generate_series(1, 10_000_000_000)`.execute(tx)
      return {}
    }),
  )
})

async function add(tx: TenantTx, name: string): Promise<Added> {
  const id = GroupId.parse(newId(new Date()))
  await createGroups(tx, [{ id, name }])
  return { id }
}
const ask = (name: string, key?: string) =>
  app.inject({ method: 'POST', url: `/groups/${name}`, headers: key ? { 'idempotency-key': key } : {} })
const countOf = async (name: string) =>
  inTenant(world.ctx.db, tenant.id, async (tx) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from conversation_group where name = ${name}`.execute(tx)
    return rows[0]?.n
  })
const ageClaims = () =>
  inTenant(world.ctx.db, tenant.id, (tx) =>
    sql`update idempotency_key set started_at = now() - interval '2 minutes' where status is null`.execute(
      tx,
    ),
  )
const plain: Work = (name, commit) => commit((tx) => add(tx, name))

test('an answer that breaks its contract is our error, not a bad request', async () => {
  work = async () => ({ id: 5 }) as never
  const answer = await ask('Wrong')
  expect([answer.statusCode, answer.json().code]).toEqual([500, 'internal'])
})

test('if a process dies between a commit and its answer, the repetition gets the answer and does nothing again', async () => {
  const committed = Promise.withResolvers<Added>()
  work = async (name, commit) => {
    committed.resolve(await commit((tx) => add(tx, name)))
    return new Promise(() => {}) // like a process that has ended
  }
  void ask('Cut', 'k1')
  const added = await committed.promise
  const again = await ask('Cut', 'k1')
  expect([again.statusCode, again.json()]).toEqual([200, added])
  expect(again.headers['idempotent-replay']).toBe('true')
  expect([runs, await countOf('Cut')]).toEqual([1, 1])
})

test('after a failure following the commit, the write still counts as done', async () => {
  work = async (name, commit) => {
    await commit((tx) => add(tx, name))
    throw new Error('The disk is full')
  }
  const first = await ask('Done', 'k1')
  const again = await ask('Done', 'k1')
  expect(first.statusCode).toBe(200)
  expect(again.json()).toEqual(first.json())
  expect([runs, await countOf('Done')]).toEqual([1, 1])
  expect((await ask('Done too')).statusCode).toBe(200)
})

test('a request whose connection breaks before its commit changes nothing, and its repetition succeeds', async () => {
  work = (name, commit) =>
    commit(async (tx) => {
      const added = await add(tx, name)
      if (runs === 1) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
      return added
    })
  expect((await ask('Broken', 'k1')).statusCode).toBe(503)
  expect(await countOf('Broken')).toBe(0)
  expect((await ask('Broken', 'k1')).statusCode).toBe(200)
  expect([runs, await countOf('Broken')]).toEqual([2, 1])
})

test('a request that ran so long that another took over its key is rolled back', async () => {
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  work = (name, commit) =>
    commit(async (tx) => {
      const slow = runs === 1
      // Two names, so that the requests do not wait for each other.
      const added = await add(tx, slow ? `${name} slow` : name)
      if (slow) begun.resolve()
      if (slow) await goOn.promise
      return added
    })
  const first = ask('Lease', 'k1')
  await begun.promise
  expect((await ask('Lease', 'k1')).statusCode).toBe(409)
  await ageClaims()
  const second = await ask('Lease', 'k1')
  expect(second.statusCode).toBe(200)
  goOn.resolve()
  const late = await first
  expect([late.statusCode, late.json().code]).toEqual([409, 'request.in-progress'])
  expect(late.headers['retry-after']).toBe('1')
  expect([await countOf('Lease slow'), await countOf('Lease')]).toEqual([0, 1])
  expect((await ask('Lease', 'k1')).json()).toEqual(second.json())
})

test('an answer that breaks the contract is not committed', async () => {
  work = (name, commit) =>
    commit(async (tx) => {
      await add(tx, name)
      return {} as Added
    })
  expect((await ask('Wrong', 'k1')).statusCode).toBeGreaterThanOrEqual(400)
  expect(await countOf('Wrong')).toBe(0)
})

test('without a key a write runs for each request', async () => {
  work = plain
  expect((await ask('Plain')).statusCode).toBe(200)
  expect((await ask('Plain too')).statusCode).toBe(200)
  expect(runs).toBe(2)
})

test('a write that does not commit is reported in development', async () => {
  work = (name) => inTenant(world.ctx.db, tenant.id, (tx) => add(tx, name))
  expect((await ask('Aside')).statusCode).toBe(500)
})

test('a reader who disconnects leaves no running statement and uses no turn', async () => {
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const running = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and state = 'active' and query like '%as slowly%' and pid <> pg_backend_pid()`.execute(
      world.ctx.db,
    )
    return rows[0]?.n
  }
  // More calls than a user has turns, so waiting ones also start and end in time.
  const leave = new AbortController()
  const asked = Array.from({ length: 6 }, () => fetch(`${address}/slow`, { signal: leave.signal }))
  const ended = Promise.allSettled(asked)
  await vi.waitFor(async () => expect(await running()).toBeGreaterThanOrEqual(2), 5_000)
  leave.abort()
  await vi.waitFor(async () => expect(await running()).toBe(0), 5_000)
  expect((await ended).map(({ status }) => status)).toEqual(Array(6).fill('rejected'))
  await app.close()
})

test('too many requests are refused without a stack, and without a log line at a high level', async () => {
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const busy = await openServer({
    log,
    idempotencyDb: world.ctx.db,
    trustedProxies: 0,
    now: () => new Date(),
    checksAnswers: true,
    connections: 8,
  })
  busy.get('/limited', { config: { isLimited: true } }, () => ({}))
  const ask = () => busy.inject({ url: '/limited', remoteAddress: '192.0.2.7' })
  let last = await ask()
  for (let n = 0; n < httpLimits.requestsPerMinute; n++) last = await ask()
  expect([last.statusCode, last.json().code]).toEqual([429, 'request.too-many'])
  const said = lines.map((line) => JSON.parse(line) as { level: number; err?: object; refusedAs?: string })
  expect(said.filter(({ refusedAs }) => refusedAs === 'request.too-many')).toMatchObject([{ level: 20 }])
  expect(lines.join('')).not.toContain('"stack"')
  await busy.close()
})
