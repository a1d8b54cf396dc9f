import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { keepArrivals } from '#flows/capture/keep.ts'
import { normalisedType } from '#flows/capture/parse.ts'
import { inTenant, openDb } from '#platform/db.ts'
import { openMetrics } from '#platform/metrics.ts'
import { StoreAway } from '#platform/files/failures.ts'
import type { TestDatabase } from '#testing/database.ts'
import { useTestWorld } from '#testing/test-world.ts'
import { ask } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { beat, countProcesses, endBeat } from './beat.ts'
import { openHealth } from './health.ts'
import { reportInstallation } from './report-metrics.ts'

let database: TestDatabase
let world: World
let tenant: WorldTenant
useTestWorld(async (opened, own) => {
  world = opened
  database = own
  tenant = await world.makeTenant('watched')
})

const lifeOf = (roles: string[]) => ({ id: randomUUID(), node: 'one', roles, version: '0' })
const checkNow = (changes: Partial<World['ctx']> = {}) =>
  openHealth({ ...world.ctx, ...changes }, lifeOf(['api'])).check()
const beatsOf = (id: string) =>
  world.ctx.db.selectFrom('process_beat').select('beat_at').where('id', '=', id).execute()

test('the process is ready after it has committed a row, and never while it cannot commit one', async () => {
  const life = lifeOf(['worker'])
  expect(await openHealth(world.ctx, life).check()).toEqual({ state: 'ready', degraded: [] })
  expect(await beatsOf(life.id)).toHaveLength(1)
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  try {
    await owner.query('revoke insert on process_beat from verbatim_app')
    expect(await checkNow()).toEqual({ state: 'not-ready', degraded: ['database'] })
  } finally {
    await owner.query('grant insert on process_beat to verbatim_app')
    await owner.end()
  }
  await endBeat(world.ctx.db, life)
})

test('a problem is reported, and does not remove a process from its load balancer', async () => {
  const files = { ...world.ctx.files, probe: () => Promise.reject(new StoreAway(new Error('503'))) }
  expect(await checkNow({ files })).toEqual({ state: 'degraded', degraded: ['files', 'worker'] })
  const worker = lifeOf(['worker'])
  await beat(world.ctx.db, worker)
  expect(await countProcesses(world.ctx.db)).toEqual(
    new Map([
      ['api', expect.any(Number)],
      ['worker', 1],
    ]),
  )
  expect((await checkNow()).degraded).not.toContain('worker')
  await keepArrivals(
    world.ctx.db,
    tenant.id,
    [
      {
        tenantId: tenant.id,
        accountId: tenant.accounts.sms,
        channel: 'sms',
        transport: 'history',
        sourceKey: 'waits',
        contentType: normalisedType,
        headers: {},
        remote: undefined,
        bytes: Buffer.from('no message'),
        receivedAt: world.ctx.now(),
      },
    ],
    new Date(world.ctx.now().getTime() - 120_000),
  )
  expect((await checkNow()).degraded).toEqual(['backlog'])
  await inTenant(world.ctx.db, tenant.id, (tx) => tx.deleteFrom('record_backlog').execute())
  await endBeat(world.ctx.db, worker)
})

test('a draining process is not ready, even if all checks succeed', async () => {
  const health = openHealth(world.ctx, lifeOf(['api']))
  expect((await health.check()).state).not.toBe('draining')
  health.drain()
  expect(await health.check()).toEqual({ state: 'draining', degraded: [] })
})

test('metrics count waiting work over all organizations without naming any', async () => {
  await world.deliver(tenant, { from: '+15550108888', body: 'a secret sentence' })
  await new Promise((resolve) => setTimeout(resolve, 50))
  const all = await world.ctx.metrics.read()
  const valueOf = (name: string, label: Record<string, string>) =>
    all
      .find((metric) => metric.name === name)
      ?.values.find(({ labels }) => Object.entries(label).every(([key, value]) => labels[key] === value))
      ?.value
  expect(valueOf('verbatim_waiting', { work: 'backlog' })).toBeGreaterThanOrEqual(1)
  expect(valueOf('verbatim_deliveries_total', { outcome: 'accepted' })).toBeGreaterThanOrEqual(1)
  expect(valueOf('verbatim_disk_free_bytes', { folder: 'home' })).toBeGreaterThan(0)
  expect(valueOf('verbatim_database_connections', { pool: 'queries', state: 'open' })).toBeGreaterThan(0)
  expect(valueOf('verbatim_http_request_seconds', { route: '/hooks/:channel/:accountId' })).toBeDefined()
  const text = JSON.stringify(all)
  for (const secret of [tenant.id, tenant.label, 'a secret sentence', '+1555', tenant.accounts.sms])
    expect(text).not.toContain(secret)
})

test('load balancers get the health at any address of this machine', async () => {
  const at = (url: string) => ask(world.app, { url, headers: { host: '10.0.0.7:3000' } })
  expect(await at('/health/live')).toMatchObject({ status: 200, json: { status: 'alive' } })
  const { status, json } = await at('/health/ready')
  expect([status, json]).toEqual([200, { status: 'ready', degraded: [] }])
})

test('while the database is unavailable, the other metrics are reported', async () => {
  const db = openDb('postgresql://nobody:x@127.0.0.1:9/none')
  const metrics = openMetrics('api')
  const away = { ...world.ctx, db }
  reportInstallation(metrics, away, openHealth(away, lifeOf(['api'])))
  await metrics.read() // counts the figures that it could not read
  const names = (await metrics.read()).filter(({ values }) => values.length > 0).map(({ name }) => name)
  expect(names).toContain('nodejs_eventloop_lag_p99_seconds')
  expect(names).toContain('verbatim_metrics_unread_total')
  expect(names).not.toContain('verbatim_waiting')
  await db.destroy()
})
