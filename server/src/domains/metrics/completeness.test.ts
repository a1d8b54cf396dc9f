import { type DayReason, dayStateNames } from '@verbatim/contract/account-coverage.ts'
import { onDay } from '@verbatim/contract/drilldown-days.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import { AccountId, GroupId, UserId } from '@verbatim/contract/ids.ts'
import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openCoverageExport } from '#domains/accounts/coverage-export.ts'
import { requireCoverage } from '#domains/accounts/coverage-queries.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import {
  daysByHand,
  givenLacks,
  type HandDay,
  insertLacks,
  type LackingAccounts,
  storable,
} from '#testing/account-days.ts'
import { type Connection, insertCapturing, insertQuarantined } from '#testing/capture-days.ts'
import { makeOrganization } from '#testing/organizations.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World } from '#testing/world.ts'
import { completenessFigure, completenessParts, countAccountDays, findAccountDays } from './completeness.ts'
import { findPeriods, type Periods } from './period.ts'
import { tileCounter } from './tiles.ts'

let world: World
useTestWorld((opened) => {
  world = opened
})

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]
const channelsOf: readonly Channel[] = ['sms', 'telegram', 'whatsapp']
const length = 8

const percentOf = (days: readonly HandDay[]) => {
  const complete = days.filter(({ state }) => state === 'complete').length
  const base = days.filter(({ state }) => state !== 'unknown').length
  return base === 0 ? null : Math.floor((complete * 1000) / base) / 10
}
const nameOf = ({ account, day, state, missing }: HandDay) => `${account.name} ${day} ${state} ${missing}`

test('completeness and the days behind it equal a count by hand', { tags: ['whole'] }, async () => {
  let some = { complete: 0, incomplete: 0, unknown: 0 }
  let sameDays = 0
  await fc.assert(
    fc.asyncProperty(givenLacks, async ({ accounts: asked, gaps, history, ...rest }) => {
      const { now, zone, frequency } = rest
      const owners = [0, 1].map(() => UserId.parse(newId(now)))
      const timeOf = (minutes: number) => new Date(now.getTime() - minutes * minuteMs)
      const back = (minutes: number | null) => (minutes === null ? null : timeOf(minutes))
      const founded = new Date(now.getTime() - 30 * dayMs)
      const historyDay =
        history === null ? null : new Date(now.getTime() - history * dayMs).toISOString().slice(0, 10)
      const accounts = asked.map(({ connected, removed, before: spans, ended, ...one }, place) => ({
        ...one,
        id: AccountId.parse(newId(now)),
        channel: channelsOf[place]!,
        name: ['Oslo', 'Lima', 'Turin'][place] ?? '',
        owner: owners[place] ?? null,
        connectedAt: back(connected),
        createdAt: new Date(now.getTime() - (12 - 4 * place) * dayMs),
        removedAt: back(removed),
        connectedBefore: spans.map(([one, other]): Connection => [
          timeOf(Math.max(one, other)),
          timeOf(Math.min(one, other)),
        ]),
        ...(!one.isCompared && { comparedUntil: back(ended) }),
        ...(removed !== null && { status: 'inactive' as const }),
      }))
      const sinceOf = ({ createdAt }: { createdAt: Date }) =>
        historyDay ? Date.parse(historyDay) : Math.floor(createdAt.getTime() / dayMs) * dayMs
      const before = new Date(now.getTime() - (now.getTime() % hourMs))
      const story: LackingAccounts = { ...rest, history, accounts, gaps: storable(gaps), sinceOf, before }
      const byHand = daysByHand(story)
      const id = await makeOrganization(world.ctx.db, now, {
        rollup_zone: zone,
        created_at: founded,
        initial_history_date: historyDay,
        integration_frequency_minutes: frequency,
      })
      await inTenant(world.ctx.db, id, async (tx) => {
        const group = GroupId.parse(newId(now))
        await tx
          .insertInto('conversation_group')
          .values({ id: group, name: 'North', name_key: 'north' })
          .execute()
        for (const [at, owner] of owners.entries())
          await tx
            .insertInto('tenant_user')
            .values({ id: owner, email: `${at}@x.example`, email_key: `${at}@x.example` })
            .execute()
        await tx
          .insertInto('conversation_group_member')
          .values({ group_id: group, user_id: owners[0]! })
          .execute()
        await insertLacks(tx, story)
        const periods = await findPeriods(tx, { days: length }, now)
        const readers: readonly (readonly [AccessScope, (day: HandDay) => boolean])[] = [
          [[{ channels: [...channelsOf], groupIds: 'all' }], () => true],
          [[{ channels: [...channelsOf], groupIds: [group] }], ({ account }) => account.owner !== owners[1]],
          [
            [{ channels: ['telegram', 'whatsapp'], groupIds: 'all' }],
            ({ account }) => account.channel !== 'sms',
          ],
          [[], () => false],
        ]
        for (const [scope, sees] of readers) await compare(tx, { scope, periods, seen: byHand.filter(sees) })
        if (zone === 'UTC') sameDays += await compareWithPage(tx, byHand, now)
        const { complete, incomplete, unknown } = Object.groupBy(byHand, ({ state }) => state)
        some = {
          complete: some.complete + (complete?.length ?? 0),
          incomplete: some.incomplete + (incomplete?.length ?? 0),
          unknown: some.unknown + (unknown?.length ?? 0),
        }
      })
    }),
    { numRuns: roundsOf(50) },
  )
  for (const count of Object.values(some)) expect(count).toBeGreaterThan(roundsOf(15))
  expect(sameDays).toBeGreaterThan(roundsOf(15))
})

