import type { Attachment } from '@verbatim/contract/attachments.ts'
import type { ThemeId } from '@verbatim/contract/ids.ts'
import type { FileScan } from '@verbatim/contract/file-scans.ts'
import type { TextRange } from '@verbatim/contract/text-range.ts'
import type { Author, Message } from '@verbatim/contract/messages.ts'
import type { ToLine } from '@verbatim/contract/to-line.ts'
import { type Selectable, sql } from 'kysely'
import { shownTheme } from '#domains/themes/moving.ts'
import { highlight } from '#kernel/search/highlight.ts'
import type { SearchQuery } from '#kernel/search/query.ts'
import type { AttachmentTable, MessageTable } from '#schema/messages.ts'

/** The columns of a message in lists; `body_length` counts characters, because `body` may be cut. */
export type MessageRow = Omit<
  Selectable<MessageTable>,
  | 'search'
  | 'whole_search'
  | 'tenant_id'
  | 'record_id'
  | 'message_key'
  | 'mirror_key'
  | 'examined_edition'
  | 'delivery_rank'
  | 'structured'
  | 'recipients'
  | 'others'
> & {
  readonly body_length: number
  /** Its attachments, or other texts that are not shown, contain text. */
  readonly has_inside: boolean
  /** Not one that was hidden, or is too small to be shown. */
  readonly theme: { readonly id: ThemeId; readonly name: string } | null
}

/** The same with the columns that only a message's own page and its thread need. */
export type WholeRow = MessageRow & Pick<Selectable<MessageTable>, 'structured' | 'recipients' | 'others'>

/** What a message's author is called. */
export const authorName = sql`coalesce(message.author_name, message.author_address)`

/** How much of a body a list reads: enough for any excerpt, and not megabytes per page. */
const readLength = 20_000

const shared = sql`message.id, message.channel, message.account_id, message.conversation_id, message.direction,
  message.author_address, message.author_name, message.author_user_id, message.author_contact_id, message.posted_at,
  message.captured_at, message.subject, message.format, message.content_type, message.reply_to_key, message.flags,
  message.attachment_count, message.mirror_of, message.group_ids, message.category, message.urgency, message.language, message.revision, message.edited_at,
  message.deleted_at, message.deletion, message.delivery_state, message.search_partly, message.whole_partly,
  coalesce(char_length(message.body), 0) as body_length, message.whole_search is not null or message.others is not null as has_inside,
  ${shownTheme} as theme`

/** The columns of a row of a list. */
export const listColumns = sql<MessageRow>`${shared}, left(message.body, ${sql.lit(readLength)}) as body`
/** The columns of a message with its whole text. */
export const wholeColumns = sql<WholeRow>`${shared}, message.body, message.structured, message.recipients, message.others`

/** A row of the Content Library: a long body is an excerpt around the first highlight. */
export function toMessage(row: MessageRow, to: ToLine, sought?: SearchQuery): Message {
  const body = row.body ?? ''
  const found = sought ? highlight(body, sought) : []
  const { start, end } = excerptOf(body, found[0]?.start ?? 0)
  const subjectHighlights = inSubject(row, sought)
  // If a search finds a message without a mark in its body, its attachments or other texts matched; a cut body
  // leaves this open.
  const isFoundInside =
    sought !== undefined &&
    row.has_inside &&
    seeksWords(sought) &&
    found.length + subjectHighlights.length === 0 &&
    row.body_length <= readLength
  return {
    ...toFacts(row),
    to,
    ...(isFoundInside && { isFoundInside }),
    body: row.body === null ? null : body.slice(start, end),
    bodyStart: start,
    highlights: found
      .filter((range) => range.start < end && range.end > start)
      .map((range) => ({
        start: Math.max(range.start, start) - start,
        end: Math.min(range.end, end) - start,
      })),
    subjectHighlights,
  }
}

