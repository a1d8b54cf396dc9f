/** What a tile shows is what Key Metrics count, within the reader's scope, and its link has exactly its rows. */
import type { ThemeId } from '@verbatim/contract/ids.ts'
import {
  dimensions,
  fieldsOf,
  type FilterField,
  filterFields,
  tileLimits,
  tileMetrics,
  tileRules,
} from '@verbatim/contract/insight-tiles.ts'
import type { InsightDefinition, InsightFigures, TileFigures } from '@verbatim/contract/insights.ts'
import { definitionOf } from '@verbatim/contract/metric-definitions.ts'
import type { Dashboard, Drilldown } from '@verbatim/contract/metrics.ts'
import { rolePermissions } from '@verbatim/contract/permissions.ts'
import { readyInsights } from '@verbatim/contract/ready-insights.ts'
import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { type KyselyPlugin, sql } from 'kysely'
import { expect, test } from 'vitest'
import { findInsightFigures } from '#domains/metrics/insight-figures.ts'
import { findPeriods } from '#domains/metrics/period.ts'
import { tileCounter } from '#domains/metrics/tiles.ts'
import { findActor } from '#domains/permissions/queries.ts'
import { mergeThemes } from '#domains/themes/commands.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { useTestWorld } from '#testing/test-world.ts'
import { insertThemes } from '#testing/themes.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
let northerner: Caller
let policyId: string
let insightId: string
/** The last became the second. */
let themes: readonly string[]

const dayMs = 86_400_000
/** The representative is in the north, the colleague in the south. */
const [north, south] = ['+15550100001', '+15550100009']
const said = [
  ['+15550107001', north, 3, 'Can you call me?'],
  [north, '+15550107001', 3, 'Yes, off the record'],
  ['+15550107001', north, 9, 'This is unacceptable, I want to complain. Urgent!'],
  [north, '+15550107002', 5, 'Hello'],
  [south, '+15550107002', 6, 'South says hello, off the record'],
  ['+15550107002', south, 7, 'Thank you so much! Send it to my gmail.'],
  [south, '+15550107003', 45, 'Earlier'],
  ['+15550107004', north, 4, 'When will my papers arrive?'],
] as const

useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('tiles')
  admin = await world.as(tenant, tenant.users.super_admin)
  const policy = await admin.call('POST', '/bff/api/v1/topic', {
    name: 'Secrecy',
    severity: 'high',
    scope: 'global',
    groupIds: [],
    action: 'raise',
    enabled: true,
    rules: [
      { name: 'Off the record', type: 'phrase', pattern: 'off the record', scope: 'message', conditions: {} },
    ],
  })
  policyId = policy.json.id
  const tomorrow = Math.floor(world.ctx.now().getTime() / dayMs + 1) * dayMs
  const lines = said.map(([by, to, days, body]) =>
    messageOf(world, {
      conversationKey: [by, to].toSorted().join(),
      direction: by === north || by === south ? 'outbound' : 'inbound',
      author: { kind: 'phone', value: by },
      participants: [by, to].map((value) => ({
        identity: { kind: 'phone' as const, value },
        role: 'member' as const,
      })),
      sentAt: new Date(tomorrow - days * dayMs),
      body,
    }),
  )
  await captureHistory(world, tenant, ...lines.map((line) => [line]))
  world.pass(dayMs)
  admin = await world.as(tenant, tenant.users.super_admin)
  northerner = await world.as(tenant, tenant.northerner)
  themes = await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const messages = await tx.selectFrom('message').select(['id', 'body']).execute()
    const saying = (words: RegExp) =>
      messages.filter(({ body }) => words.test(body ?? '')).map(({ id }) => id)
    const found = await insertThemes(
      tx,
      [
        { name: 'Calls', messageIds: saying(/call me|Yes|^Hello/) },
        { name: 'Papers', messageIds: saying(/papers/) },
        { name: 'Letters', messageIds: saying(/South|unacceptable/) },
      ],
      world.ctx.now(),
    )
    const actor = await findActor(tx, tenant.users.super_admin)
    if (!actor) throw new Error('no such user')
    const [, papers, letters] = found as [ThemeId, ThemeId, ThemeId]
    await mergeThemes(tx, actor, { id: letters, into: papers }, world.ctx.now())
    return found
  })
  const shared = { name: 'Shared', definition: { tiles: [] } }
  insightId = (await admin.call('POST', '/bff/insights', shared)).json.id
})

