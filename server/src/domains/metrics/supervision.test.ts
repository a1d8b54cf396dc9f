/** What policies found, and what reviewers have open and decided, against a count by hand, over generated reviews that are reopened, repeated and undone. */
import { hourMs } from '@verbatim/contract/durations.ts'
import type { Disposition } from '@verbatim/contract/event-status.ts'
import type { EventId } from '@verbatim/contract/ids.ts'
import { isWhole, roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeStatus, changeStatuses, undoChange } from '#domains/cognitive-events/commands.ts'
import { comparePrecedents } from '#domains/cognitive-events/precedents.ts'
import { type AccessScope, type Actor, everything } from '#kernel/actor.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import {
  actorOf,
  countEventRows,
  groups,
  makeReviewers,
  names,
  now,
  raise,
  type Raised,
  raiseEqual,
  type Reviewed,
} from '#testing/reviews.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { countFindingsByHand, readFindings } from '#testing/findings-by-hand.ts'
import { countReviewsByHand, query } from '#testing/reviews-by-hand.ts'
import { wholly } from '#testing/counting.ts'
import { kappaOf, type Pair } from './agreement.ts'
import { findDashboard } from './counted-tabs.ts'
import { eventDivisions, eventMetrics, findDividedEvents } from './divided-events.ts'
import { findPeriods } from './period.ts'
import { findSupervisedPolicies } from './policies.ts'
import { findReviewerLoads } from './reviewers.ts'

/** Readers of all these events, with kept precedents and without, and of a part of them. */
const readers: readonly AccessScope[] = [
  everything,
  [{ channels: ['sms'], groupIds: 'all' }],
  [{ channels: ['sms'], groupIds: groups.slice(0, 1) }],
]

const found = fc.record({
  rule: fc.nat({ max: 1 }),
  words: fc.constantFrom(1, 1, 2, null),
  groups: fc.subarray(groups, { minLength: 1 }),
})
const raised: fc.Arbitrary<Raised> = fc.record({
  hoursAgo: fc.integer({ min: 2, max: 14 * 24 }),
  policy: fc.nat({ max: 1 }),
  groups: fc.subarray(groups, { minLength: 1 }),
  found: fc.array(found, { minLength: 1, maxLength: 2 }),
})
const act = fc.record({
  event: fc.nat(),
  by: fc.nat({ max: names.length - 1 }),
  kind: fc.constantFrom('take', 'close', 'close', 'close', 'reopen', 'reopen', 'undo', 'undo'),
  disposition: fc.constantFrom<Disposition>('non_compliant', 'false_positive', 'questionable', 'duplicate'),
})

let database: TestDatabase
useTestDatabase((opened) => {
  database = opened
})

type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

/** One step with the product's own commands, and the same by hand. */
async function step(
  tx: TenantTx,
  actor: Actor,
  { event, act: { by, kind, disposition } }: { readonly event: Reviewed; readonly act: Act },
  at: Date,
) {
  const before = event.state
  const { decision } = before
  const former = event.former.length
  const move = (status: 'in_review' | 'resolved', more: object = {}) =>
    changeStatus(tx, actor, { id: event.id, change: { status, ...more } }, at)
  const last = event.steps.at(-1)
  if (kind === 'undo') {
    if (last?.by !== by) return
    expect((await undoChange(tx, actor, last.changeId, at)).changed).toBe(1)
    event.steps.pop()
    event.state = last.before
    event.former.length = last.former
    return
  }
  if (kind === 'close' && !decision) {
    await move('resolved', { disposition, reason: 'Undone' })
    event.state = { ...before, decision: { by, at: at.getTime(), disposition }, isNew: false }
  } else if (kind === 'reopen' && decision) {
    // What a person writes says nothing about who decided.
    await move('in_review', { reason: 'Undone' })
    if (decision.by !== by) event.former.push(decision)
    event.state = { holder: by, decision: undefined, isNew: false }
  } else if (kind === 'take' && before.isNew) {
    await move('in_review')
    event.state = { holder: by, decision: undefined, isNew: false }
  } else return
  const { rows } = await sql<{
    change_id: string
  }>`select change_id from event_history where event_id = ${event.id}
    order by version desc limit 1`.execute(tx)
  event.steps.push({ by, changeId: rows[0]?.change_id ?? '', before, former })
}

/** A row without its ID and its links, which are looked at one by one. */
const withoutLinks = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'id' && name !== 'drilldowns'))

const divisions = eventMetrics.flatMap((metric) => eventDivisions.map((by) => ({ metric, by })))

