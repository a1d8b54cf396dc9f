import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { inTenant } from '#platform/db.ts'
import type { World, WorldTenant } from '#testing/world.ts'

/** What people see of an account, without what only says when something was received. */
export async function readProjection({ ctx }: World, tenant: WorldTenant, accountId: AccountId) {
  return inTenant(ctx.db, tenant.id, async (tx) => {
    const { rows: messages } = await sql<Record<string, unknown>>`
      select message_key, body, content_type, subject, direction, author_address, structured, reply_to_key, attachment_count,
        delivery_state, deleted_at is not null as deleted, deletion ->> 'scope' as scope,
        array(select flag from unnest(flags) flag where flag not in ('late', 'clockSkew', 'reusedId') order by 1) as flags,
        array(select version.body from message_revision version where version.message_id = message.id order by 1) as texts
      from message where account_id = ${accountId} order by message_key`.execute(tx)
    const { rows: events } = await sql<Record<string, unknown>>`
      select kind, event_key, target_key, actor_address, message_id is not null as found, payload
      from message_event where account_id = ${accountId} order by event_key`.execute(tx)
    // The account's own id, and that of its source; and which of several mails with one id came first.
    const named = (text: string) =>
      text
        .replaceAll(accountId, 'account')
        .replaceAll(/bot[0-9a-f-]{36}:/g, 'bot:')
        .replaceAll(/~[0-9a-f]{16}"/g, '"')
    const plain = (rows: readonly Record<string, unknown>[]) =>
      rows.map((row) => named(JSON.stringify(row))).toSorted()
    return { messages: plain(messages), events: plain(events) }
  })
}
