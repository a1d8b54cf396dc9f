import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import type { EventId } from '@verbatim/contract/ids.ts'
import { shareOf } from '@verbatim/reference/share.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeStatus } from '#domains/cognitive-events/commands.ts'
import { mostChanged } from '#domains/cognitive-events/precedent-check.ts'
import { comparePrecedents } from '#domains/cognitive-events/precedents.ts'
import { findOpenings } from '#domains/metrics/openings.ts'
import { recountMessages } from '#domains/metrics/rebuild.ts'
import { rebuildMetrics } from '#flows/rebuild/rebuild-metrics.ts'
import { newId } from '#kernel/uuid.ts'
import { acrossTenants, inTenant, type TenantTx } from '#platform/db.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { actorOf, makeReviewers, raiseEqual } from '#testing/reviews.ts'
import { useTenants } from '#testing/test-world.ts'
import { insertThemes } from '#testing/themes.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { checkMetrics } from './check-metrics.ts'

let world: World
let tenant: WorldTenant
/** The database's clock says when an organization was founded, and does not stand still before that, as the world's does. */
const foundedWithin = 60_000

useTenants('checks', async (made, opened) => {
  world = opened
  tenant = made
  await inTx((tx) => tx.updateTable('organization').set({ time_zone: 'Asia/Kathmandu' }).execute())
  // Yesterday, before noon there: all on one day, whatever the time is now.
  const morning = (Math.floor(world.ctx.now().getTime() / dayMs) - 1) * dayMs + 6 * hourMs
  await captureHistory(
    world,
    tenant,
    Array.from({ length: 4 }, (_, at) =>
      messageOf(world, {
        conversationKey: `c${at}`,
        sentAt: new Date(morning - at * hourMs),
      }),
    ),
  )
  await inTx(recountMessages)
})

const inTx = <T>(act: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, act)
const check = () => checkMetrics(world.ctx, tenant.id)
const found = () =>
  inTx((tx) =>
    tx
      .selectFrom('organization')
      .select(['metrics_differing as differing', 'metrics_checked_at as at'])
      .executeTakeFirstOrThrow(),
  )
const reported = async () => {
  const { rows } = await acrossTenants(world.ctx.db, 'a test reads the metrics of operators', (tx) =>
    sql<{
      given_up: string
    }>`select given_up from waiting_work(${world.ctx.now()}) where work = 'metric-checks'`.execute(tx),
  )
  return Number(rows[0]?.given_up)
}

test('counts that agree with the messages are checked once a day', async () => {
  world.pass(foundedWithin)
  expect(await check()).toBe(1)
  expect(await found()).toEqual({ differing: 0, at: world.ctx.now() })
  expect(await check()).toBe(0)
  world.pass(dayMs)
  expect(await check()).toBe(1)
})

test.each(['message_rollup', 'conversation_day', 'late_day'])(
  'a count that is missing in %s is found, is in the metrics of operators, and is gone after a rebuild',
  async (table) => {
    world.pass(foundedWithin)
    await inTx((tx) => sql`delete from ${sql.table(table)}`.execute(tx))
    await check()
    expect((await found()).differing).toBeGreaterThan(0)
    expect(await reported()).toBe(1)
    await inTx(recountMessages)
    world.pass(dayMs)
    await check()
    expect((await found()).differing).toBe(0)
    expect(await reported()).toBe(0)
  },
)

test('a theme that is counted by what its message does not have is found, and is gone after a rebuild', async () => {
  await inTx(async (tx) => {
    const messages = await tx.selectFrom('message').select('id').execute()
    const messageIds = messages.map(({ id }) => id)
    await insertThemes(tx, [{ name: 'Papers', messageIds }], world.ctx.now())
    await tx
      .updateTable('message_theme')
      .set({ urgency: 'high' })
      .where('message_id', '=', messageIds[0]!)
      .execute()
  })
  world.pass(dayMs)
  await check()
  expect((await found()).differing).toBe(1)
  await inTx(recountMessages)
  world.pass(dayMs)
  await check()
  expect((await found()).differing).toBe(0)
  expect(await inTx((tx) => tx.selectFrom('message_theme').select('urgency').execute())).toHaveLength(4)
})

test('a count of a theme that is not that of its messages is found, and is gone after a rebuild', async () => {
  await inTx(async (tx) => {
    const messages = await tx.selectFrom('message').select('id').execute()
    const messageIds = messages.map(({ id }) => id)
    await insertThemes(tx, [{ name: 'Papers', messageIds }], world.ctx.now())
    await sql`update theme_day set high = high + 1`.execute(tx)
  })
  world.pass(dayMs)
  await check()
  expect((await found()).differing).toBeGreaterThan(0)
  await inTx(recountMessages)
  world.pass(dayMs)
  await check()
  expect((await found()).differing).toBe(0)
})