/** The figures of tiles that an administrator saved, for a reader. */
const figuresFor = async (caller: Caller, tiles: readonly object[]): Promise<InsightFigures> => {
  const saved = await admin.call('PUT', `/bff/insights/${insightId}`, { definition: { tiles } })
  expect([saved.status, saved.text]).toEqual([200, expect.anything()])
  const { status, json } = await caller.call('GET', `/bff/insights/${insightId}/figures?days=30`)
  expect(status).toBe(200)
  return json
}
const place = { x: 0, y: 0, w: 2, h: 1 }
const placed = (at: number) => ({ ...place, y: at })
type Counted = Extract<TileFigures, { state: 'counted' }>

test('each figure and each division is the one of Key Metrics, for readers of all and of one group', async () => {
  let compared = 0
  for (const caller of [admin, northerner]) {
    const tabs: Dashboard[] = []
    for (const tab of ['', '/sales', '/digital', '/compliance'])
      tabs.push((await caller.call('GET', `/bff/metrics${tab}?days=30`)).json)
    const tiles = tileMetrics.map((metric, at) => ({
      id: metric,
      kind: 'figure',
      metric,
      place: placed(at),
    }))
    const counted: TileFigures[] = []
    // As many as an insight may have.
    for (let from = 0; from < tiles.length; from += tileLimits.tiles)
      counted.push(...(await figuresFor(caller, tiles.slice(from, from + tileLimits.tiles))).tiles)
    for (const tile of counted) {
      const same = tabs.flatMap(({ figures }) => figures).find(({ id }) => id === tile.id)
      expect((tile as Counted).figure).toEqual(same)
      compared += 1
    }
    const divided = tabs
      .flatMap(({ breakdowns }) => breakdowns)
      .map(({ id, parts }) => {
        const [metric = '', by = ''] = id.split('-by-')
        return { id, parts, metric: metric === 'events' ? 'events-raised' : metric, by }
      })
    const tables = divided.map(({ id, metric, by }, at) => ({
      id,
      kind: 'table',
      metric,
      by,
      place: placed(at),
    }))
    const { tiles: parts } = await figuresFor(caller, tables)
    expect(parts.map((tile) => (tile as Counted).parts)).toEqual(divided.map(({ parts }) => parts))
    compared += divided.length
  }
  expect(compared).toBe(2 * (tileMetrics.length + 10))
})

const lists = {
  messages: '/bff/api/v1/messages?',
  events: '/bff/api/v1/cognitive-events?',
  'account-days': '/bff/dashboards/capture/account-days?days=30&',
} as const

/** Days of accounts are asked for by their state and channels; the others have the dialect of lists. */
function questionOf(list: Drilldown['list'], filter: string): Record<string, string> {
  if (list !== 'account-days') return { filter }
  const [state = '', channel] = filter.split(':')
  return { state, ...(channel !== undefined && { channel }) }
}

async function countRows(caller: Caller, { list, period, filter }: Drilldown): Promise<number> {
  const asked = new URLSearchParams({
    limit: '1',
    ...(period !== undefined && { period }),
    ...(filter !== undefined && questionOf(list, filter)),
  })
  const { status, json } = await caller.call('GET', `${lists[list as keyof typeof lists]}${asked}`)
  expect([filter, status]).toEqual([filter, 200])
  return json.total
}

const values = (): Readonly<Record<FilterField, readonly string[]>> => ({
  channel: ['whatsapp', 'sms'],
  category: ['question', 'complaint', 'compliment', 'other'],
  urgency: ['low', 'high'],
  theme: themes,
  group: [tenant.groups.north, tenant.groups.south],
  severity: ['high', 'low'],
  status: ['new', 'resolved'],
  policy: [policyId],
})
const narrowable = tileMetrics.filter((id) => Object.keys(tileRules[id]?.narrowed ?? {}).length > 0)