/** The page and the report of an account keep days of UTC. Where that is the zone of the figure, they say the same of each day. */
async function compareWithPage(tx: TenantTx, byHand: readonly HandDay[], now: Date): Promise<number> {
  const everything: AccessScope = [{ channels: [...channelsOf], groupIds: 'all' }]
  const listedChannels: readonly Channel[] = ['sms', 'whatsapp']
  const stateNames = new Set<unknown>(Object.values(dayStateNames))
  const accounts = Map.groupBy(byHand, ({ account }) => account.id)
  for (const [id, days] of accounts) {
    const page = await requireCoverage(tx, everything, { id, listedChannels }, now)
    const shown = new Map(page.days.map((day) => [day.day, `${day.state} ${day.hoursMissing.length}`]))
    const report = await openCoverageExport(tx, everything, { accountId: id }, { now, listedChannels })
    const [what, when, until] = ['What', 'When (UTC)', 'Until (UTC)'].map((name) =>
      report.columns.findIndex((column) => column.name === name),
    ) as [number, number, number]
    const rows: (readonly unknown[])[] = []
    for await (const batch of report.batches) rows.push(...batch)
    expect(rows).toHaveLength(report.rowsTotal)
    const isDay = (row: readonly unknown[]) => stateNames.has(row[what])
    const reported = new Map(rows.filter(isDay).map((row) => [row[0], row[what]]))
    const lacks = rows
      .filter((row) => !isDay(row))
      .map((row) => ({
        from: row[when] as Date,
        to: (row[until] ?? (row[what] === 'Gap' ? now : row[when])) as Date,
      }))
    const named = ({ day }: { day: string }) =>
      lacks.some(({ from, to }) => dayOf(from) <= day && day <= dayOf(to))
    const nameless = page.days.filter((day) => day.reasons.some(isOfThings) && !named(day))
    expect(nameless).toEqual([])
    for (const { day, state, missing } of days)
      expect([day, shown.get(day), reported.get(day)]).toEqual([
        day,
        `${state} ${missing}`,
        dayStateNames[state],
      ])
  }
  return byHand.length
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10)

/** Reasons of which the report names each thing. */
const isOfThings = (reason: DayReason) =>
  /^(?:source-)?(?:quarantined|lost|disconnected)$/.test(reason) || reason === 'files'

/** Which days are behind a figure: what is incomplete, at 100 what is complete, and where nothing is known, what can't be known. */
function kindBehind(days: readonly HandDay[]) {
  const percent = percentOf(days)
  return percent === null ? 'unknown' : percent === 100 ? 'complete' : 'incomplete'
}

/** The link of a figure. */
function behind(days: readonly HandDay[], narrowed = '') {
  const kind = kindBehind(days)
  return {
    filter: `${kind}${narrowed}`,
    shares: { less: `incomplete${narrowed}`, whole: `complete${narrowed}`, none: `unknown${narrowed}` },
    rows: days.filter(({ state }) => state === kind).length,
  }
}

interface Compared {
  readonly scope: AccessScope
  readonly periods: Periods
  readonly seen: readonly HandDay[]
}

