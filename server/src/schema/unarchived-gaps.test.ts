/** A home of before this release, where people were not mailed about employees without a seat in the archive. */
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { releaseSchema } from '#release-schema.ts'
import { openTestDatabase } from '#testing/database.ts'
import { openWorld } from '#testing/world.ts'

test('an account without a seat in the archive that was never connected has a gap that people will be mailed about, once', async () => {
  await using database = { ...(await openTestDatabase()), [Symbol.asyncDispose]: () => database.close() }
  await using world = await openWorld(database.url)
  const tenant = await world.makeTenant('seats')
  const { sms, whatsapp } = tenant.accounts
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    await sql`update channel_account set connected_at = null`.execute(tx)
    await sql`update channel_account set status = 'not-available', problem = 'not-archived' where id = ${sms}`.execute(
      tx,
    )
    await sql`update channel_account set status = 'not-available', problem = 'signed-out' where id = ${whatsapp}`.execute(
      tx,
    )
  })
  const { migrations } = await releaseSchema()
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  const text = migrations.find(({ name }) => name.startsWith('20261210T1331'))?.text ?? ''
  for (let times = 0; times < 2; times++) await owner.query(text)
  await owner.end()
  const gaps = await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.selectFrom('account_gap').select(['account_id', 'kind', 'problem', 'ended_at', 'notify_at']).execute(),
  )
  expect(gaps).toEqual([
    {
      account_id: sms,
      kind: 'disconnected',
      problem: 'not-archived',
      ended_at: null,
      notify_at: expect.any(Date),
    },
  ])
})
