/** Which attachments are due for text extraction, and the results. */
import type { AttachmentId, ConversationId, GroupId, MessageId } from '@verbatim/contract/ids.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import type { Absence, UnreadableReason } from '@verbatim/contract/attachments.ts'
import { sql } from 'kysely'
import type { Direction } from '#kernel/captured-event.ts'
import { insertMany, rowsOf, updateMany } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { at, type DueRows } from '#platform/work/due-rows.ts'
import { putAllOff, takeDue, type Try } from '#platform/work/tries.ts'
import { bringingEdit } from './version-files.ts'

/** Attachments with bytes that are not read yet; in closed organizations too, so that nothing accepted stays unread. */
export const unreadAttachments = {
  name: 'reading',
  table: 'attachment',
  waits: () => sql`state = 'stored' and reading = 'waiting'`,
  from: 'read_after',
  leaseMs: 3 * 60_000,
  tries: 'read_attempts',
  order: sql`read_after, id`,
  // After this many attempts without a report, the file is assumed to crash its reader.
  mostTries: 4,
  whileClosed: true,
  figures: {
    // Absent files are counted separately.
    counted: () => sql`state = 'stored' and reading = 'waiting' and reading_reason is null`,
    oldest: sql`public.time_of_id(min(id::text))`,
  },
} as const satisfies DueRows<'attachment'>

/** An attachment whose bytes are stored and have not been read. */
export interface UnreadAttachment {
  readonly id: AttachmentId
  readonly sha256: Buffer
  readonly sizeBytes: number
  readonly tried: Try<'attachment'>
}

/** Takes attachments that are due for reading, so that two workers do not read the same one. */
export async function takeUnread(tx: TenantTx, now: Date, most: number): Promise<UnreadAttachment[]> {
  const taken = await takeDue(tx, unreadAttachments, most, now)
  return taken.map(({ row, tried }) => ({
    id: row.id,
    sha256: row.sha256 ?? Buffer.alloc(0),
    sizeBytes: Number(row.size_bytes),
    tried,
  }))
}

/** An attachment with the facts about its message that policies need. */
export interface SaidAttachment {
  readonly id: AttachmentId
  readonly ordinal: number
  readonly messageId: MessageId
  readonly conversationId: ConversationId
  readonly channel: Channel
  readonly direction: Direction
  readonly groupIds: readonly GroupId[]
  /** The first version that has it. */
  readonly revision: number
  /** When that reached us. */
  readonly receivedAt: Date
  readonly byUser: boolean
}

/** The attempts that are still the latest of their attachments, locked until the transaction ends. */
export async function holdUnread(
  tx: TenantTx,
  tries: readonly UnreadAttachment[],
): Promise<SaidAttachment[]> {
  const tried = tries.map(({ tried: { id, attempt, until } }) => ({ id, attempt, until }))
  const { rows } = await sql<{
    id: AttachmentId
    ordinal: number
    message_id: MessageId
    conversation_id: ConversationId
    channel: Channel
    direction: Direction
    group_ids: GroupId[]
    revision: number
    captured_at: Date
    by_user: boolean
  }>`select attachment.id, attachment.ordinal, message.id as message_id, message.conversation_id, message.channel,
      message.direction, message.group_ids, coalesce(edit.revision, 1) as revision,
      coalesce(edit.captured_at, message.captured_at) as captured_at, message.author_user_id is not null as by_user
    from attachment join message on message.tenant_id = attachment.tenant_id and message.id = attachment.message_id
    left join lateral (${bringingEdit}) edit on true
    join ${rowsOf({ id: 'uuid', attempt: 'smallint', until: 'timestamptz' }, tried)}
      on given.id = attachment.id and given.attempt = attachment.read_attempts and given.until = attachment.read_after
    where attachment.reading = 'waiting'
    order by attachment.id for update of attachment`.execute(tx)
  return rows.map((row) => ({
    id: row.id,
    ordinal: row.ordinal,
    messageId: row.message_id,
    conversationId: row.conversation_id,
    channel: row.channel,
    direction: row.direction,
    groupIds: row.group_ids,
    revision: row.revision,
    receivedAt: row.captured_at,
    byUser: row.by_user,
  }))
}

