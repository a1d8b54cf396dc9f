import type { AccountId, AttachmentId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import type { StoredContent } from './facts.ts'

/** An attachment to be fetched from its provider. */
export interface DueAttachment {
  readonly id: AttachmentId
  readonly accountId: AccountId
  readonly url: string
  /** How often it was tried before. */
  readonly attempts: number
}

/** Takes attachments that are due, and puts off their next try, so that two workers do not fetch the same. */
export async function takeDueAttachments(tx: TenantTx, now: Date, limit: number): Promise<DueAttachment[]> {
  const due = tx
    .selectFrom('attachment')
    .select('id')
    .where('state', '=', 'pending')
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const rows = await tx
    .updateTable('attachment')
    .set((eb) => ({
      attempts: eb('attachment.attempts', '+', 1),
      next_try_at: new Date(now.getTime() + takenMs),
    }))
    .from('message')
    .whereRef('message.tenant_id', '=', 'attachment.tenant_id')
    .whereRef('message.id', '=', 'attachment.message_id')
    .where('attachment.id', '=', sql<AttachmentId>`any(array(${due}))`) // asked once, not for each row
    .returning(['attachment.id', 'message.account_id', 'attachment.source_url', 'attachment.attempts'])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    url: row.source_url ?? '',
    attempts: row.attempts - 1,
  }))
}

/** A fetch that has not reported by then was cut off, and its attachment is due again. */
const takenMs = 5 * 60_000

export async function markStored(tx: TenantTx, id: AttachmentId, content: StoredContent): Promise<void> {
  await tx
    .updateTable('attachment')
    .set({
      state: 'stored',
      sha256: Buffer.from(content.sha256),
      size_bytes: String(content.sizeBytes),
      mime_detected: content.mimeDetected ?? null,
      next_try_at: null,
    })
    .where('id', '=', id)
    .execute()
}

/** The provider will not give it: a gap that is shown, with its reason. */
export async function markGap(tx: TenantTx, id: AttachmentId, reason: string): Promise<void> {
  await tx
    .updateTable('attachment')
    .set({ state: 'gap', gap_reason: reason, next_try_at: null })
    .where('id', '=', id)
    .execute()
}

export async function markLater(tx: TenantTx, id: AttachmentId, at: Date): Promise<void> {
  await tx.updateTable('attachment').set({ next_try_at: at }).where('id', '=', id).execute()
}