/** The figure, its divisions and each list against the days that a reader sees. */
async function compare(tx: TenantTx, { scope, periods, seen }: Compared): Promise<void> {
  const { current, previous, days } = periods
  const within = (from: string, to: string) => seen.filter(({ day }) => day >= from && day <= to)
  const [now, before] = [within(current.from, current.to), within(previous.from, previous.to)]
  const counted = await countAccountDays(tx, scope, periods)
  const figure = completenessFigure(counted, periods)
  expect(figure).toMatchObject({
    value: percentOf(now),
    previous: percentOf(before),
    series: days.map((day) => percentOf(within(day, day))),
    drilldown: behind(now),
  })
  // A day opens what is behind its own share: at 100 not an empty list.
  for (const [at, day] of days.entries()) {
    const opened = figure.drilldown && onDay(figure.drilldown, day, periods, figure.series?.[at] ?? null)
    expect([day, opened?.filter]).toEqual([day, kindBehind(within(day, day))])
  }
  const ofChannel = (some: readonly HandDay[], channel: string) =>
    some.filter(({ account }) => account.channel === channel)
  const { id, parts } = completenessParts(counted, periods)
  expect(id).toBe('capture-completeness-by-channel')
  expect(parts.map(({ key, value, previous: past }) => [key, value, past])).toEqual(
    channelsOf.flatMap((channel) => {
      const value = percentOf(ofChannel(now, channel))
      return value === null ? [] : [[channel, value, percentOf(ofChannel(before, channel))]]
    }),
  )
  const count = tileCounter({ tx, scope, periods })
  const narrowed = await count({ metric: 'capture-completeness', filter: { channel: ['sms', 'telegram'] } })
  const ofTwo = now.filter(({ account }) => account.channel !== 'whatsapp')
  const link = { list: 'account-days', ...behind(ofTwo, ':sms|telegram') }
  expect([narrowed.figure?.value, narrowed.figure?.drilldown]).toEqual([percentOf(ofTwo), link])
  const list = async (query: Partial<Parameters<typeof findAccountDays>[3]['query']>) => {
    const asked = {
      query: { limit: 200, skip: 0, ...query },
      listedChannels: ['sms', 'whatsapp'] as Channel[],
    }
    const { items, total } = await findAccountDays(tx, scope, periods, asked)
    expect(items).toHaveLength(total)
    for (const { state, reasons } of items)
      expect([state, reasons.length === 0]).toEqual([state, state === 'complete'])
    return items
      .map(({ name, day, state, hoursMissing }) => `${name} ${day} ${state} ${hoursMissing}`)
      .toSorted()
  }
  const names = (of: readonly HandDay[]) => of.map(nameOf).toSorted()
  expect(await list({})).toEqual(names(now))
  // Who sees none of these days sees none of some of them either.
  if (scope.length === 0) return
  for (const state of ['complete', 'incomplete', 'unknown'] as const)
    expect(await list({ state })).toEqual(names(now.filter((one) => one.state === state)))
  expect(await list({ channel: ['sms', 'telegram'] })).toEqual(names(ofTwo))
  const [first] = now
  if (first)
    expect(await list({ account: first.account.id })).toEqual(
      names(now.filter(({ account }) => account === first.account)),
    )
  expect(await list({ search: 'lima' })).toEqual(names(ofChannel(now, 'telegram')))
}

test('without accounts there is no figure, and a share is rounded down', async () => {
  const now = new Date('2026-10-29T12:00:00Z')
  const id = await makeOrganization(world.ctx.db, now, {
    created_at: new Date(now.getTime() - 40 * dayMs),
  })
  const everything: AccessScope = [{ channels: [...channelsOf], groupIds: 'all' }]
  const figureOf = (query: Parameters<typeof findPeriods>[1]) =>
    inTenant(world.ctx.db, id, async (tx) => {
      const periods = await findPeriods(tx, query, now)
      return completenessFigure(await countAccountDays(tx, everything, periods), periods)
    })
  expect(await figureOf({ days: 30 })).toMatchObject({ value: null, previous: null, drilldown: { rows: 0 } })
  const accounts = Array.from({ length: 68 }, (_, place) => ({
    id: AccountId.parse(newId(now)),
    channel: 'sms' as const,
    name: `Desk ${place}`,
    owner: null,
    status: 'active' as const,
    connectedAt: null,
    createdAt: new Date(now.getTime() - 40 * dayMs),
    removedAt: null,
    isCompared: true,
  }))
  await inTenant(world.ctx.db, id, async (tx) => {
    await insertCapturing(tx, accounts, now)
    // Each hour of 30 days.
    await sql`insert into coverage_hour (account_id, hour, listed, recovered, compared_at)
      select id, hour, 1, 0, hour + interval '1 hour' from channel_account, generate_series(
        '2026-09-29T00:00:00Z'::timestamptz, '2026-10-29T11:00:00Z', interval '1 hour') hour`.execute(tx)
    await insertQuarantined(tx, accounts[0]!.id, new Date('2026-10-28T23:59:59Z'))
  })
  // 99.951%, which is not all.
  expect(await figureOf({ days: 30 })).toMatchObject({
    value: 99.9,
    note: 'Complete account days: 2,039 of 2,040.',
  })
  const today = '2026-10-29'
  // A day that is not over says nothing yet.
  expect(await figureOf({ 'date-from': today, 'date-to': today })).toMatchObject({ value: null })
})
