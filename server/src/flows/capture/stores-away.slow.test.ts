/** Records that a file store, a database or a limit holds up: each waits or is refused alone. */
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { shareOf } from '@verbatim/reference/share.ts'
import { StoreAway } from '#platform/files/failures.ts'
import type { TestDatabase } from '#testing/database.ts'
import { findConnector } from '#channels/registry.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { setUpCapture } from '#testing/capture.ts'
import { keepArrivals, openKeeper } from './keep.ts'
import { ingest } from './ingest.ts'
import { redrive } from './redrive.ts'

let database: TestDatabase
let world: World
let tenant: WorldTenant
const { inside, messages, arrival, message, unread } = setUpCapture(
  'stores',
  (bed) => ({ database, world, tenant } = bed),
)

test('thousands of quarantined records are redriven at once', { tags: ['whole'] }, async () => {
  await keepArrivals(world.ctx.db, tenant.id, [arrival([message()])], world.ctx.now())
  await inside(async (tx) => {
    await sql`delete from record_backlog`.execute(tx)
    await sql`insert into quarantined_record (record_id, account_id, quarantined_at, attempts, reason)
      select gen_random_uuid(), ${tenant.accounts.whatsapp}, now(), 5, 'x' from generate_series(1, 40000)`.execute(
      tx,
    )
  })
  const { whatsapp } = tenant.accounts
  const by = { userId: undefined, name: 'Operator' }
  const redriven = await inside((tx) => redrive(tx, by, { accountIds: [whatsapp] }, world.ctx.now()))
  expect(redriven).toMatchObject([{ records: 40_000 }])
  expect(await unread()).toBe(40_000)
})

test.each(shareOf(['ENOSPC', 'EIO', 'EACCES', 'ESTALE', 'EROFS', 'ENEVERSEEN'], 6))(
  'while files cannot be written (%s) nothing is quarantined, records without files continue, and all are ingested afterwards',
  async (code) => {
    const file = { ordinal: 0, name: 'a.txt', bytes: Buffer.from(`text ${code}`) }
    const records = [message({ attachments: [file] }), message(), message({ attachments: [file] })].map(
      (one) => arrival([one]),
    )
    await keepArrivals(world.ctx.db, tenant.id, records, world.ctx.now())
    const put = () =>
      Promise.reject(new StoreAway(Object.assign(new Error(code), { code, syscall: 'write' })))
    const context = { ...world.ctx, readers: { find: findConnector } }
    for (let attempt = 0; attempt < 8; attempt++) {
      await ingest({ ...context, blobs: { ...world.ctx.blobs, put } }, tenant.id)
      expect(await messages()).toMatchObject([{ attachment_count: 0 }])
      world.pass(60_000)
    }
    await ingest(context, tenant.id)
    expect(await messages()).toHaveLength(3)
  },
)

test('a delivery that is too large is refused, named and counted', async () => {
  const answer = await world.app.inject({
    method: 'POST',
    url: `/hooks/whatsapp/${tenant.accounts.whatsapp}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'x'.repeat(5 * 1024 * 1024),
  })
  expect(answer.statusCode).toBe(413)
  const refused = await inside((tx) => tx.selectFrom('refused_delivery').selectAll().execute())
  expect(refused).toMatchObject([{ reason: 'request.too-large', size_bytes: String(5 * 1024 * 1024) }])
  const [counters] = await inside((tx) =>
    tx
      .selectFrom('account_counters')
      .selectAll()
      .where('account_id', '=', tenant.accounts.whatsapp)
      .execute(),
  )
  expect(counters).toMatchObject({ refused: '1' })
})

test('if the database refuses an arrival, only that arrival is refused', async () => {
  const { db, now } = world.ctx
  const keeper = openKeeper({ db, now, onKept: () => {} })
  const first = keeper.keep(arrival([message()])) // the others wait for it, and share the next commit
  const odd = arrival([message()], { receivedAt: new Date(Number.NaN) })
  const rest = [arrival([message()]), odd, arrival([message()])].map((one) => keeper.keep(one))
  const outcomes = await Promise.allSettled([first, ...rest])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  await keeper.close()
})

test('stored records are ingested at once, even if a clock is behind', async () => {
  await keepArrivals(world.ctx.db, tenant.id, [arrival([message()])], world.ctx.now())
  const behind = () => new Date(world.ctx.now().getTime() - 3_600_000)
  await ingest({ ...world.ctx, now: behind, readers: { find: findConnector } }, tenant.id)
  expect(await messages()).toHaveLength(1)
})

test('a batch that takes the database too long is halved, and only a record that is slow alone is postponed', async () => {
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  // More than two messages at once end as at the time limit, and so does one message that asks for it.
  await owner.query(`create function dawdle() returns trigger language plpgsql as $$ begin
    if (select count(*) > 2 or bool_or(body = 'slow') from added) then
      raise exception 'canceling statement due to statement timeout' using errcode = 'query_canceled'; end if;
    return null; end $$`)
  await owner.query(`create trigger dawdles after insert on message
    referencing new table as added for each statement execute function dawdle()`)
  try {
    const records = ['one', 'two', 'slow', 'three', 'four', 'five'].map((body) =>
      arrival([message({ body })]),
    )
    await keepArrivals(world.ctx.db, tenant.id, records, world.ctx.now())
    await ingest({ ...world.ctx, readers: { find: findConnector } }, tenant.id)
  } finally {
    await owner.query('drop trigger dawdles on message')
    await owner.end()
  }
  expect(new Set((await messages()).map(({ body }) => body))).toEqual(
    new Set(['one', 'two', 'three', 'four', 'five']),
  )
  const waiting = await inside((tx) => tx.selectFrom('record_backlog').select('attempts').execute())
  expect(waiting).toEqual([{ attempts: 1 }])
})
