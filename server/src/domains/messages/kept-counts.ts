import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/rows.ts'

/** How much is on record of an account, within a scope: by its conversations, which count their messages. */
export async function countKept(
  tx: TenantTx,
  scope: AccessScope,
  accountId: AccountId,
): Promise<{ readonly conversations: number; readonly messages: number }> {
  const found = await sql<{ conversations: number; messages: number }>`
    select count(*)::int as conversations, coalesce(sum(conversation.message_count), 0)::int as messages
    from conversation where conversation.account_id = ${accountId} and conversation.merged_into is null
      and ${withinScope(scope, 'conversation')}`.execute(tx)
  return onlyRow(found)
}
