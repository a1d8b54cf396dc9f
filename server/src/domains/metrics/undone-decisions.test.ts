import { minuteMs } from '@verbatim/contract/durations.ts'
import type { StatusChange } from '@verbatim/contract/cognitive-events.ts'
import type { EventId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeStatus, undoChange } from '#domains/cognitive-events/commands.ts'
import { everything } from '#kernel/actor.ts'
import { inTenant } from '#platform/db.ts'
import { onlyRow } from '#platform/rows.ts'
import type { TestDatabase } from '#testing/database.ts'
import { actorOf, makeReviewers, names, now, raiseEqual } from '#testing/reviews.ts'
import { query } from '#testing/reviews-by-hand.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { findPeriods } from './period.ts'
import { findReviewerLoads } from './reviewers.ts'

let database: TestDatabase
useTestDatabase((opened) => {
  database = opened
})

test('a decision that was undone counts for no one, and the one before it is in force again with its reviewer', async () => {
  const organization = await makeReviewers(database.db, 'UTC')
  await inTenant(database.db, organization.id, async (tx) => {
    const [event] = await raiseEqual(tx, organization, 1)
    const id = event?.id as EventId
    const change = async (by: number, step: StatusChange, minute: number) => {
      const at = new Date(now.getTime() - 30 * minuteMs + minute * minuteMs)
      await changeStatus(tx, actorOf(organization, by), { id, change: step }, at)
      const { rows } = await sql<{ change_id: string }>`
        select change_id from event_history order by version desc limit 1`.execute(tx)
      return onlyRow({ rows }).change_id
    }
    await change(0, { status: 'resolved', disposition: 'false_positive' }, 1)
    const reopened = await change(1, { status: 'in_review', reason: 'Look again' }, 2)
    const decided = await change(1, { status: 'resolved', disposition: 'non_compliant' }, 3)
    for (const changeId of [decided, reopened]) await undoChange(tx, actorOf(organization, 1), changeId, now)
    const periods = await findPeriods(tx, query, now)
    const { items } = await findReviewerLoads(tx, everything, periods, { limit: 10, skip: 0, sort: 'name' })
    expect(items.map(({ name, closed }) => [name, closed])).toEqual([[names[0], 1]])
  })
})
