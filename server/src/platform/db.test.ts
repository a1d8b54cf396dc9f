import { once } from 'node:events'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { TenantId } from '@verbatim/contract/ids.ts'
import { roundsOf } from '@verbatim/reference/share.ts'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import type { TestDatabase } from '#testing/database.ts'
import { isIdleTimeout, isPassing } from './db-errors.ts'
import { type Db, inTenant, openDb, type TenantTx, withoutTimeLimit } from './db.ts'

let database: TestDatabase
useTestDatabase((opened) => {
  database = opened
})
afterEach(() => vi.useRealTimers())

/** The driver's limits elapse only when a test says so, so no answer that must come is too late for them. */
const holdTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
/** Longer than a statement may take, and the silence after it. */
const tooLongMs = 35_000

/** A connection to the database that can be made silent while it stays open. */
async function openLine() {
  const target = new URL(database.url)
  const sockets = new Set<Socket>()
  let silent = false
  let asked = Promise.withResolvers<void>()
  const server = createServer((near) => {
    const far = connect(`${decodeURIComponent(target.hostname)}/.s.PGSQL.${target.port || 5432}`)
    sockets.add(near).add(far)
    near.on('data', (bytes) => (silent ? asked.resolve() : far.write(bytes)))
    far.on('data', (bytes) => silent || near.write(bytes))
    for (const socket of [near, far])
      socket.on('error', () => {}).on('close', () => (near.destroy(), far.destroy()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(
    database.url.replace(target.host, `127.0.0.1:${(server.address() as AddressInfo).port}`),
  )
  return {
    url: url.href,
    /** Resolves when it was asked in vain. */
    silence() {
      silent = true
      asked = Promise.withResolvers()
      return asked.promise
    },
    speak: () => (silent = false),
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test('a silent connection is given up and not reused; the pool recovers when the network does', async () => {
  const line = await openLine()
  holdTimers()
  const db: Db = openDb(line.url, { max: 1 })
  const tenantId = TenantId.parse(newId(new Date()))
  const ask = () => inTenant(db, tenantId, (tx) => sql`select 1`.execute(tx))
  await ask()
  const silenced = line.silence()
  const error = ask().catch((reason: unknown) => reason)
  await silenced
  vi.advanceTimersByTime(tooLongMs)
  expect(isPassing(await error)).toBe(true)
  line.speak()
  // A connection that was given up may be used once more while it closes, but no caller waits for it.
  await expect(ask().catch(ask)).resolves.toBeDefined()
  await db.destroy()
  line.close()
})

test.each([
  [{ code: '57P01' }, true],
  [{ code: '53300' }, true],
  [{ code: '40P01' }, true],
  [{ code: 'ECONNREFUSED' }, true],
  [{ code: 'ENOENT', syscall: 'connect' }, true],
  [{ code: 'ENOENT', syscall: 'open' }, false],
  [{ code: '23505' }, false],
  [{ code: '22P05' }, false],
  [{ message: 'Connection terminated unexpectedly' }, true],
  [{ message: 'Cannot read properties of undefined' }, false],
])('an error of %o is passing: %s', (like, expected) => {
  expect(isPassing(Object.assign(new Error((like as { message?: string }).message ?? ''), like))).toBe(
    expected,
  )
})

test('an abandoned query is cancelled, but never the next one on its connection', async () => {
  const db: Db = openDb(database.url, { max: 1 })
  const tenantId = TenantId.parse(newId(new Date()))
  const slow = sql`select count(*) from generate_series(1, 10_000_000_000)`
  const began = performance.now()
  const rounds = roundsOf(20)
  for (let round = 0; round < rounds; round++) {
    const gone = new AbortController()
    const left = new Error('left')
    setTimeout(() => gone.abort(left), (round * 80) / rounds)
    const asked = inTenant(db, tenantId, (tx) => slow.execute(tx), { signal: gone.signal })
    await expect(asked).rejects.toBe(left)
    expect((await inTenant(db, tenantId, (tx) => sql`select pg_sleep(0.02)`.execute(tx))).rows).toHaveLength(
      1,
    )
  }
  expect(performance.now() - began).toBeLessThan(20_000) // the time limit is thirty seconds each
  const early = AbortSignal.abort(new Error('before'))
  await expect(inTenant(db, tenantId, (tx) => slow.execute(tx), { signal: early })).rejects.toThrow('before')
  await db.destroy()
})

test('a transaction that cannot be opened fails at its first statement, and its connection is usable again', async () => {
  const db: Db = openDb(database.url, { max: 1 })
  const ask = (tenantId: string) => inTenant(db, tenantId as TenantId, (tx) => sql`select 1`.execute(tx))
  await expect(ask('a\0b')).rejects.toThrow('invalid byte sequence for encoding "UTF8": 0x00')
  expect((await ask(newId(new Date()))).rows).toHaveLength(1)
  await db.destroy()
})

const sleep = (seconds: number) => sql`select pg_sleep(${seconds})`

test('long work may take longer than a request at the server; what follows it may not', async () => {
  const db = openDb(database.url, { max: 1, statementTimeoutMs: 300 })
  const tenantId = TenantId.parse(newId(new Date()))
  const long = inTenant(db, tenantId, (tx) => withoutTimeLimit(tx, () => sleep(0.6).execute(tx)))
  await expect(long).resolves.toBeDefined()
  // The next transaction of the same connection has the limits of a request.
  await expect(inTenant(db, tenantId, (tx) => sleep(5).execute(tx))).rejects.toThrow('statement timeout')
  await db.destroy()
})

test('long work may take longer than a request in the driver; what follows it may not', async () => {
  holdTimers()
  const db = openDb(database.url, { max: 1 })
  const tenantId = TenantId.parse(newId(new Date()))
  const sleepTooLong = async (tx: TenantTx) => {
    const asked = sleep(0.5).execute(tx)
    await turn()
    vi.advanceTimersByTime(tooLongMs)
    return asked
  }
  const long = inTenant(db, tenantId, (tx) => withoutTimeLimit(tx, () => sleepTooLong(tx)))
  await expect(long).resolves.toBeDefined()
  const after = inTenant(db, tenantId, async (tx) => {
    await withoutTimeLimit(tx, () => sleep(0).execute(tx))
    await sleepTooLong(tx)
  })
  // The driver gives the connection up.
  expect(isPassing(await after.catch((error: unknown) => error))).toBe(true)
  await db.destroy()
})

test('a day is read as the same text that was written, in any time zone of the process', async () => {
  const zone = process.env['TZ']
  for (const at of ['Pacific/Auckland', 'America/Los_Angeles']) {
    process.env['TZ'] = at
    const { rows } = await sql`select '2026-12-25'::date as day, null::date as none`.execute(database.db)
    expect(rows).toEqual([{ day: '2026-12-25', none: null }])
  }
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

test('a transaction that says nothing for too long fails with that reason', async () => {
  const db: Db = openDb(database.url, { max: 1 })
  const error = await inTenant(db, TenantId.parse(newId(new Date())), async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 50`.execute(tx)
    await pause(300)
    await sql`select 1`.execute(tx)
  }).catch((reason: unknown) => reason)
  expect([isIdleTimeout(error), isPassing(error)]).toEqual([true, true])
  await db.destroy()
})
