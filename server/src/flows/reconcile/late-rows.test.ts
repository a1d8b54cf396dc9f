/** A Mac gets rows weeks late, with the time at which they were written: no later question about that time is asked, so they are found by their numbers. */
import { dayMs, minuteMs } from '@verbatim/contract/durations.ts'
import { isWhole } from '@verbatim/reference/share.ts'
import { beforeEach, expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { useAgentAccount } from '#testing/agent-account.ts'
import { reconcile } from './reconcile.ts'

const bed = useAgentAccount('late-rows')
const from = '+351912000111'
/** More days than are compared again. */
const late = isWhole ? 15 : 9

const compare = async () => {
  bed.world.pass(10 * minuteMs)
  while ((await reconcile(bed.world.ctx, bed.tenant.id)) > 0);
  await bed.world.settle()
}
const say = (text: string, daysAgo: number) => {
  const dateCreated = bed.world.ctx.now().getTime() - daysAgo * dayMs
  bed.agent.newMessage({ from, text, fields: { dateCreated } })
  return dateCreated
}
const bodies = () =>
  inTenant(bed.world.ctx.db, bed.tenant.id, async (tx) =>
    (await tx.selectFrom('message').select('body').orderBy('posted_at').execute()).map(({ body }) => body),
  )
const hourAt = (ms: number) =>
  inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
    tx
      .selectFrom('coverage_hour')
      .select(['listed', 'recovered'])
      .where('hour', '<=', new Date(ms))
      .where('hour', '>', new Date(ms - 60 * minuteMs))
      .executeTakeFirst(),
  )

beforeEach(async () => {
  await compare()
}, 60_000)

test('a message that reaches the Mac weeks late is fetched, and counted in its hour', async () => {
  bed.world.pass((isWhole ? 20 : 12) * dayMs)
  await compare()
  const before = say('Before', late)
  await compare()
  expect([await bodies(), await hourAt(before)]).toEqual([['Before'], { listed: 1, recovered: 1 }])
  say('In the same hour', late)
  say('Of now', 0)
  await compare()
  expect(await bodies()).toEqual(['Before', 'In the same hour', 'Of now'])
  expect(await hourAt(before)).toEqual({ listed: 2, recovered: 2 })
  // What was sent before the history begins is not kept.
  say('Too old', 400)
  await compare()
  expect(await bodies()).toEqual(['Before', 'In the same hour', 'Of now'])
}, 60_000)

test('a message that comes late while the list cannot be read is fetched once it can be', async () => {
  say('While it was locked', late)
  bed.agent.isLocked = true
  await compare()
  bed.agent.isLocked = false
  await compare()
  expect(await bodies()).toContain('While it was locked')
}, 60_000)
