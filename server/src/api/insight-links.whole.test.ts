/** Each number of tiles of each metric opens exactly its rows: however it is divided and narrowed, in any period. */
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import {
  dimensions,
  type FilterField,
  filterFields,
  tileLimits,
  tileMetrics,
  tileRules,
} from '@verbatim/contract/insight-tiles.ts'
import type { InsightFigures, TileFigures } from '@verbatim/contract/insights.ts'
import { definitionOf, type MetricId } from '@verbatim/contract/metric-definitions.ts'
import { inDays, onDay } from '@verbatim/contract/drilldown-days.ts'
import type { Drilldown, Figure, MetricPeriod } from '@verbatim/contract/metrics.ts'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { UserId } from '@verbatim/contract/ids.ts'
import { changeStatus } from '#domains/cognitive-events/commands.ts'
import { createIdentityUsers } from '#domains/identity/commands.ts'
import { findActor } from '#domains/permissions/actors.ts'
import { byVerbatim } from '#domains/audit/commands.ts'
import { createUsers } from '#domains/users/commands.ts'
import { dayAfter } from '#kernel/days.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { type AskedPeriod, countRows } from '#testing/drilldowns.ts'
import { captureHistory, saidByPhone } from '#testing/history.ts'
import { placed, useTiles, valuesOf } from '#testing/tiles.ts'
import { type World, worldPassword, type WorldTenant } from '#testing/world.ts'

/** At most; each is another one. */
const filtersOfEach = 200
/** Days there begin 13:45 hours before those of UTC, or 12:45. */
const zone = 'Pacific/Chatham'

/** Readers of everything and of one group: in turns, as each may ask only so much in a minute. */
let readers: readonly (() => Caller)[]
let insightId: string
let values: Readonly<Record<FilterField, readonly string[]>>
let periods: readonly AskedPeriod[]
useTiles(async ({ world, tenant, policyId, insightId: own, themes }) => {
  await promise(world, tenant)
  await decideDifferently(world, tenant)
  readers = [await manyLike(world, tenant, 'everything'), await manyLike(world, tenant, 'north')]
  insightId = own
  values = valuesOf({ tenant, themes, policyId })
  const day = (ago: number) => new Date(world.ctx.now().getTime() - ago * dayMs).toISOString().slice(0, 10)
  periods = [
    { days: '1' },
    { days: '7' },
    { days: '30' },
    { days: '90' },
    { 'date-from': day(10), 'date-to': day(4) },
    { 'date-from': day(5), 'date-to': day(5) },
    { 'date-from': day(60), 'date-to': day(0) },
  ]
}, zone)

/** The representative of the north and the colleague of the south promise, and only the former writes again. */
async function promise(world: World, tenant: WorldTenant) {
  const [north, south] = ['+15550100001', '+15550100009']
  const said = [
    [north, '+15550107006', 50, 'I will send you the report tomorrow.'],
    [north, '+15550107006', 47, 'Here you are.'],
    [north, '+15550107007', 50, 'I will send you the report within 60 days.'],
    [north, '+15550107008', 50, 'I will send you the report tomorrow.'],
    [south, '+15550107009', 50, 'I will send you the report tomorrow.'],
    [south, '+15550107010', 50, 'I will send you the report within 60 days.'],
  ] as const
  const lines = said.map(([by, to, hours, body]) =>
    saidByPhone(world, {
      by,
      to,
      direction: 'outbound',
      sentAt: new Date(world.ctx.now().getTime() - hours * hourMs),
      body,
    }),
  )
  await captureHistory(world, tenant, lines)
}