/** The result of reading an attachment. */
interface ReadOutcome {
  readonly id: AttachmentId
  readonly state: 'read' | 'partly' | 'unreadable' | 'unsupported'
  readonly reason?: UnreadableReason | undefined
}

export async function markRead(tx: TenantTx, outcomes: readonly ReadOutcome[]): Promise<void> {
  const rows = outcomes.map(({ id, state, reason }) => ({
    id,
    reading: state,
    reading_reason: reason ?? null,
  }))
  await updateMany(tx, 'attachment', { id: 'uuid', reading: 'text', reading_reason: 'text' }, rows)
}

/**
 * The bytes were not available, or the database was not: due again after an eighth of the age of what brought it, from ten
 * seconds to an hour. The attempts do not count, because this says nothing about the files. Those with an outcome stay.
 */
export async function putOffReading(
  tx: TenantTx,
  unread: readonly UnreadAttachment[],
  absence: Absence | undefined,
  now: Date,
): Promise<void> {
  const received = sql`(select coalesce((select captured_at from (${bringingEdit}) edit), message.captured_at) from message
    where message.tenant_id = attachment.tenant_id and message.id = attachment.message_id)`
  const later = sql<Date>`${at(now)} + least(greatest((${at(now)} - ${received}) / 8, '10 seconds'), '1 hour')`
  const tries = unread.map(({ tried }) => tried)
  await putAllOff(tx, tries, later, { reading_reason: absence ?? null })
}

/** Marks the attachment texts of messages that reached further groups as due for examination for those groups. */
export async function examineAgain(tx: TenantTx, messageIds: readonly MessageId[]): Promise<void> {
  if (messageIds.length === 0) return
  await sql`update attachment set reading = 'waiting', reading_reason = null, read_attempts = 0, read_after = '1970-01-01 00:00:00+00'
    where message_id = any(${messageIds}::uuid[]) and reading in ('read', 'partly')`.execute(tx)
}

/**
 * Makes attachments wait again that an earlier version of the reader could not read, or whose text it extracted: the next ones by ID,
 * after `after`. What has just come is read before them.
 * @returns The last one, and how many they are; no last one if none is left.
 */
export async function awaitReader(
  tx: TenantTx,
  { after, reader, most }: { readonly after: AttachmentId; readonly reader: number; readonly most: number },
  now: Date,
): Promise<{ readonly last: AttachmentId | undefined; readonly count: number }> {
  const { rows } = await sql<{ id: AttachmentId }>`
    with next as (
      select attachment.id from attachment left join attachment_text kept
        on kept.tenant_id = attachment.tenant_id and kept.sha256 = attachment.sha256
      where attachment.id > ${after} and attachment.state = 'stored' and (attachment.reading in ('unreadable', 'unsupported')
        or attachment.reading in ('read', 'partly') and kept.reader < ${reader})
      order by attachment.id limit ${most} for update of attachment
    )
    update attachment set reading = 'waiting', reading_reason = null, read_attempts = 0, read_after = ${now}
    from next where attachment.id = next.id returning attachment.id`.execute(tx)
  const ids = rows.map(({ id }) => id).toSorted()
  return { last: ids.at(-1), count: ids.length }
}

/** The text of a file's bytes, shared by all attachments with the same bytes. */
export interface KeptText {
  readonly sha256: Buffer
  readonly state: 'read' | 'partly'
  readonly text: string
  /** The version of the reader of files that extracted it. */
  readonly reader: number
}

/** Stores texts; a known one does not change. */
export async function keepTexts(tx: TenantTx, texts: readonly KeptText[], now: Date): Promise<void> {
  const rows = texts.map(({ sha256, state, text, reader }) => ({
    sha256,
    state,
    text,
    units: text.length,
    read_at: now,
    reader,
  }))
  const columns = {
    sha256: 'bytea',
    state: 'text',
    text: 'text',
    units: 'integer',
    read_at: 'timestamptz',
    reader: 'smallint',
  }
  await insertMany(tx, { table: 'attachment_text', conflict: sql`on conflict do nothing` }, columns, rows)
}
