import type { AccountId, AttachmentId, MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import { doubling } from '#platform/work/back-off.ts'
import type { DueRows } from '#platform/work/due-rows.ts'
import { settle, takeDue, type Try } from '#platform/work/tries.ts'
import type { StoredContent } from './facts.ts'

/** Attachments that their providers still have. */
export const pendingMedia: DueRows<'attachment'> = {
  name: 'media',
  table: 'attachment',
  waits: () => sql`state = 'pending'`,
  from: 'next_try_at',
  leaseMs: 5 * 60_000,
  tries: 'attempts',
  order: sql`next_try_at`,
  // After this time the attachment is recorded as missing. A network failure or a changed token can take a weekend to be
  // fixed; if a file does not exist, the provider says so at once.
  backOff: doubling({ firstMs: 1_000, mostMs: 60 * 60_000, tries: 10, forMs: 3 * 86_400_000 }),
  givingUp: (reason) => ({ state: 'gap', gap_reason: reason, next_try_at: null }),
  figures: {
    oldest: sql`public.time_of_id(min(id::text))`,
    givenUp: sql`select count(*) from public.attachment where state = 'gap'`,
  },
}

/** An attachment to be fetched from its provider. */
export interface DueAttachment {
  readonly id: AttachmentId
  readonly accountId: AccountId
  readonly url: string
  /** Its age is counted from when its message reached us. */
  readonly tried: Try<'attachment'>
}

/** Takes due attachments, so that two workers do not fetch the same one. */
export async function takeDueAttachments(tx: TenantTx, now: Date, most: number): Promise<DueAttachment[]> {
  const taken = await takeDue(tx, pendingMedia, most, now)
  if (taken.length === 0) return []
  const messages = await tx
    .selectFrom('message')
    .select(['id', 'account_id', 'captured_at'])
    .where('id', '=', sql<MessageId>`any(${taken.map(({ row }) => row.message_id)}::uuid[])`)
    .execute()
  const messageOf = new Map(messages.map((message) => [message.id, message]))
  return taken.flatMap(({ row, tried }) => {
    const message = messageOf.get(row.message_id)
    if (!message) return []
    const { account_id: accountId, captured_at: since } = message
    return [{ id: row.id, accountId, url: row.source_url ?? '', tried: { ...tried, since } }]
  })
}

/** Records that the bytes are stored. False if another worker has the attachment by now. */
export async function markStored(
  tx: TenantTx,
  { tried }: DueAttachment,
  content: StoredContent,
  now: Date,
): Promise<boolean> {
  const done = {
    state: 'stored',
    sha256: Buffer.from(content.sha256),
    size_bytes: String(content.sizeBytes),
    mime_detected: content.mimeDetected ?? null,
    next_try_at: null,
  } as const
  return (await settle(tx, tried, { done }, now)) === 'done'
}
