import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/rows.ts'

/**
 * How much is on record of an account, within a scope: by its conversations, which count their messages. One that it has in common with
 * other accounts has their messages, too, and counts copies once.
 */
export async function countKept(
  tx: TenantTx,
  scope: AccessScope,
  accountId: AccountId,
): Promise<{ readonly conversations: number; readonly messages: number }> {
  const found = await sql<{ conversations: number; messages: number }>`
    select count(*)::int as conversations, coalesce(sum(case when is_shared
        then (select count(*) from message where message.conversation_id = held.id and message.account_id = ${accountId})
        else held.message_count end), 0)::int as messages
    from (
      select conversation.*, conversation.account_id <> ${accountId} or exists (select from conversation other
        where other.merged_into = conversation.id and other.account_id <> ${accountId}) as is_shared
      from conversation where conversation.id in (
          select coalesce(merged_into, id) from conversation own where own.account_id = ${accountId})
        and ${withinScope(scope, 'conversation')}
    ) held`.execute(tx)
  return onlyRow(found)
}
