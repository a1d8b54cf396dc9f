import type { AttachmentId, MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { type KeptAttachment, requireAttachment } from '#domains/messages/attachment-queries.ts'
import { findReplaced } from '#domains/messages/thread-versions.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { isOfOthers, isOwn, noFurtherLimit, type Opened, type Reader } from './readable-conversations.ts'

/**
 * An attachment of a message in one of the reader's conversations.
 * @throws Failure `attachment.not-found`, also if its message was deleted or is not the reader's, or an edit replaced it; `attachment.unavailable`
 */
export async function requireOwnAttachment(
  tx: TenantTx,
  reader: Reader,
  ids: { messageId: MessageId; attachmentId: AttachmentId },
): Promise<KeptAttachment & Pick<Opened, 'ofOthers'>> {
  const { rows } = await sql<Pick<Opened, 'ofOthers'>>`
    select ${isOfOthers(reader)} as "ofOthers" from message join conversation on conversation.id = message.conversation_id
    where message.id = ${ids.messageId} and message.deleted_at is null and ${isOwn(reader)}`.execute(tx)
  const [opened] = rows
  const isShown = opened && !(await findReplaced(tx, ids.messageId)).has(ids.attachmentId)
  if (!isShown) throw new Failure('attachment.not-found', { id: ids.attachmentId })
  return { ...(await requireAttachment(tx, noFurtherLimit, ids)), ...opened }
}
