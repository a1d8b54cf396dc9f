/** A home of before this release, where an archive takes no mails and people were not notified of it. */
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { releaseSchema } from '#release-schema.ts'
import { turnArchivingOn } from '#testing/archiving-on.ts'
import { openTestDatabase } from '#testing/database.ts'
import { openWorld } from '#testing/world.ts'

test('receivers that were suspended before are due to be reported, since the oldest mail that they did not take', async () => {
  await using database = { ...(await openTestDatabase()), [Symbol.asyncDispose]: () => database.close() }
  await using world = await openWorld(database.url)
  const [failing, well] = [await world.makeTenant('failing'), await world.makeTenant('well')]
  for (const tenant of [failing, well]) {
    await turnArchivingOn(world, tenant)
    await world.deliver(tenant, { from: '+15550109999', body: 'hello' })
  }
  await world.settle()
  const made = new Date('2026-11-01T10:00:00Z')
  const last = new Date('2026-11-20T10:00:00Z')
  await inTenant(world.ctx.db, failing.id, async (tx) => {
    await sql`update archiving set problem = 'sign-in', answer = '535', failures = 400, problem_at = ${last}, paused_until = ${last}`.execute(
      tx,
    )
    await sql`update archive_mail set problem = 'sign-in'`.execute(tx)
  })
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await owner.query('alter table archive_mail no force row level security')
  await owner.query('update archive_mail set created_at = $1', [made])
  await owner.query('alter table archive_mail force row level security')
  await owner.query('drop table archive_outage')
  const { migrations } = await releaseSchema()
  for (const slot of ['20261210T1000', '20261210T1002'])
    await owner.query(migrations.find(({ name }) => name.startsWith(slot))?.text ?? '')
  await owner.end()
  const outages = (id: typeof well.id) =>
    inTenant(world.ctx.db, id, (tx) => tx.selectFrom('archive_outage').selectAll().execute())
  expect(await outages(well.id)).toEqual([])
  expect(await outages(failing.id)).toMatchObject([
    {
      began_at: made,
      failed_at: last,
      failures: 400,
      problem: 'sign-in',
      notify_at: expect.any(Date),
      notified_at: null,
    },
  ])
})