/** Every third of them, from one of the first three on; all in the whole run. */
const thirdOf = <Thing>(all: readonly Thing[], third: number): Thing[] =>
  all.filter((_, at) => isWhole || at % 3 === third % 3)

async function countAsProduct(tx: TenantTx, reader: AccessScope, third: number) {
  const periods = await findPeriods(tx, query, now)
  const page = { limit: 50, skip: 0, sort: 'name' }
  const reviewers = await findReviewerLoads(tx, reader, periods, page)
  const policies = await findSupervisedPolicies(tx, reader, periods, page)
  const { figures, breakdowns } = await findDashboard(tx, reader, {
    tab: 'compliance',
    query,
    now,
    ...wholly,
  })
  const of = (id: string) => figures.find((figure) => figure.id === id)
  const parts = []
  for (const { metric, by } of thirdOf(divisions, third)) {
    const divided = await findDividedEvents(tx, reader, periods, { metric, by, only: {} })
    const sum = divided.parts.reduce((all, { value }) => all + value, 0)
    // An event counts in each of its groups, and not in those that the reader may not see.
    if (by !== 'group') expect([metric, by, sum]).toEqual([metric, by, of(metric)?.value])
    parts.push(...divided.parts)
  }
  const links = [
    ...[...reviewers.items, ...policies.items].flatMap(({ drilldowns }) =>
      Object.values(drilldowns).filter((link) => link !== undefined),
    ),
    ...[...figures, ...breakdowns.flatMap((one) => one.parts), ...parts].flatMap((one) =>
      one.drilldown?.list === 'events' ? [one.drilldown] : [],
    ),
  ]
  const counted = {
    loads: reviewers.items.map(withoutLinks),
    policies: policies.items.map(withoutLinks),
    compared: of('agreement')?.drilldown?.rows,
    differing: of('differing-decisions')?.value,
    agreement: of('agreement')?.value,
    kappa: of('agreement-beyond-chance')?.value,
    byAge: breakdowns.find(({ id }) => id === 'open-events-by-age')?.parts.map(({ value }) => value),
  }
  return { counted, links, dashboard: { figures, breakdowns } }
}

/** The row without a person is first. */
const nameOf = ({ name = '' }: { readonly name?: string | undefined }) => (name === 'Unassigned' ? '' : name)
const byName = (one: { readonly name?: string | undefined }, other: { readonly name?: string | undefined }) =>
  nameOf(one) < nameOf(other) ? -1 : 1

test('findings, loads, precision and agreement equal a count by hand, and each link has its rows', async () => {
  let differing = 0
  let shown = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('UTC', 'Asia/Kathmandu', 'Europe/Berlin'), // whose clocks go back within the period
      fc.oneof(
        fc.array(raised, { minLength: 3, maxLength: 9 }),
        // All within the period, so that there is enough to tell.
        fc.array(
          raised.map((one) => ({ ...one, hoursAgo: 24 + (one.hoursAgo % 120) })),
          { minLength: 40, maxLength: 45 },
        ),
      ),
      fc.array(act, { minLength: 5, maxLength: 40 }),
      fc.record({
        rounds: fc.array(fc.nat({ max: 20 }), { maxLength: 8 }),
        most: fc.constantFrom(1, 3, 100),
        readers: fc.subarray([...readers], { minLength: 2, maxLength: 2 }),
        third: fc.nat({ max: 2 }),
      }),
      async (zone, events, acts, given) => {
        const organization = await makeReviewers(database.db, zone)
        await inTenant(database.db, organization.id, async (tx) => {
          const all = await raise(tx, organization, events)
          // Of many events, most are decided.
          const closings =
            events.length < 40
              ? []
              : all.map((_, event): Act => ({
                  event,
                  by: event % 2,
                  kind: 'close',
                  disposition: event % 3 === 0 ? 'false_positive' : 'non_compliant',
                }))
          for (const [at, one] of [...closings, ...acts].entries()) {
            const event = all[one.event % all.length]
            if (event)
              await step(
                tx,
                actorOf(organization, one.by),
                { event, act: one },
                new Date(now.getTime() - hourMs + at * 1000),
              )
            // A worker that is more or less behind.
            if (given.rounds.includes(at % 21)) await comparePrecedents(tx, given.most, now)
          }
          for (const [at, reader] of given.readers.entries()) {
            const third = given.third + at
            const { counted, links, dashboard } = await countAsProduct(tx, reader, third)
            const byHand = countReviewsByHand(all, reader, zone)
            expect(counted).toEqual({ ...byHand, loads: byHand.loads.toSorted(byName) })
            const findings = countFindingsByHand(all, reader, zone)
            expect(await readFindings(tx, reader, dashboard, findings)).toEqual(findings)
            // Several figures have the same list.
            const different = new Map(links.map((one) => [JSON.stringify(one), one]))
            for (const link of thirdOf([...different.values()], third))
              expect([link, await countEventRows(tx, reader, link)]).toEqual([link, link.rows])
            if (byHand.differing > 0) differing += 1
            if (byHand.agreement !== null) shown += 1
          }
        })
      },
    ),
    { numRuns: roundsOf(40, 25) },
  )
  expect(differing).toBeGreaterThan(roundsOf(40, 25) / 4)
  expect(shown).toBeGreaterThan(roundsOf(40, 25) / 8)
})

