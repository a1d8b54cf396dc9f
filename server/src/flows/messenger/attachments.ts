import type { AttachmentId, MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { type KeptAttachment, requireAttachment } from '#domains/messages/attachment-queries.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { isOwn, noFurtherLimit, type Reader } from './own.ts'

/**
 * An attachment of a message that stands in a conversation of the reader's.
 * @throws Failure `attachment.not-found`, also where its message was deleted or is not the reader's; `attachment.unavailable`
 */
export async function requireOwnAttachment(
  tx: TenantTx,
  reader: Reader,
  ids: { messageId: MessageId; attachmentId: AttachmentId },
): Promise<KeptAttachment> {
  const { rows } = await sql`
    select from message join conversation on conversation.id = message.conversation_id
    where message.id = ${ids.messageId} and message.deleted_at is null and ${isOwn(reader)}`.execute(tx)
  if (rows.length === 0) throw new Failure('attachment.not-found', { id: ids.attachmentId })
  return requireAttachment(tx, noFurtherLimit, ids)
}
