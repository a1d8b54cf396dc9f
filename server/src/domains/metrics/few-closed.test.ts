/** Figures of few closed events, and of events without a person. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeStatuses } from '#domains/cognitive-events/commands.ts'
import { everything } from '#kernel/actor.ts'
import { inTenant } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { actorOf, countEventRows, makeReviewers, now, raiseEqual } from '#testing/reviews.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { wholly } from '#testing/counting.ts'
import { findDashboard } from './counted-tabs.ts'
import { findDividedEvents } from './divided-events.ts'
import { findPeriods } from './period.ts'
import { findReviewerLoads } from './reviewers.ts'

const query = { 'date-from': '2026-10-24', 'date-to': '2026-10-29' }
let database: TestDatabase
useTestDatabase((opened) => {
  database = opened
})

test('an open event without an assignee is unassigned, and a closed one has an unknown reviewer if nothing says who', async () => {
  const organization = await makeReviewers(database.db, 'UTC')
  await inTenant(database.db, organization.id, async (tx) => {
    const [, closed] = await raiseEqual(tx, organization, 2)
    await sql`update cognitive_event set status = 'resolved', disposition = 'false_positive' where id = ${closed?.id}`.execute(
      tx,
    )
    const periods = await findPeriods(tx, query, now)
    const { items } = await findReviewerLoads(tx, everything, periods, { limit: 10, skip: 0, sort: 'name' })
    expect(items).toMatchObject([
      { id: null, name: 'Unassigned', open: 1, closed: 0 },
      { id: null, name: 'Unknown', open: 0, closed: 1 },
    ])
    const links = items.flatMap(({ drilldowns }) => [drilldowns.open, drilldowns.closed])
    for (const link of links)
      expect([link, await countEventRows(tx, everything, link)]).toEqual([link, link.rows])
    const namesOf = async (metric: 'open-events' | 'closed-events') =>
      (await findDividedEvents(tx, everything, periods, { metric, by: 'reviewer', only: {} })).parts.map(
        ({ name }) => name,
      )
    expect([await namesOf('open-events'), await namesOf('closed-events')]).toEqual([
      ['Unassigned'],
      ['Unknown'],
    ])
  })
})

test('a share or percentile of too few closed events is replaced by their number', async () => {
  const organization = await makeReviewers(database.db, 'UTC')
  await inTenant(database.db, organization.id, async (tx) => {
    const all = await raiseEqual(tx, organization, 20)
    const ids = all.map(({ id }) => id)
    const change = { status: 'resolved', disposition: 'non_compliant' } as const
    const shown = async () => {
      const { figures, breakdowns } = await findDashboard(tx, everything, {
        tab: 'compliance',
        query,
        now,
        ...wholly,
      })
      const of = (id: string) => {
        const { value, tooFew } = figures.find((figure) => figure.id === id) ?? {}
        return tooFew ? `${tooFew.rows} of ${tooFew.least}` : value
      }
      const [policy] = breakdowns.find(({ id }) => id === 'events-by-policy')?.parts ?? []
      return [of('precision'), policy?.precision, of('slow-closing')]
    }
    await changeStatuses(tx, actorOf(organization, 0), { ids: ids.slice(0, 9), change }, now)
    expect(await shown()).toEqual(['9 of 20', null, '9 of 10'])
    await changeStatuses(tx, actorOf(organization, 0), { ids: ids.slice(9, 19), change }, now)
    expect(await shown()).toEqual(['19 of 20', null, 48])
    await changeStatuses(tx, actorOf(organization, 0), { ids: ids.slice(19), change }, now)
    expect(await shown()).toEqual([100, 100, 48])
  })
})
