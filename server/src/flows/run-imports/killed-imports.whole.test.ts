import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import type { Shift } from '#testing/turn-worker.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

const program = fileURLToPath(new URL('../../testing/turn-worker.ts', import.meta.url))
/** After this time, other workers take over from a killed worker. */
const leaseMs = 61_000

let database: TestDatabase
let world: World
useTestWorld((opened, own) => {
  world = opened
  database = own
})

const shiftOf = (tenant: WorldTenant, aheadMs: number): Shift => ({
  works: ['imports'],
  databaseUrl: database.url,
  home: world.ctx.config.VERBATIM_HOME,
  tenantId: tenant.id,
  aheadMs,
  freezes: false,
  env: {},
})

/** Lets a separate process work until nothing is left to do or `lives` ends, and then kills it. */
async function workAsProcess(tenant: WorldTenant, aheadMs: number, lives?: Promise<void>): Promise<void> {
  const child = fork(program, [JSON.stringify(shiftOf(tenant, aheadMs))], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  await Promise.race([lives, ended])
  child.kill(lives ? 'SIGKILL' : 0)
  const [code, signal] = (await ended) as [number | null, string | null]
  expect(signal ?? code).toBeOneOf(lives ? ['SIGKILL', 0] : [0])
}

const within = <T>(tenant: WorldTenant, query: RawBuilder<T>) =>
  inTenant(world.ctx.db, tenant.id, async (tx) => (await query.execute(tx)).rows[0] as T)

/** Ends shortly after a number has grown by this much. */
async function grown(tenant: WorldTenant, number: RawBuilder<{ n: number }>, by: number, ms: number) {
  const { n: begun } = await within(tenant, number)
  while ((await within(tenant, number)).n < begun + by) await wait(5)
  await wait(ms)
}

test('an import creates each contact once, wherever its workers are killed', async () => {
  const people = 5000
  const tenant = await world.makeTenant('killed')
  const admin = await world.as(tenant, tenant.users.tenant_admin)
  const rows = Array.from(
    { length: people },
    (_, i) => `Client ${i},+1555${String(2_000_000 + i)},c${i}@client.example,North\n`,
  )
  const { json } = await admin.call(
    'POST',
    '/messenger/api/v1/contacts/import',
    Buffer.from(`Name,Phone,Email,Groups\n${rows.join('')}`),
    { 'content-type': 'text/csv' },
  )
  const made = sql<{ n: number; different: number }>`
    select count(*)::int as n, count(distinct name)::int as different from contact where name like 'Client %'`
  const attempts = sql<{ n: number }>`select attempts::int as n from import`
  const done = sql<{ n: number }>`select rows_done as n from import`
  // Right after it takes the import, right after a batch, and during the next ones.
  const lives = [
    () => grown(tenant, attempts, 1, 0),
    () => grown(tenant, done, 500, 0),
    () => grown(tenant, attempts, 1, 40),
    () => grown(tenant, done, 1000, 60),
    () => grown(tenant, done, 500, 25),
  ]
  for (const [index, living] of lives.entries()) {
    await workAsProcess(tenant, index * leaseMs, living())
    const now = (await admin.call('GET', `/bff/api/v1/imports/${json.id}`)).json
    expect(now.counts.created).toBe(now.done)
    expect(await within(tenant, made)).toEqual({ n: now.done, different: now.done })
  }
  await workAsProcess(tenant, lives.length * leaseMs)
  const { state, counts } = (await admin.call('GET', `/bff/api/v1/imports/${json.id}`)).json
  expect([state, counts]).toEqual(['done', { created: people, updated: 0, skipped: 0, failed: 0 }])
  expect(await within(tenant, made)).toEqual({ n: people, different: people })
  const audited = sql`select count(*)::int as n, count(distinct target_id)::int as different from audit_event
    where type = 'contact_created'`
  expect(await within(tenant, audited)).toEqual({ n: people, different: people })
}, 240_000)

test('an import creates and invites each user once, even if its workers are killed', async () => {
  const tenant = await world.makeTenant('invited')
  const admin = await world.as(tenant, tenant.users.super_admin)
  const rows = Array.from({ length: 300 }, (_, i) => `p${i}@example.com,P${i},Doe,Analyst,Everything\n`)
  await admin.call(
    'POST',
    '/bff/api/v1/users/import',
    Buffer.from(`Email,First name,Last name,Role,Permission profiles\n${rows.join('')}`),
    { 'content-type': 'text/csv' },
  )
  const mails = sql<{ n: number }>`select count(*)::int as n from mail`
  const byInvitations = [20, 60, 40]
  for (const [index, by] of byInvitations.entries())
    await workAsProcess(tenant, index * leaseMs, grown(tenant, mails, by, index * 15))
  expect((await within(tenant, mails)).n).toBeLessThan(300)
  await workAsProcess(tenant, byInvitations.length * leaseMs)
  const users = sql`select count(*)::int as n, count(distinct email)::int as different from tenant_user
    where last_name = 'Doe'`
  expect(await within(tenant, users)).toEqual({ n: 300, different: 300 })
  const invited = sql`select count(*)::int as n, count(distinct recipient)::int as different from mail`
  expect(await within(tenant, invited)).toEqual({ n: 300, different: 300 })
}, 240_000)
