/** What a tile shows is what Key Metrics count, within the reader's scope, and its link has exactly its rows. */
import {
  dimensions,
  type FilterField,
  filterFields,
  tileLimits,
  tileMetrics,
  tileRules,
} from '@verbatim/contract/insight-tiles.ts'
import type { InsightFigures, TileFigures } from '@verbatim/contract/insights.ts'
import { definitionOf } from '@verbatim/contract/metric-definitions.ts'
import type { Dashboard } from '@verbatim/contract/metrics.ts'
import { readyInsights } from '@verbatim/contract/ready-insights.ts'
import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import type { WorldTenant } from '#testing/world.ts'
import { place, placed, useTiles, valuesOf } from '#testing/tiles.ts'
import { countRows } from '#testing/drilldowns.ts'

let tenant: WorldTenant
let admin: Caller
let northerner: Caller
let policyId: string
let insightId: string
/** The last became the second. */
let themes: readonly string[]

useTiles((bed) => ({ tenant, admin, northerner, policyId, insightId, themes } = bed))

/** The figures of tiles that an administrator saved, for a reader. */
const figuresFor = async (caller: Caller, tiles: readonly object[]): Promise<InsightFigures> => {
  const saved = await admin.call('PUT', `/bff/insights/${insightId}`, { definition: { tiles } })
  expect([saved.status, saved.text]).toEqual([200, expect.anything()])
  const { status, json } = await caller.call('GET', `/bff/insights/${insightId}/figures?days=30`)
  expect(status).toBe(200)
  return json
}
type Counted = Extract<TileFigures, { state: 'counted' }>

test('each figure and each division equals that of Key Metrics, for readers of all and of one group', async () => {
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

const values = () => valuesOf({ tenant, themes, policyId })
const narrowable = tileMetrics.filter((id) => Object.keys(tileRules[id]?.narrowed ?? {}).length > 0)

test(
  'narrowed and divided in any way, the list behind each number has exactly its rows',
  { tags: ['whole'] },
  async () => {
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
      { numRuns: roundsOf(160) },
    )
    expect(links).toBeGreaterThan(roundsOf(120) / 4)
  },
)

test('waiting clients by representative and category lead to exactly those clients', async () => {
  const tile = { id: 'waiting', kind: 'table', metric: 'waiting-clients', by: 'representative', place }
  const [counted] = (await figuresFor(admin, [tile])).tiles
  const { parts = [] } = counted as Counted
  expect(parts.map(({ value, previous }) => [value, previous])).toEqual([[1, null]])
  const [{ key, drilldown }] = parts as [(typeof parts)[number]]
  expect(drilldown).toEqual({ list: 'waiting-clients', filter: `waiting:${key}`, rows: 1 })
  const clients = await admin.call('GET', `/bff/dashboards/sales/waiting-clients?owner=${key}`)
  expect(clients.json).toMatchObject({ total: 1, items: [{ category: 'question' }] })
  const [asked] = (await figuresFor(admin, [{ ...tile, by: 'category' }])).tiles
  const { parts: categories = [] } = asked as Counted
  expect(categories.map((part) => [part.key, part.value])).toEqual([
    ['question', 1],
    ['request', 0],
    ['complaint', 0],
  ])
  for (const part of categories) expect(await countRows(admin, part.drilldown!)).toBe(part.value)
})

test('a reader of one group gets the figures of that group, and no name of another', async () => {
  const tiles = [
    { id: 'figure', kind: 'figure', metric: 'messages-sent', place },
    { id: 'groups', kind: 'table', metric: 'messages', by: 'group', place: placed(1) },
    { id: 'people', kind: 'table', metric: 'messages-sent', by: 'representative', place: placed(2) },
    { id: 'themes', kind: 'table', metric: 'messages-sent', by: 'theme', place: placed(3) },
    { id: 'events', kind: 'table', metric: 'open-events', by: 'group', place: placed(4) },
  ]
  const shown = async (caller: Caller) =>
    (await figuresFor(caller, tiles)).tiles.map((tile) => {
      const { figure, parts } = tile as Counted
      return figure ? figure.value : parts?.map(({ name, value }) => [name, value])
    })
  const [all, allGroups, allPeople, allThemes, allEvents] = await shown(admin)
  const [own, ownGroups, ownPeople, ownThemes, ownEvents] = await shown(northerner)
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
  expect(allEvents).toEqual([
    ['North', 1],
    ['South', 1],
  ])
  expect(ownEvents).toEqual([['North', 1]])
})

test('an organization could save every ready-made insight', async () => {
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