test('every policy is listed, and a breakdown says how many it leaves out', async () => {
  const organization = await makeReviewers(database.db, 'UTC', 23)
  await inTenant(database.db, organization.id, async (tx) => {
    const events = organization.policies.map((_, policy) => ({ hoursAgo: 48, policy, groups, found: [] }))
    await raise(
      tx,
      organization,
      events.map((event) => ({ ...event, found: [{ rule: 0, words: null, groups }] })),
    )
    const { breakdowns } = await findDashboard(tx, everything, { tab: 'compliance', query, now, ...wholly })
    const byPolicy = breakdowns.find(({ id }) => id === 'events-by-policy')
    expect([byPolicy?.parts.length, byPolicy?.total]).toEqual([20, 23])
    expect(breakdowns.find(({ id }) => id === 'events-by-status')?.total).toBeUndefined()
    const periods = await findPeriods(tx, query, now)
    const page = (skip: number, search?: string) =>
      findSupervisedPolicies(tx, everything, periods, { limit: 20, skip, sort: 'name', search })
    const [first, second] = [await page(0), await page(20)]
    expect([first.items.length, first.total, second.items.length, second.total]).toEqual([20, 23, 3, 23])
    const listed = new Set([...first.items, ...second.items].map(({ id }) => id))
    expect(listed).toEqual(new Set(organization.policies))
    expect((await page(0, 'policy 22')).items.map(({ name }) => name)).toEqual(['Policy 22'])
  })
})

test('a decision on many events is compared once, and a reviewer without decisions is last in either order', async () => {
  const organization = await makeReviewers(database.db, 'UTC')
  await inTenant(database.db, organization.id, async (tx) => {
    const all = await raiseEqual(tx, organization, 26)
    const [first, held, ...ids] = all.map(({ id }) => id) as [EventId, EventId, ...EventId[]]
    const before = new Date(now.getTime() - hourMs)
    const change = { status: 'resolved', disposition: 'false_positive' } as const
    await changeStatus(tx, actorOf(organization, 0), { id: first, change }, before)
    await changeStatus(tx, actorOf(organization, 2), { id: held, change: { status: 'in_review' } }, before)
    await changeStatuses(tx, actorOf(organization, 1), { ids, change }, now)
    const { figures } = await findDashboard(tx, everything, { tab: 'compliance', query, now, ...wholly })
    expect(figures.find(({ id }) => id === 'agreement')).toMatchObject({
      value: null,
      tooFew: { rows: 1, least: 20 },
      drilldown: { rows: 24 },
    })
    const periods = await findPeriods(tx, query, now)
    for (const sort of ['medianHours', '-medianHours']) {
      const { items } = await findReviewerLoads(tx, everything, periods, { limit: 10, skip: 0, sort })
      expect(items.at(-1)).toMatchObject({ open: 1, medianHours: null })
    }
  })
})

test('agreement beyond chance is Cohen’s kappa', () => {
  const pairs = (same: readonly [number, number], different: readonly [number, number]): Pair[] => [
    { precedent: 'non_compliant', disposition: 'non_compliant', times: same[0] },
    { precedent: 'false_positive', disposition: 'false_positive', times: same[1] },
    { precedent: 'non_compliant', disposition: 'false_positive', times: different[0] },
    { precedent: 'false_positive', disposition: 'non_compliant', times: different[1] },
  ]
  // 35 of 50 are the same; the one says “non-compliant” to 25, the other to 30: half is by chance.
  expect(kappaOf(pairs([20, 15], [5, 10]))).toBe(40)
  expect(kappaOf(pairs([25, 25], [0, 0]))).toBe(100)
  expect(kappaOf(pairs([0, 0], [25, 25]))).toBe(-100)
  expect(kappaOf(pairs([50, 0], [0, 0]))).toBeNull()
  expect(kappaOf([])).toBeNull()
})