test('narrowed and divided in any way, the list behind each number has exactly its rows', async () => {
  let links = 0
  const narrowed = fc
    .record({
      metric: fc.constantFrom(...narrowable),
      by: fc.constantFrom(undefined, ...dimensions),
      picked: fc.record(
        Object.fromEntries(
          filterFields.map((field) => [field, fc.option(fc.nat(14), { freq: 2 })]),
        ) as Record<FilterField, fc.Arbitrary<number | null>>,
      ),
    })
    .map(({ metric, by, picked }) => {
      const rule = tileRules[metric]
      const canDivide = by !== undefined && by !== 'representative' && rule?.by[by] !== undefined
      const filter = Object.fromEntries(
        filterFields.flatMap((field) => {
          const bits = picked[field]
          const some = values()[field].filter((_, at) => ((bits ?? 0) >> at) % 2 === 1)
          return rule?.narrowed[field] && some.length > 0 ? [[field, some]] : []
        }),
      )
      const tile = { id: 'tile', metric, filter, place }
      return canDivide ? { ...tile, kind: 'table', by } : { ...tile, kind: 'figure' }
    })
  await fc.assert(
    fc.asyncProperty(narrowed, fc.boolean(), async (tile, isAdmin) => {
      const caller = isAdmin ? admin : northerner
      const [found] = (await figuresFor(caller, [tile])).tiles
      expect(found?.state).toBe('counted')
      const { figure, parts } = found as Counted
      for (const one of parts ?? (figure ? [figure] : [])) {
        if (definitionOf(tile.metric).unit === 'count') expect(one.drilldown?.rows).toBe(one.value)
        if (!one.drilldown) continue
        expect([tile, await countRows(caller, one.drilldown)]).toEqual([tile, one.drilldown.rows])
        if (one.drilldown.rows) links += 1
      }
    }),
    { numRuns: roundsOf(120) },
  )
  expect(links).toBeGreaterThan(roundsOf(120) / 4)
})

test('waiting clients by representative lead to exactly those clients', async () => {
  const tile = { id: 'waiting', kind: 'table', metric: 'waiting-clients', by: 'representative', place }
  const [counted] = (await figuresFor(admin, [tile])).tiles
  const { parts = [] } = counted as Counted
  expect(parts.map(({ value, previous }) => [value, previous])).toEqual([[1, null]])
  const [{ key, drilldown }] = parts as [(typeof parts)[number]]
  expect(drilldown).toEqual({ list: 'waiting-clients', filter: `waiting:${key}`, rows: 1 })
  const clients = await admin.call('GET', `/bff/dashboards/sales/waiting-clients?owner=${key}`)
  expect(clients.json).toMatchObject({ total: 1, items: [{ category: 'question' }] })
})

test('a reader of one group gets the figures of that group, and no name of another', async () => {
  const tiles = [
    { id: 'figure', kind: 'figure', metric: 'messages-sent', place },
    { id: 'groups', kind: 'table', metric: 'messages', by: 'group', place: placed(1) },
    { id: 'people', kind: 'table', metric: 'messages-sent', by: 'representative', place: placed(2) },
    { id: 'themes', kind: 'table', metric: 'messages-sent', by: 'theme', place: placed(3) },
  ]
  const shown = async (caller: Caller) =>
    (await figuresFor(caller, tiles)).tiles.map((tile) => {
      const { figure, parts } = tile as Counted
      return figure ? figure.value : parts?.map(({ name, value }) => [name, value])
    })
  const [all, allGroups, allPeople, allThemes] = await shown(admin)
  const [own, ownGroups, ownPeople, ownThemes] = await shown(northerner)
  expect([all, own]).toEqual([3, 2])
  expect([allGroups, ownGroups].map((groups) => (groups as unknown[]).length)).toEqual([2, 1])
  expect((allPeople as unknown[]).length).toBe(2)
  expect(ownPeople).toEqual([[expect.any(String), 2]])
  // What one of them became has its messages.
  expect(allThemes).toEqual([
    ['Calls', 2],
    ['Papers', 1],
  ])
  expect(ownThemes).toEqual([['Calls', 2]])
})