/** Of three events with the same words, two are closed with different dispositions; the third grows old. */
async function decideDifferently(world: World, tenant: WorldTenant) {
  const line = {
    by: '+15550100001',
    to: '+15550107005',
    direction: 'outbound' as const,
    sentAt: new Date(world.ctx.now().getTime() - 2 * dayMs),
    body: 'Hello, off the record',
  }
  await captureHistory(world, tenant, [saidByPhone(world, line)])
  world.pass(8 * dayMs)
  const decisions = [
    [tenant.users.super_admin, 'false_positive'],
    [tenant.users.compliance, 'non_compliant'],
  ] as const
  for (const [at, [userId, disposition]] of decisions.entries()) {
    await inTenant(world.ctx.db, tenant.id, async (tx) => {
      const events = await tx.selectFrom('cognitive_event').select('id').orderBy('id').execute()
      expect(events.length).toBe(3)
      const { id } = events[at]!
      const reviewer = (await findActor(tx, userId))!
      await changeStatus(tx, reviewer, { id, change: { status: 'in_review' } }, world.ctx.now())
      const change = { status: 'resolved' as const, disposition, reason: 'Read' }
      await changeStatus(tx, reviewer, { id, change }, world.ctx.now())
    })
    world.pass(dayMs)
  }
  world.pass(dayMs)
}

const alike = 40
async function manyLike(world: World, tenant: WorldTenant, profile: 'everything' | 'north') {
  const users = Array.from({ length: alike }, (_, n) => ({
    id: UserId.parse(newId(world.ctx.now())),
    email: `${profile}${n}@tiles.example`,
    firstName: 'Reader',
    lastName: String(n),
    role: profile === 'north' ? ('compliance' as const) : ('super_admin' as const),
    profileIds: [tenant.profiles[profile]],
  }))
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    await createUsers(tx, byVerbatim, users, world.ctx.now())
    await createIdentityUsers(
      tx,
      world.ctx,
      users.map(({ id }) => ({ id, password: worldPassword })),
    )
  })
  const callers: Caller[] = []
  for (const { id } of users) callers.push(await world.as(tenant, id))
  let next = 0
  return () => callers[(next += 1) % alike]!
}

/** A narrowed metric: the same filters for each division. */
const filterFor = (metric: MetricId) =>
  fc
    .record(
      Object.fromEntries(filterFields.map((field) => [field, fc.option(fc.nat(14), { freq: 2 })])) as Record<
        FilterField,
        fc.Arbitrary<number | null>
      >,
    )
    .map((picked) =>
      Object.fromEntries(
        filterFields.flatMap((field) => {
          const some = values[field].filter((_, at) => ((picked[field] ?? 0) >> at) % 2 === 1)
          return tileRules[metric]?.narrowed[field] && some.length > 0 ? [[field, some]] : []
        }),
      ),
    )

/** Links that were followed, with their reader and period: many filters leave the same ones. */
let followed: Map<string, number>
beforeAll(() => {
  followed = new Map()
})

interface Asking {
  readonly metric: MetricId
  readonly reader: () => Caller
  readonly period: AskedPeriod
}

async function rowsOf({ reader, period }: Asking, drilldown: Omit<Drilldown, 'rows'>): Promise<number> {
  const key = JSON.stringify([readers.indexOf(reader), period, drilldown])
  const known = followed.get(key) ?? (await countRows(reader(), drilldown, period))
  followed.set(key, known)
  return known
}

/** Follows every link of one tile, also to the rows of the period before. @returns How many have rows */
async function follow(
  asking: Asking,
  tile: TileFigures,
  { asked, ...answer }: MetricPeriod & { readonly asked: { readonly by?: string } },
): Promise<number> {
  if (tile.state !== 'counted') throw new Error(`${JSON.stringify(asked)} is ${tile.state}`)
  let links = 0
  for (const one of tile.parts ?? (tile.figure ? [tile.figure] : [])) {
    if (definitionOf(asking.metric).unit === 'count') expect(one.drilldown?.rows).toBe(one.value)
    if (!one.drilldown) continue
    const what = [asked, asking.period, one]
    expect([what, await rowsOf(asking, one.drilldown)]).toEqual([what, one.drilldown.rows])
    if (one.drilldown.rows) links += 1
    if (asked.by === 'day' && tile.figure) links += await followDays(asking, tile.figure, answer)
    const days = { from: answer.previousFrom, to: answer.previousTo }
    const before = asked.by === 'day' ? undefined : inDays(one.drilldown, days, answer)
    if (!before || one.previous === null || definitionOf(asking.metric).unit !== 'count') continue
    expect([what, await rowsOf(asking, before)]).toEqual([what, one.previous])
    if (one.previous) links += 1
  }
  return links
}

