/** How the sums of days are read among a hundred thousand messages with as many mails and receipts: the planner's choices, not the time. */
import { ContactId, GroupId, TenantId, UserId } from '@verbatim/contract/ids.ts'
import { dayMs } from '@verbatim/contract/durations.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { storeManyMessages } from '#testing/many-messages.ts'
import { entriesOf } from './day-queries.ts'
import { findArchiving } from './find.ts'

const now = new Date('2026-03-01T12:00:00Z')
const tenantId = TenantId.parse(newId(now))

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await storeManyMessages(database, {
    tenantId,
    now,
    group: GroupId.parse(newId(now)),
    author: UserId.parse(newId(now)),
    contact: ContactId.parse(newId(now)),
    member: UserId.parse(newId(now)),
    client: ContactId.parse(newId(now)),
  })
  const began = new Date(now.getTime() - 100 * dayMs)
  await inTenant(database.db, tenantId, async (tx) => {
    await sql`insert into archiving (mode, started_at, counted_from, host, port, security, sign_in, user_name, from_address, journal_recipients,
        also_events, format, participant_address, max_mail_mb, oversize, channels, group_ids)
      values ('on', ${began}, ${began}, 'archive.example', 25, 'tls', 'none', '', 'a@acme.example', '{}',
        '{membership,receipt}', 'eml', 'real_email', 25, 'split', '{}', '{}')`.execute(tx)
    await sql`insert into message_event (id, record_id, channel, account_id, event_key, kind, message_id, at, captured_at, payload)
      select gen_random_uuid(), record_id, channel, account_id, message_key, case when message_key::int % 50 = 0 then 'reaction' else 'status' end,
        id, posted_at, captured_at, '{}' from message`.execute(tx)
    await sql`insert into message_revision (message_id, revision, body, at, captured_at, record_id)
      select id, 1 + number, body, posted_at, captured_at, record_id from message, generate_series(0, 1) number
      where message_key::int % 10 = 0`.execute(tx)
    await sql`insert into archive_mail (message_id, event, ref, revision, state, due_at, created_at)
      select id, 'message', '1', 1, 'accepted', captured_at, captured_at from message
      union all select message_id, case kind when 'status' then 'receipt' else kind end, id::text, 2, 'accepted', captured_at, captured_at
      from message_event`.execute(tx)
  })
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await owner.query('vacuum analyze message, message_event, message_revision, archive_mail')
  await owner.end()
}, 180_000)
afterAll(() => database?.close())

test.each([
  ['of one day', [new Date(now.getTime() - dayMs), now]],
  ['of all days on the screen', [new Date(now.getTime() - 13 * dayMs)]],
] as const)(
  'the sums %s read by the time of capture, and none of the other messages and changes',
  async (_, times) => {
    const plan = await inTenant(database.db, tenantId, async (tx) => {
      await sql`set local random_page_cost = 1.1`.execute(tx) // with the settings of the embedded database
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain (costs off) select count(state) from ${entriesOf(await findArchiving(tx), times)}`.execute(tx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    for (const index of ['message_by_capture', 'message_event_by_capture', 'message_revision_by_capture'])
      expect(plan).toMatch(new RegExp(`(using|on) ${index}`))
    expect(plan).not.toMatch(/Seq Scan on (message|message_event|message_revision)\b/)
  },
)
