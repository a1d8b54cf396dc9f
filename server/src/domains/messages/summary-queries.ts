import type { ConversationSummary } from '@verbatim/contract/conversations.ts'
import type { ConversationId, MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { isFirst } from '#schema/said.ts'
import { requireVisible } from './conversation-queries.ts'

import { summarize } from './summary.ts'

/** How much of a long conversation a summary reads, newest first: messages, and characters of their texts. */
const mostRead = { messages: 2_000, characters: 1_000_000 }

/**
 * A few sentences of a conversation, each with its message. Deleted messages are read like any other: they are part of the
 * record.
 * @throws Failure `conversation.not-found`
 */
export async function findSummary(
  tx: TenantTx,
  scope: AccessScope,
  id: ConversationId,
  signal?: AbortSignal,
): Promise<ConversationSummary> {
  const { id: standingId } = await requireVisible(tx, scope, id)
  const thread = sql<boolean>`conversation_id = ${standingId} and ${withinScope(scope, 'message')} and ${isFirst('message')}`
  const { rows } = await sql<{ id: MessageId; from: string; posted_at: Date; text: string }>`
    select id, "from", posted_at, text from (
      select recent.*, sum(length(text)) over (order by posted_at desc, id desc) - length(text) as newer from (
        select id, coalesce(author_name, author_address) as "from", posted_at, coalesce(left(body, 20000), '') as text
        from message where ${thread} order by posted_at desc, id desc limit ${mostRead.messages}
      ) recent
    ) measured where newer < ${mostRead.characters} order by posted_at desc, id desc`.execute(tx)
  const { rows: counted } = await sql<{
    n: string
  }>`select count(*) as n from message where ${thread}`.execute(tx)
  const messages = new Map(rows.map((row) => [row.id, row]))
  const picked = await summarize(rows.toReversed(), signal)
  const sentences = picked.flatMap((sentence) => {
    const message = messages.get(sentence.messageId)
    return message ? [{ ...sentence, from: message.from, postedAt: message.posted_at.toISOString() }] : []
  })
  return { method: 'extractive', sentences, messagesRead: rows.length, messageCount: Number(counted[0]?.n) }
}