test('an off-channel mention at another time than its message is found, and is gone after a rebuild', async () => {
  const times = () =>
    inTx((tx) =>
      sql<{ same: boolean }>`select mention.posted_at = message.posted_at as same
        from off_channel_mention mention join message on message.id = message_id`.execute(tx),
    )
  await inTx(async (tx) => {
    await sql`insert into off_channel_mention (message_id, way) select id, 'app' from message`.execute(tx)
  })
  world.pass(dayMs)
  await check()
  expect((await found()).differing).toBe(0)
  await inTx((tx) =>
    sql`with gone as (delete from off_channel_mention returning message_id, way, posted_at)
      insert into off_channel_mention (message_id, way, posted_at)
      select message_id, way, posted_at + interval '90 days' from gone`.execute(tx),
  )
  world.pass(dayMs)
  await check()
  expect((await found()).differing).toBeGreaterThan(0)
  await inTx(rebuildMetrics)
  expect((await times()).rows).toEqual(Array.from({ length: 4 }, () => ({ same: true })))
  world.pass(dayMs)
  await check()
  expect((await found()).differing).toBe(0)
})

test('a wrong or missing opening is found; openings that a worker has not found yet are no error', async () => {
  world.pass(dayMs)
  await inTx((tx) => sql`delete from opening`.execute(tx))
  // Each conversation is noted for the worker.
  await check()
  expect((await found()).differing).toBe(0)
  await inTx((tx) => findOpenings(tx, 100, world.ctx.now()))
  world.pass(dayMs)
  await check()
  expect((await found()).differing).toBe(0)
  await inTx((tx) => sql`update opening set opens_burst = not opens_burst`.execute(tx))
  world.pass(dayMs)
  await check()
  expect((await found()).differing).toBe(4)
  await inTx((tx) => sql`delete from opening`.execute(tx))
  world.pass(dayMs)
  await check()
  expect((await found()).differing).toBe(4)
})

test.each(
  shareOf([
    [
      'another precedent',
      sql`with gone as (delete from precedent returning *)
      insert into precedent (event_id, decided_by, change_id, disposition, precedent, precedent_entry)
      select event_id, decided_by, change_id, disposition, 'non_compliant', precedent_entry from gone`,
    ],
    ['no precedent', sql`delete from precedent`],
    [
      'a precedent of what is not decided',
      sql`insert into precedent (event_id, decided_by, disposition, precedent, precedent_entry)
      select first_event.id, decided_by, disposition, precedent, precedent_entry from precedent
      cross join (select id from cognitive_event where id not in (select event_id from precedent)) first_event`,
    ],
  ] as const),
)(
  'a decision that is kept with %s is found, and is compared again after a rebuild',
  async (_what, damage) => {
    const organization = await makeReviewers(world.ctx.db, 'UTC')
    const inIts = <T>(act: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, organization.id, act)
    const differing = async () => {
      world.pass(dayMs)
      await checkMetrics(world.ctx, organization.id)
      const { rows } = await inIts((tx) =>
        sql<{ n: number }>`select metrics_differing as n from organization`.execute(tx),
      )
      return rows[0]?.n
    }
    const compare = () =>
      inIts((tx) => comparePrecedents(tx, 100, new Date(world.ctx.now().getTime() + dayMs)))
    await inIts(async (tx) => {
      for (const [by, { id }] of (await raiseEqual(tx, organization, 2)).entries()) {
        const change = { status: 'resolved', disposition: 'false_positive' } as const
        const at = new Date(world.ctx.now().getTime() + by)
        await changeStatus(tx, actorOf(organization, by), { id, change }, at)
      }
    })
    // What is to be compared is not wrong.
    expect(await differing()).toBe(0)
    expect(await compare()).toBe(2)
    expect(await differing()).toBe(0)
    await inIts((tx) => damage.execute(tx))
    expect(await differing()).toBe(1)
    // While very many are to be compared again, none is looked at.
    const others = Array.from({ length: mostChanged + 1 }, () => newId<EventId>(world.ctx.now()))
    await inIts((tx) =>
      sql`insert into precedent_due (event_id, first_at, due_at) select id, now(), now() from unnest(${others}::uuid[]) id`.execute(
        tx,
      ),
    )
    expect(await differing()).toBe(0)
    await inIts((tx) => sql`delete from precedent_due where event_id = any(${others}::uuid[])`.execute(tx))
    expect(await differing()).toBe(1)
    await inIts(rebuildMetrics)
    expect(await differing()).toBe(0)
    expect(await compare()).toBe(2)
    expect(await differing()).toBe(0)
    const { rows } = await inIts((tx) =>
      sql<{ precedent: string }>`select precedent from precedent`.execute(tx),
    )
    expect(rows).toEqual([{ precedent: 'false_positive' }])
  },
)

test('an organization without messages has nothing to compare', async () => {
  tenant = await world.makeTenant('empty')
  world.pass(foundedWithin)
  expect(await check()).toBe(1)
  expect((await found()).differing).toBe(0)
})
