import type { AttachmentId, MessageId } from '@verbatim/contract/ids.ts'
import type { Attachment } from '@verbatim/contract/attachments.ts'
import { withinScope } from '#access/scope-sql.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { toAttachment } from './rows.ts'

/** An attachment whose bytes are stored. */
export interface KeptAttachment extends Attachment {
  readonly sha256: Uint8Array
}

export interface AttachmentPlace {
  readonly messageId: MessageId
  readonly attachmentId: AttachmentId
}

/** An attachment of a message that `scope` reaches. */
export const attachmentWithin = (
  tx: TenantTx,
  scope: AccessScope,
  { messageId, attachmentId }: AttachmentPlace,
) =>
  tx
    .selectFrom('attachment')
    .innerJoin('message', (join) =>
      join
        .onRef('message.tenant_id', '=', 'attachment.tenant_id')
        .onRef('message.id', '=', 'attachment.message_id'),
    )
    .where('attachment.id', '=', attachmentId)
    .where('attachment.message_id', '=', messageId)
    .where(withinScope(scope, 'message'))

/**
 * An attachment whose bytes can be read.
 * @throws Failure `attachment.not-found`, also if its message is outside `scope`; `attachment.unavailable`
 */
export async function requireAttachment(
  tx: TenantTx,
  scope: AccessScope,
  { messageId, attachmentId }: AttachmentPlace,
): Promise<KeptAttachment> {
  const row = await attachmentWithin(tx, scope, { messageId, attachmentId })
    .selectAll('attachment')
    .executeTakeFirstOrThrow(() => new Failure('attachment.not-found', { id: attachmentId }))
  if (row.state !== 'stored' || !row.sha256)
    throw new Failure('attachment.unavailable', { id: attachmentId, reason: row.gap_reason ?? row.state })
  return { ...toAttachment(row), sha256: row.sha256 }
}
