import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import type { AccountId, AttachmentId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import { doubling } from '#platform/work/back-off.ts'
import type { DueRows } from '#platform/work/due-rows.ts'
import { settle, takeDue, type Try } from '#platform/work/tries.ts'
import type { StoredContent } from './facts.ts'
import { bringingEdit } from './version-files.ts'

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
  backOff: doubling({ firstMs: 1_000, mostMs: hourMs, tries: 10, forMs: 3 * dayMs }),
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
  /** Its age is counted from when its message, or the edit that brought it, reached us. */
  readonly tried: Try<'attachment'>
}

/** Takes due attachments, so that two workers do not fetch the same one. */
export async function takeDueAttachments(tx: TenantTx, now: Date, most: number): Promise<DueAttachment[]> {
  const taken = await takeDue(tx, pendingMedia, most, now)
  if (taken.length === 0) return []
  const { rows: messages } = await sql<{ id: AttachmentId; account_id: AccountId; captured_at: Date }>`
    select attachment.id, message.account_id, coalesce(edit.captured_at, message.captured_at) as captured_at
    from attachment join message on message.tenant_id = attachment.tenant_id and message.id = attachment.message_id
    left join lateral (${bringingEdit}) edit on true
    where attachment.id = any(${taken.map(({ row }) => row.id)}::uuid[])`.execute(tx)
  const messageOf = new Map(messages.map((message) => [message.id, message]))
  return taken.flatMap(({ row, tried }) => {
    const message = messageOf.get(row.id)
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
