import type { MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { CapturedAttachment } from '#kernel/captured-event.ts'
import { newId } from '#kernel/uuid.ts'
import { insertMany, type TableColumns, type TableRow } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { expectScans } from './scan-commands.ts'
import type { Derivation, MessageFact, StoredContent } from './facts.ts'

const attachmentColumns = {
  id: 'uuid',
  message_id: 'uuid',
  ordinal: 'smallint',
  name: 'text',
  mime_declared: 'text',
  mime_detected: 'text',
  size_bytes: 'bigint',
  sha256: 'bytea',
  state: 'text',
  gap_reason: 'text',
  source_url: 'text',
  next_try_at: 'timestamptz',
} satisfies TableColumns<'attachment'>
type AttachmentRow = Omit<TableRow<'attachment', typeof attachmentColumns>, 'size_bytes'> & {
  readonly size_bytes: number | null
}

/** The files of messages. */
export async function insertAttachments(
  tx: TenantTx,
  facts: readonly (MessageFact & { readonly id: MessageId })[],
  contentOf: Derivation['contentOf'],
  now: Date,
): Promise<void> {
  const files = facts.flatMap(({ id, event }) =>
    event.attachments.map((file): NewFile => ({ messageId: id, file, content: contentOf(file) })),
  )
  await insertFiles(tx, files, now)
}

export interface NewFile {
  readonly messageId: MessageId
  readonly file: CapturedAttachment
  readonly content?: StoredContent | undefined
}

/** Adds attachments: those with bytes are stored, those at a provider become due for fetching, and the rest are gaps. */
export async function insertFiles(tx: TenantTx, files: readonly NewFile[], now: Date): Promise<void> {
  if (files.length === 0) return
  const rows = files.map(({ messageId, file, content }): AttachmentRow => {
    const { ordinal, name = null, mimeDeclared = null, url = null } = file
    return {
      id: newId(now),
      message_id: messageId,
      ordinal,
      name,
      mime_declared: mimeDeclared,
      source_url: url,
      ...stateOf(file, content, now),
    }
  })
  await insertMany(
    tx,
    { table: 'attachment', conflict: sql`on conflict do nothing` },
    attachmentColumns,
    rows,
  )
  await expectScans(
    tx,
    rows.flatMap(({ sha256 }) => sha256 ?? []),
  )
}

/** The place of an attachment's content, or when it is fetched. */
function stateOf(
  { url, sizeDeclared }: CapturedAttachment,
  content: StoredContent | undefined,
  now: Date,
): Omit<AttachmentRow, 'id' | 'message_id' | 'ordinal' | 'name' | 'mime_declared' | 'source_url'> {
  if (content) {
    const { mimeDetected = null, sizeBytes, sha256 } = content
    const stored = { mime_detected: mimeDetected, size_bytes: sizeBytes, sha256 }
    return { ...stored, state: 'stored', gap_reason: null, next_try_at: null }
  }
  const missing = { mime_detected: null, size_bytes: sizeDeclared ?? null, sha256: null }
  return url === undefined
    ? { ...missing, state: 'gap', gap_reason: 'not-offered', next_try_at: null }
    : { ...missing, state: 'pending', gap_reason: null, next_try_at: now }
}