/** Whether it requires words, and does not only exclude some. */
function seeksWords(query: SearchQuery): boolean {
  if (query.kind === 'phrase') return true
  return query.kind !== 'not' && query.parts.some(seeksWords)
}

/** A message with its whole body, in which `highlights` are marked. */
export function toWholeMessage(
  row: MessageRow,
  sought?: SearchQuery,
  highlights: TextRange[] = [],
): Omit<Message, 'to'> {
  return {
    ...toFacts(row),
    body: row.body,
    bodyStart: 0,
    highlights,
    subjectHighlights: inSubject(row, sought),
  }
}

const inSubject = ({ subject }: MessageRow, sought: SearchQuery | undefined): TextRange[] =>
  sought && subject ? highlight(subject, sought) : []

type Marked = 'to' | 'body' | 'bodyStart' | 'highlights' | 'subjectHighlights'

function toFacts(row: MessageRow): Omit<Message, Marked> {
  const author = toAuthor(row)
  return {
    id: row.id,
    conversationId: row.conversation_id,
    channel: row.channel,
    accountId: row.account_id,
    direction: row.direction,
    postedAt: row.posted_at.toISOString(),
    capturedAt: row.captured_at.toISOString(),
    from: author.name,
    author,
    ...(row.subject !== null && { subject: row.subject }),
    bodyLength: row.body_length,
    contentType: row.content_type,
    category: row.category,
    ...(row.theme && { theme: row.theme }),
    urgency: row.urgency,
    language: row.language || 'und',
    groupIds: row.group_ids,
    attachmentCount: row.attachment_count,
    isEdited: row.edited_at !== null,
    isDeleted: row.deleted_at !== null,
  }
}

function toAuthor(
  row: Pick<MessageRow, 'author_name' | 'author_address' | 'author_user_id' | 'author_contact_id'>,
): Author {
  return {
    name: row.author_name?.trim() ? row.author_name : row.author_address,
    address: row.author_address,
    ...(row.author_user_id && { userId: row.author_user_id }),
    ...(row.author_contact_id && { contactId: row.author_contact_id }),
  }
}

const longestExcerpt = 1_000
const leadIn = 200

/** The part of a body that a list shows: its beginning, unless the first highlight is far in. Never half a character. */
function excerptOf(body: string, firstHit: number): { start: number; end: number } {
  const latest = Math.max(0, body.length - longestExcerpt)
  const start = firstHit + leadIn < longestExcerpt ? 0 : Math.min(latest, firstHit - leadIn)
  return { start: wholeAt(body, start), end: wholeAt(body, Math.min(body.length, start + longestExcerpt)) }
}

function wholeAt(text: string, at: number): number {
  const splits = (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800
  return splits ? at - 1 : at
}

/** Types of images that can have a preview. */
const drawable = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/tiff',
  'image/heic',
])

/** The name of a file; a default if its sender gave none. */
export const attachmentName = (name: string | null, ordinal: number) =>
  name?.trim() ? name : `attachment-${ordinal + 1}`

export function toAttachment(
  row: Selectable<AttachmentTable>,
  scans: ReadonlyMap<string, FileScan> = new Map(),
): Attachment {
  const scan = row.sha256 && scans.get(row.sha256.toString('hex'))
  const contentType = row.mime_detected ?? row.mime_declared
  return {
    id: row.id,
    name: attachmentName(row.name, row.ordinal),
    ...(contentType && { contentType }),
    ...(row.size_bytes !== null && { sizeBytes: Number(row.size_bytes) }),
    state: row.state,
    ...(row.gap_reason && { gapReason: row.gap_reason }),
    ...(scan && { scan }),
    hasPreview:
      scan?.state !== 'infected' &&
      row.state === 'stored' &&
      row.mime_detected !== null &&
      drawable.has(row.mime_detected),
    ...(row.state === 'stored' && {
      reading: {
        state: row.reading,
        ...(row.reading_reason && { [row.reading === 'waiting' ? 'absence' : 'reason']: row.reading_reason }),
      },
    }),
  }
}
