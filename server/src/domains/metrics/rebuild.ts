import type { ConversationId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/only-row.ts'

/** Before all of them. */
const noConversation = '00000000-0000-0000-0000-000000000000' as ConversationId

const said = sql`message.content_type <> 'system' and not 'autoReply' = any(message.flags)`
/** The organization's zone, if the database knows it by this name. */
const zone = sql`coalesce((select name from pg_timezone_names where name = time_zone limit 1), 'UTC')`
const day = sql`(message.posted_at at time zone organization.rollup_zone)::date`

/**
 * Counts the organization's messages anew, by the days of its zone. Nothing may add messages meanwhile. The triggers in
 * `schema/functions/{rollups,openings}.sql` count in the same way.
 */
export async function recountMessages(tx: TenantTx): Promise<void> {
  await sql`update organization set rollup_zone = ${zone} where rollup_zone <> ${zone}`.execute(tx)
  await sql`delete from opening_due`.execute(tx) // first: it waits for a worker that finds openings now
  await sql`delete from message_rollup`.execute(tx)
  await sql`delete from conversation_day`.execute(tx)
  await sql`delete from opening`.execute(tx)
  await sql`delete from conversation_reach`.execute(tx)
  await sql`
    insert into message_rollup (day, channel, group_ids, direction, category, urgency, messages)
    select ${day}, channel, group_ids, direction, category, urgency, count(*)
    from message join organization on organization.tenant_id = message.tenant_id
    where ${said} group by 1, 2, 3, 4, 5, 6`.execute(tx)
  await sql`
    insert into conversation_day (day, conversation_id, author, direction, group_ids, channel, author_user_id, author_contact_id,
      messages, first_at, last_at)
    select ${day}, conversation_id, coalesce(author_user_id::text, author_contact_id::text, author_address), direction, group_ids,
      channel, author_user_id, case when author_user_id is null then author_contact_id end, count(*), min(posted_at), max(posted_at)
    from message join organization on organization.tenant_id = message.tenant_id
    where ${said} group by 1, 2, 3, 4, 5, 6, 7, 8`.execute(tx)
  await sql`
    insert into conversation_reach (conversation_id, channel, group_key, is_mixed)
    select conversation_id, min(channel), min(group_key), count(distinct (channel, group_key)) > 1
    from message where ${said} group by 1`.execute(tx)
  await findAllOpenings(tx)
}

/** Conversations for which openings are found at a time, so that their messages fit into memory. */
const openingBatch = 1_000

async function findAllOpenings(tx: TenantTx): Promise<void> {
  let after = noConversation
  for (;;) {
    const found = await sql<{ last: ConversationId | null }>`
      with batch as (
        select conversation_id from conversation_reach where conversation_id > ${after} order by 1 limit ${openingBatch}
      ), spans as (
        select conversation_id, min(posted_at) as first_at, max(posted_at) as last_at
        from message join batch using (conversation_id) where ${said} group by 1
      ), found as (
        select find_openings(${tx.tenantId}, array_agg(conversation_id), array_agg(first_at), array_agg(last_at)) from spans
      )
      select (select max(conversation_id::text) from batch) as last from found`.execute(tx)
    const { last } = onlyRow(found)
    if (last === null) return
    after = last
  }
}

/** Whether the counts have the days of another zone than the organization's. */
export async function hasOtherZone(tx: TenantTx): Promise<boolean> {
  const { rows } = await sql`select from organization where rollup_zone <> ${zone}`.execute(tx)
  return rows.length > 0
}
