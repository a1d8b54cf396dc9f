import type { RecordId, TenantId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { StoredContent } from '#domains/messages/facts.ts'
import type { CapturedAttachment } from '#kernel/captured-event.ts'
import { isPassing } from '#platform/db-errors.ts'
import { inTenant } from '#platform/db.ts'
import { sniffType } from '#platform/sniff.ts'
import type { IngestContext } from './ingest.ts'
import type { Readable } from './read-batch.ts'

/**
 * Attachments that arrive with their messages become blobs before the messages that name them exist. While files cannot be
 * stored, records with files are postponed, as often as necessary; those without continue.
 */
export async function storeContents(
  ctx: IngestContext,
  tenantId: TenantId,
  batch: readonly Readable[],
): Promise<{ contents: ReadonlyMap<CapturedAttachment, StoredContent>; stored: readonly Readable[] }> {
  const contents = new Map<CapturedAttachment, StoredContent>()
  const stored: Readable[] = []
  const held: Readable[] = []
  for (const readable of batch) {
    const attachments = attachmentsOf(readable)
    // After one refusal the others are not tried, because each may take the store's whole timeout.
    const isKept = attachments.length === 0 || (held.length === 0 && (await storeOf(readable, attachments)))
    ;(isKept ? stored : held).push(readable)
  }
  if (held.length > 0) await holdBack(ctx, tenantId, held)
  return { contents, stored }

  async function storeOf(
    { record: { id } }: Readable,
    attachments: readonly { readonly attachment: CapturedAttachment; readonly bytes: Uint8Array }[],
  ) {
    try {
      for (const { attachment, bytes } of attachments) {
        const sha256 = await ctx.blobs.put(tenantId, bytes)
        contents.set(attachment, { sha256, sizeBytes: bytes.length, mimeDetected: await sniffType(bytes) })
      }
      return true
    } catch (error) {
      if (!isPassing(error)) throw error
      ctx.log.warn({ err: error, recordId: id }, 'the files of a message could not be kept; it waits')
      return false
    }
  }
}

function attachmentsOf({ facts }: Readable) {
  return facts.flatMap(({ event }) =>
    event.kind === 'message'
      ? event.attachments.flatMap((attachment) =>
          attachment.bytes ? [{ attachment, bytes: attachment.bytes }] : [],
        )
      : [],
  )
}

/** How long records wait if their files could not be stored. */
const heldMs = 5_000

async function holdBack({ db, now }: IngestContext, tenantId: TenantId, held: readonly Readable[]) {
  const ids = held.map(({ record }) => record.id)
  const until = new Date(now().getTime() + heldMs)
  await inTenant(db, tenantId, (tx) =>
    tx
      .updateTable('record_backlog')
      .set({ not_before: until })
      .where('record_id', '=', sql<RecordId>`any(${ids}::uuid[])`)
      .execute(),
  )
}
