import type { AttachmentId, MessageId } from '@verbatim/contract/ids.ts'
import type { AttachmentText } from '@verbatim/contract/attachments.ts'
import { sql } from 'kysely'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { highlightBySteps } from '#kernel/search/highlight.ts'
import { parseQuery } from '#kernel/search/query.ts'
import { inSteps } from '#platform/by-turns.ts'
import type { TenantTx } from '#platform/db.ts'
import type { KeptText } from './reading-commands.ts'
import { type AttachmentPlace, attachmentWithin } from './attachment-queries.ts'
import { toAttachment } from './rows.ts'

/** An attachment of a message, with the length of its extracted text, if there is one. */
export interface TextPlace {
  readonly messageId: MessageId
  readonly attachmentId: AttachmentId
  readonly ordinal: number
  /** The hash of its bytes, in hexadecimal. */
  readonly sha256: string
  /** UTF-16; undefined without a text. */
  readonly units: number | undefined
  readonly isCut: boolean
}

/** All attachments of these messages in their order. */
export async function findTextPlaces(tx: TenantTx, messageIds: readonly MessageId[]): Promise<TextPlace[]> {
  if (messageIds.length === 0) return []
  const { rows } = await sql<{
    message_id: MessageId
    id: AttachmentId
    ordinal: number
    sha256: string | null
    units: number | null
    state: string | null
  }>`select attachment.message_id, attachment.id, attachment.ordinal, encode(attachment.sha256, 'hex') as sha256,
      kept.units, kept.state
    from attachment left join attachment_text kept on kept.tenant_id = attachment.tenant_id
      and kept.sha256 = attachment.sha256 and attachment.state = 'stored'
    where attachment.message_id = any(${messageIds}::uuid[])
    order by attachment.message_id, attachment.ordinal`.execute(tx)
  return rows.map((row) => ({
    messageId: row.message_id,
    attachmentId: row.id,
    ordinal: row.ordinal,
    sha256: row.sha256 ?? '',
    units: row.units ?? undefined,
    isCut: row.state === 'partly',
  }))
}

/** The texts of these bytes, by their hashes as hexadecimal digits. */
export async function findTexts(
  tx: TenantTx,
  sha256s: readonly string[],
): Promise<ReadonlyMap<string, KeptText>> {
  if (sha256s.length === 0) return new Map()
  const { rows } = await sql<KeptText>`select sha256, state, text, reader from attachment_text
    where sha256 = any(array(select decode(digits, 'hex') from unnest(${sha256s}::text[]) digits))`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.sha256.toString('hex'), row]))
}

/**
 * The text of an attachment, with the matches of a search.
 * @throws Failure `attachment.not-found`, also if its message is not within `scope`; `attachment.no-text`
 */
export async function requireAttachmentText(
  tx: TenantTx,
  scope: AccessScope,
  { messageId, attachmentId }: AttachmentPlace,
  search?: string,
): Promise<AttachmentText> {
  const row = await attachmentWithin(tx, scope, { messageId, attachmentId })
    .leftJoin('attachment_text as kept', (join) =>
      join
        .onRef('kept.tenant_id', '=', 'attachment.tenant_id')
        .onRef('kept.sha256', '=', 'attachment.sha256'),
    )
    .selectAll('attachment')
    .select('kept.text')
    .executeTakeFirstOrThrow(() => new Failure('attachment.not-found', { id: attachmentId }))
  if (row.text === null)
    throw new Failure('attachment.no-text', { id: attachmentId, reading: row.reading_reason ?? row.reading })
  const sought = search ? parseQuery(search) : undefined
  const { id, name, reading } = toAttachment(row)
  return {
    id,
    name,
    isCut: reading?.state === 'partly',
    text: row.text,
    highlights: sought ? await inSteps(highlightBySteps(row.text, sought, {})) : [],
  }
}
