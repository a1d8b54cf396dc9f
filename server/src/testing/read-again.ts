import type { MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'

/** What a later release understands of messages of which nothing was understood: those that are none of these stay as they are. */
export async function readAgain(
  tx: TenantTx,
  ids: readonly MessageId[],
  { content_type, flags }: { readonly content_type: 'text' | 'system'; readonly flags: readonly string[] },
  now: Date,
): Promise<void> {
  const unread = sql`id = any(${ids}::uuid[]) and content_type = 'unsupported'`
  await sql`insert into message_reread (message_id, at, release, was)
    select id, ${now}, '1', '{}' from message where ${unread}`.execute(tx)
  await sql`update message set content_type = ${content_type}, flags = ${[...flags]}::text[] where ${unread}`.execute(
    tx,
  )
}
