import type { AccountId, AttachmentId } from '@verbatim/contract/ids.ts'
import { sql, type Updateable } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import type { AttachmentTable } from '#schema/messages.ts'
import type { StoredContent } from './facts.ts'

/** An attachment to be fetched from its provider. */
export interface DueAttachment {
  readonly id: AttachmentId
  readonly accountId: AccountId
  readonly url: string
  /** How often it was tried before. */
  readonly attempts: number
  /** When the try is taken for cut off. With `attempts` it names the try: one that was given up on cannot report. */
  readonly until: Date
  /** When its message reached us. */
  readonly since: Date
}

type Try = Pick<DueAttachment, 'id' | 'attempts' | 'until'>

/** Takes attachments that are due, and puts off their next try, so that two workers do not fetch the same. */
export async function takeDueAttachments(tx: TenantTx, now: Date, limit: number): Promise<DueAttachment[]> {
  const until = new Date(now.getTime() + takenMs)
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
      next_try_at: until,
    }))
    .from('message')
    .whereRef('message.tenant_id', '=', 'attachment.tenant_id')
    .whereRef('message.id', '=', 'attachment.message_id')
    .where('attachment.id', '=', sql<AttachmentId>`any(array(${due}))`) // asked once, not for each row
    .returning([
      'attachment.id',
      'message.account_id',
      'message.captured_at',
      'attachment.source_url',
      'attachment.attempts',
    ])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    url: row.source_url ?? '',
    attempts: row.attempts - 1,
    until,
    since: row.captured_at,
  }))
}

/** A fetch that has not reported by then was cut off, and its attachment is due again. */
const takenMs = 5 * 60_000

export function markStored(tx: TenantTx, one: Try, content: StoredContent): Promise<boolean> {
  return report(tx, one, {
    state: 'stored',
    sha256: Buffer.from(content.sha256),
    size_bytes: String(content.sizeBytes),
    mime_detected: content.mimeDetected ?? null,
    next_try_at: null,
  })
}

/** The provider will not give it: a gap that is shown, with its reason. */
export function markGap(tx: TenantTx, one: Try, reason: string): Promise<boolean> {
  return report(tx, one, { state: 'gap', gap_reason: reason, next_try_at: null })
}

export function markLater(tx: TenantTx, one: Try, at: Date): Promise<boolean> {
  return report(tx, one, { next_try_at: at })
}

/** It could not be kept, which is no fault of its: the try does not count. */
export function putOffMedia(tx: TenantTx, one: Try, at: Date): Promise<boolean> {
  return report(tx, one, { next_try_at: at, attempts: one.attempts })
}

/** False where the attachment is somebody else's by now: what came of this try is nobody's. */
async function report(
  tx: TenantTx,
  { id, attempts, until }: Try,
  change: Updateable<AttachmentTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('attachment')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('attempts', '=', attempts + 1)
    .where('next_try_at', '=', until)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