/** Of each line. */
const mostDays = 3

/** Follows days of a line that have a value, and one that has none, in both periods. @returns How many have rows */
async function followDays(
  asking: Asking,
  { drilldown, series = [], previousSeries = [] }: Figure,
  answer: MetricPeriod,
): Promise<number> {
  const before = series.map((_, at) => dayAfter(answer.previousFrom, at))
  const lines = [
    before.map((day, at) => [day, previousSeries[at] ?? null] as const),
    answer.days.map((day, at) => [day, series[at] ?? null] as const),
  ]
  const some = lines.flatMap((line) => {
    const [empty, full] = [line.filter(([, value]) => !value), line.filter(([, value]) => value)]
    return [...empty.slice(0, 1), ...full.slice(0, mostDays)]
  })
  let links = 0
  for (const [day, value] of some) {
    const question = drilldown && onDay(drilldown, day, answer, value)
    if (!question) continue
    const rows = await rowsOf(asking, question)
    const what = [asking.metric, day, question]
    if (definitionOf(asking.metric).unit === 'count') expect([what, rows]).toEqual([what, value])
    if (rows > 0) links += 1
  }
  return links
}

/** The same for all tiles of an insight, as one reader sees them in a period. */
async function followAll(asking: Asking, tiles: readonly { readonly by?: string }[]): Promise<number> {
  const path = `/bff/insights/${insightId}/figures?${new URLSearchParams(asking.period)}`
  const { status, json } = await asking.reader().call('GET', path)
  expect([path, status]).toEqual([path, 200])
  let links = 0
  const { tiles: answered, ...period } = json as InsightFigures
  for (const [at, tile] of answered.entries())
    links += await follow(asking, tile, { ...period, asked: tiles[at]! })
  return links
}

/** The tiles of a metric, as many as an insight may have at a time: each division with each filter. */
function* tilesOf(metric: MetricId, filters: readonly object[]) {
  const { by: divisions = {} } = tileRules[metric] ?? {}
  for (const by of [undefined, ...dimensions.filter((dimension) => divisions[dimension] !== undefined)]) {
    const kind = by ? { kind: 'table', by } : { kind: 'figure' }
    // What representatives sent can't be narrowed.
    const narrowing = by === 'representative' ? [{}] : filters
    for (let from = 0; from < narrowing.length; from += tileLimits.tiles)
      yield narrowing
        .slice(from, from + tileLimits.tiles)
        .map((filter, at) => ({ id: `tile-${at}`, metric, filter, ...kind, place: placed(at) }))
  }
}

test.each(tileMetrics)('%s', async (metric) => {
  const canNarrow = Object.keys(tileRules[metric]?.narrowed ?? {}).length > 0
  // A metric that is narrowed by little has fewer.
  const drawn = fc.sample(filterFor(metric), { numRuns: 10 * filtersOfEach, seed: 7 })
  const distinct = [...new Map(drawn.map((filter) => [JSON.stringify(filter), filter])).values()]
  const filters = canNarrow ? distinct.slice(0, filtersOfEach) : [{}]
  let links = 0
  const rounds = [...tilesOf(metric, filters)]
  for (const [round, tiles] of rounds.entries()) {
    const path = `/bff/insights/${insightId}`
    const saved = await readers[0]!().call('PUT', path, { definition: { tiles } })
    expect([saved.status, saved.text]).toEqual([200, expect.anything()])
    const asked = rounds.length < periods.length ? periods : [periods[round % periods.length]!]
    for (const period of asked)
      for (const reader of readers) links += await followAll({ metric, reader, period }, tiles)
  }
  if (canNarrow) expect(links).toBeGreaterThan(0)
})
