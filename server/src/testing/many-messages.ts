/** A hundred thousand messages as rows, for tests of plans. */
import { channels } from '@verbatim/contract/channels.ts'
import type { ContactId, GroupId, TenantId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { inTenant } from '#platform/db.ts'
import type { TestDatabase } from './database.ts'

interface Given {
  readonly tenantId: TenantId
  readonly now: Date
  /** Of one message of a thousand. */
  readonly group: GroupId
  /** Of one message of twenty. */
  readonly author: UserId
  /** Of one message of three hundred. */
  readonly contact: ContactId
  /** In most conversations. */
  readonly member: UserId
  /** In two of them. */
  readonly client: ContactId
}

/** The id of a message by its number, which is SQL. */
const idOf = (number: string) => sql.raw(`md5('message ' || ${number})::uuid`)

/** Of ten messages, three are further copies of another: one message has three copies, one has two. */
export async function storeManyMessages(
  database: TestDatabase,
  { tenantId, now, group, author, contact, member, client }: Given,
): Promise<void> {
  // To check that each message has its conversation takes half of the time, and no plan depends on it.
  await database.administer(
    'alter table message disable trigger all; alter table message enable trigger user',
  )
  await inTenant(database.db, tenantId, async (tx) => {
    await sql`insert into conversation (id, channel, account_id, conversation_key, type, first_at, last_at)
      select gen_random_uuid(), 'sms', gen_random_uuid(), i::text, 'direct', ${now}, ${now}
      from generate_series(1, 500) i`.execute(tx)
    await sql`insert into participant (conversation_id, address, kind, user_id, contact_id, first_at, last_at)
      select id, address, 'phone', case when address = 'a' and place % 10 > 0 then ${member}::uuid end,
        case when address = 'b' and place <= 2 then ${client}::uuid end, ${now}::timestamptz - interval '1 year', ${now}
      from (select id, row_number() over (order by id) as place from conversation) one, unnest(array['a', 'b', 'c']) address`.execute(
      tx,
    )
    for (const from of [1, 25_001, 50_001, 75_001])
      await sql`insert into message (id, record_id, channel, account_id, conversation_id, message_key, direction,
        author_address, author_user_id, author_contact_id, posted_at, captured_at, body, group_ids, category, urgency,
        language, attachment_count, structured, search, whole_search, mirror_key, mirror_of)
      select ${idOf('i')}, gen_random_uuid(), (${[...channels]}::text[])[1 + i % 8], gen_random_uuid(),
        (array(select id from conversation))[1 + i % 500], i::text, 'inbound', '+1555' || i % 1000, case when i % 20 = 0 then ${author}::uuid end,
        case when i % 300 = 1 then ${contact}::uuid end, ${now}::timestamptz - i * interval '1 minute',
        ${now}::timestamptz - i * interval '1 minute', 'text ' || i % 10000, case when i % 1000 = 0 then array[${group}::uuid] else '{}' end,
        (array['question', 'request', 'complaint', 'compliment', 'other'])[1 + i % 5],
        case when i % 200 = 0 then 'high' else 'low' end, case when i % 400 = 0 then 'zh' when i % 3 = 0 then 'und' else 'en' end,
        case when i % 30 = 0 then 1 else 0 end, case when i % 1000 = 7 then '{"optOut": "STOP"}'::jsonb end,
        to_tsvector('simple', 'common text ' || i % 10000 || case when i % 500 = 0 then ' rare' else '' end),
        case when i % 150 = 0 then to_tsvector('simple', 'common text ' || i % 10000 || ' inside' || case when i % 500 = 0 then ' rare' else '' end) end,
        'key ' || i - copied.after, case when copied.after > 0 then ${idOf('(i - copied.after)')} end
      from generate_series(${from}::int, ${from + 24_999}::int) i
        cross join lateral (select case i % 10 when 7 then 6 when 8 then 7 when 9 then 7 else 0 end as after) copied`.execute(
        tx,
      )
  })
  await database.administer('alter table message enable trigger all')
}
