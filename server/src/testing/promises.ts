import type { MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'

/** Promises of every third message, by a day of the weeks after it. */
export async function insertPromises(tx: TenantTx, messageIds: readonly MessageId[]): Promise<void> {
  const some = messageIds.filter((_, at) => at % 3 === 0)
  await sql`insert into promise (message_id, conversation_id, posted_at, due_at)
    select id, conversation_id, posted_at, posted_at + place % 20 * interval '1 day'
    from unnest(${some}::uuid[]) with ordinality given (message_id, place) join message on id = message_id`.execute(
    tx,
  )
}

/** What lists filter promises by, written again in another way, for a row of `message`. */
export const foundPromises = {
  promiseKept: sql`(select (0 < (select count(*) from message later where later.conversation_id = message.conversation_id
    and later.direction = 'outbound' and later.group_ids @> message.group_ids
    and later.posted_at > promise.posted_at and later.posted_at <= promise.due_at
    and later.id not in (select message_id from promise)))::text from promise where promise.message_id = message.id)`,
  promiseDue: sql`(select due_at from promise where promise.message_id = message.id)`,
}