/** The reader stays. */
const awaited = new AbortController().signal

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
        signal: awaited,
        onFailure: (_, error) => {
          throw error
        },
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

/** Counts while another transaction holds the messages, for the super administrator. */
async function whileMessagesAreHeld(
  over: { readonly limitMs?: number; readonly signal?: AbortSignal },
  lockTimeoutMs = 10_000,
) {
  const tiles = ['connected-accounts', 'messages', 'events-raised'].map((metric, at) => ({
    id: metric,
    kind: 'figure',
    metric,
    filter: {},
    place: placed(at),
  }))
  const failed: string[] = []
  const { signal = awaited } = over
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
      const found = await findInsightFigures(tx, actor, { ...asked, ...over, signal })
      return found.tiles.map(({ state }) => state)
    }
    return inTenant(db, tenant.id, counting, { signal }).catch((error: Error) => error.message)
  })
  return { states, failed }
}

test('a tile that the database cannot count fails by itself', async () => {
  expect(await whileMessagesAreHeld({}, 100)).toEqual({
    states: ['counted', 'failed', 'counted'],
    failed: ['messages'],
  })
})

test('when the time for an insight is over, the rest of its tiles fail, and the caller is told of each', async () => {
  expect(await whileMessagesAreHeld({ limitMs: 500 })).toEqual({
    states: ['counted', 'failed', 'failed'],
    failed: ['messages', 'events-raised'],
  })
})

test('a reader who leaves ends the counting, and no tile of theirs failed', async () => {
  const leaving = new AbortController()
  setTimeout(() => leaving.abort(new Error('left')), 500)
  expect(await whileMessagesAreHeld({ signal: leaving.signal })).toEqual({ states: 'left', failed: [] })
})

test('what several tiles show is counted once', async () => {
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

test('every ready-made insight is one that an organization could save', async () => {
  for (const [id, { type, definition }] of Object.entries(readyInsights)) {
    const { status, text } = await admin.call('POST', '/bff/insights', { name: id, type, definition })
    expect([id, status, status === 200 || text]).toEqual([id, 200, true])
    const previewed = await admin.call('POST', '/bff/insights/preview?days=30', { definition })
    const { tiles }: InsightFigures = previewed.json
    expect(tiles.map(({ state }) => state)).toEqual(tiles.map(() => 'counted'))
    const opened = await admin.call('GET', `/bff/insights/${id}/figures?days=30`)
    expect(opened.json.tiles).toEqual(tiles)
    const titles = definition.tiles.flatMap((tile) =>
      tile.kind === 'text' ? [] : definitionOf(tile.metric).name,
    )
    expect(titles.length).toBeGreaterThan(3)
  }
})

test('under pseudonyms, representatives have no names, and their links still have their rows', async () => {
  const tiles = [{ id: 'people', kind: 'table', metric: 'messages-sent', by: 'representative', place }]
  const shown = async () => ((await figuresFor(northerner, tiles)).tiles[0] as Counted).parts ?? []
  const [named] = await shown()
  expect(named?.name).toBe('Rita Lund')
  const hide = (readsUnderPseudonyms: boolean) =>
    admin.call('PUT', '/bff/organizations', { readsUnderPseudonyms })
  expect((await hide(true)).status).toBe(200)
  try {
    const parts = await shown()
    expect(JSON.stringify(parts)).not.toMatch(/Rita|Lund/)
    expect(JSON.stringify(parts)).not.toContain(named?.key)
    expect(parts).toMatchObject([{ name: expect.stringMatching(/^Representative [0-9A-Z]{6}$/), value: 2 }])
    for (const { drilldown, value } of parts)
      expect(drilldown && (await countRows(northerner, drilldown))).toBe(value)
  } finally {
    await hide(false)
  }
})
