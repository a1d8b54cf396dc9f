/** How the tiles of an insight are counted: by permission, within its time, and once for all that show the same. */
import { dayMs } from '@verbatim/contract/durations.ts'
import { dimensions, fieldsOf, tileMetrics, tileRules } from '@verbatim/contract/insight-tiles.ts'
import type { InsightDefinition } from '@verbatim/contract/insights.ts'
import { rolePermissions } from '@verbatim/contract/permissions.ts'
import { readyInsights } from '@verbatim/contract/ready-insights.ts'
import { type KyselyPlugin, sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { findInsightFigures } from '#domains/metrics/insight-figures.ts'
import { findPeriods } from '#domains/metrics/period.ts'
import { tileCounter } from '#domains/metrics/tiles.ts'
import { findActor } from '#domains/permissions/actors.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { insertMessages } from '#testing/messages.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { place, placed, useTiles } from '#testing/tiles.ts'
import { wholly } from '#testing/counting.ts'

let world: World
let tenant: WorldTenant
let themes: readonly string[]
useTiles((bed) => ({ world, tenant, themes } = bed))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const seen = async (definition: InsightDefinition, without: (name: string) => boolean) =>
  inTenant(world.ctx.db, tenant.id, async (tx) => {
    const actor = await findActor(tx, tenant.users.super_admin)
    if (!actor) throw new Error('no such user')
    const permissions = new Set(rolePermissions.super_admin.filter((name) => !without(name)))
    return findInsightFigures(
      tx,
      { ...actor, permissions },
      {
        definition,
        query: {},
        now: world.ctx.now(),
        ...wholly,
      },
    )
  })

test('a tile whose metric the reader may not see says so, and has no figure', async () => {
  const { definition } = readyInsights['weekly-supervision']
  const closed = await seen(definition, (name) => name === 'metrics.compliance')
  expect(closed.tiles.filter(({ state }) => state === 'counted').map(({ id }) => id)).toEqual([
    'events-raised',
    'open-events',
    'events-raised-by-day',
  ])
  expect(JSON.stringify(closed.tiles.filter(({ state }) => state === 'not-allowed'))).not.toContain('value')
  // A filter shows what the division by its field would show.
  const sent = (filter: object): InsightDefinition =>
    ({
      usualDays: 30,
      tiles: [{ id: 'sent', kind: 'figure', metric: 'messages-sent', filter, place }],
    }) as InsightDefinition
  const noOverview = (name: string) => name === 'metrics.organization'
  expect((await seen(sent({}), noOverview)).tiles).toMatchObject([{ state: 'counted' }])
  const narrowed = sent({ category: ['complaint'] })
  expect(narrowed.tiles.flatMap((tile) => (tile.kind === 'text' ? [] : fieldsOf(tile.filter)))).toEqual([
    'category',
  ])
  expect((await seen(narrowed, noOverview)).tiles).toEqual([{ id: 'sent', state: 'not-allowed' }])
  // Themes are for readers of themes who may see the figure, too.
  const byTheme: InsightDefinition = {
    usualDays: 30,
    tiles: [{ id: 'themes', kind: 'table', metric: 'messages', by: 'theme', filter: {}, place }],
  }
  const stateOf = async (...absent: string[]) =>
    (await seen(byTheme, (name) => absent.includes(name))).tiles.map(({ state }) => state)
  expect(await stateOf()).toEqual(['counted'])
  expect(await stateOf('themes.view')).toEqual(['not-allowed'])
  expect(await stateOf('metrics.organization')).toEqual(['not-allowed'])
  const ofTheme = sent({ theme: themes.slice(0, 1) })
  expect((await seen(ofTheme, () => false)).tiles).toMatchObject([{ state: 'counted' }])
  expect((await seen(ofTheme, (name) => name === 'themes.view')).tiles).toEqual([
    { id: 'sent', state: 'not-allowed' },
  ])
  const none = await seen(definition, (name) => name.startsWith('metrics.'))
  expect(none.tiles.every(({ state }) => state === 'not-allowed')).toBe(true)
})

/** How many wait for counts of messages. */
async function countWaiting(tx: TenantTx): Promise<number> {
  const { rows } = await sql`select from pg_locks where not granted and relation = 'message_rollup'::regclass
    and database = (select oid from pg_database where datname = current_database())`.execute(tx)
  return rows.length
}

interface Over {
  readonly limitMs?: number
  readonly signal?: AbortSignal
  readonly lockTimeoutMs?: number
  /** Called once the counting waits. */
  readonly meanwhile?: () => void
}

/** Counts while another transaction holds the messages, for the super administrator. */
async function whileMessagesAreHeld({
  signal = wholly.signal,
  limitMs = 60_000,
  lockTimeoutMs = 10_000,
  meanwhile,
}: Over) {
  const tiles = ['connected-accounts', 'messages', 'events-raised'].map((metric, at) => ({
    id: metric,
    kind: 'figure',
    metric,
    filter: {},
    place: placed(at),
  }))
  const failed: string[] = []
  const { db } = world.ctx
  const states = await inTenant(db, tenant.id, async (other) => {
    await sql`lock table message_rollup in access exclusive mode`.execute(other)
    const counting = async (tx: TenantTx) => {
      const actor = await findActor(tx, tenant.users.super_admin)
      if (!actor) throw new Error('no such user')
      await sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`.execute(tx)
      const asked = {
        definition: { usualDays: 30, tiles } as InsightDefinition,
        query: {},
        now: world.ctx.now(),
        onFailure: (id: string) => failed.push(id),
      }
      const found = await findInsightFigures(tx, actor, { ...asked, limitMs, signal })
      return found.tiles.map((tile) => (tile.state === 'failed' ? tile.reason : tile.state))
    }
    const counted = inTenant(db, tenant.id, counting, { signal }).catch((error: Error) => error.message)
    if (meanwhile) await expect.poll(() => countWaiting(other)).toBe(1)
    meanwhile?.()
    return counted
  })
  return { states, failed }
}

test('a tile that the database cannot count fails by itself', async () => {
  expect(await whileMessagesAreHeld({ lockTimeoutMs: 100 })).toEqual({
    states: ['counted', 'unavailable', 'counted'],
    failed: ['messages'],
  })
})

test('when the time for an insight is over, the rest of its tiles fail, and the answer names each', async () => {
  const real = performance.now.bind(performance)
  let passedMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => real() + passedMs)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const limitMs = 20_000
  // The time passes once a tile waits, so those before it have as much as they need.
  const meanwhile = () => {
    passedMs = limitMs
    vi.advanceTimersByTime(limitMs)
  }
  expect(await whileMessagesAreHeld({ limitMs, meanwhile, lockTimeoutMs: 30_000 })).toEqual({
    states: ['counted', 'too-long', 'too-long'],
    failed: ['messages', 'events-raised'],
  })
})

test('the counting ends when the reader leaves, and no tile counts as failed', async () => {
  const leaving = new AbortController()
  const meanwhile = () => leaving.abort(new Error('left'))
  const found = await whileMessagesAreHeld({ signal: leaving.signal, meanwhile })
  expect(found).toEqual({ states: 'left', failed: [] })
})

test('a figure that several tiles show is counted once', async () => {
  await inTenant(world.ctx.db, tenant.id, async (given) => {
    const actor = await findActor(given, tenant.users.super_admin)
    if (!actor) throw new Error('no such user')
    let asked = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        asked += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const tx = Object.assign(given.withPlugin(counting), { tenantId: tenant.id }) as TenantTx
    const periods = await findPeriods(tx, { days: 30 }, world.ctx.now())
    const count = tileCounter({ tx, scope: actor.scope, periods })
    let tiles = 0
    for (const metric of tileMetrics)
      for (const by of [undefined, ...dimensions]) {
        if (by !== undefined && !tileRules[metric]?.by[by]) continue
        const first = await count({ metric, filter: {}, by })
        const before = asked
        expect(await count({ metric, filter: {}, by })).toEqual(first)
        expect([metric, by, asked - before]).toEqual([metric, by, 0])
        tiles += 1
      }
    expect(tiles).toBeGreaterThan(tileMetrics.length)
  })
})

test('all tiles are counted from one moment, also of a preview', async () => {
  const admin = await world.as(tenant, tenant.users.super_admin)
  const tiles = [{ id: 'all', kind: 'figure', metric: 'messages', filter: {}, place }]
  const definition = { usualDays: 30, tiles } as InsightDefinition
  const made = await admin.call('POST', '/bff/insights', { name: 'At once', definition })
  expect(made.status, JSON.stringify(made.json)).toBe(200)
  const { db, now } = world.ctx
  for (const ask of [
    () => admin.call('GET', `/bff/insights/${made.json.id}/figures`),
    () => admin.call('POST', '/bff/insights/preview', { definition }),
  ]) {
    const before = (await ask()).json.tiles
    // The counting has begun, and waits for the counts of messages, when another message is stored.
    const asked = await inTenant(db, tenant.id, async (other) => {
      await sql`lock table message_rollup in access exclusive mode`.execute(other)
      await insertMessages(other, [{ posted_at: new Date(now().getTime() - 2 * dayMs) }], now())
      const counting = ask()
      await expect.poll(() => countWaiting(other)).toBeGreaterThan(0)
      return { counting }
    })
    expect((await asked.counting).json.tiles).toEqual(before)
    expect((await ask()).json.tiles).not.toEqual(before)
  }
})
