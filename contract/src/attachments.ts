import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { FileScan } from './file-scans.ts'
import { AttachmentId, MessageId } from './ids.ts'
import { Highlighted, TextRange } from './text-range.ts'

/** Why a file that should be readable could not be read. */
const unreadableReasons = [
  'encrypted',
  'damaged',
  /** Usually pictures of pages. */
  'no-text',
  'too-large',
  /** Reading it took more time or memory than one file may use. */
  'limits',
] as const
export const UnreadableReason = z.enum(unreadableReasons)
export type UnreadableReason = z.infer<typeof UnreadableReason>

/** The state of reading the text of a file. */
export const readingStates = ['waiting', 'read', 'partly', 'unreadable', 'unsupported'] as const

/**
 * Why the bytes of a waiting file are not available now: they are missing or different, or the store cannot be reached. They
 * are tried again without limit.
 */
const absences = ['missing', 'changed', 'away'] as const
export const Absence = z.enum(absences)
export type Absence = z.infer<typeof Absence>

export const AttachmentReading = z.object({
  /** `partly`: longer than we store, search and examine, or with something inside that we cannot read; `unsupported`: a format that we cannot read. */
  state: z.enum(readingStates),
  /** For `unreadable`. */
  reason: UnreadableReason.optional(),
  /** For `waiting`, after an unsuccessful attempt. */
  absence: Absence.optional(),
})
export type AttachmentReading = z.infer<typeof AttachmentReading>

export const Attachment = z.object({
  id: AttachmentId,
  name: z.string(),
  /** The actual type of the bytes; the declared type while the bytes are missing. */
  contentType: z.string().optional(),
  sizeBytes: z.number().optional(),
  /**
   * `pending` will be fetched from the provider; `gap` will never arrive, because of `gapReason`. Of a `stored` one the reason says that
   * its bytes may not be what was sent.
   */
  state: z.enum(['pending', 'stored', 'gap']),
  gapReason: z.string().optional(),
  /** An image that `getAttachmentPreview` can draw. */
  hasPreview: z.boolean(),
  /** Present once the bytes are stored. */
  reading: AttachmentReading.optional(),
  /** Absent while nothing is known. */
  scan: FileScan.optional(),
  /** Another version of the message has it, and the current one does not. */
  isReplaced: z.boolean().optional(),
})
export type Attachment = z.infer<typeof Attachment>

const AttachmentParams = z.strictObject({ messageId: MessageId, attachmentId: AttachmentId })

/** The bytes as captured, for saving; the browser never displays them. */
export const getAttachment = endpoint({
  method: 'GET',
  path: '/bff/api/v1/messages/:messageId/attachments/:attachmentId',
  params: AttachmentParams,
  response: z.any(),
  access: 'messages.view_attachments',
  failures: [
    'attachment.infected',
    'attachment.not-found',
    'attachment.not-scanned',
    'attachment.unavailable',
    'purpose.required',
  ],
  file: true,
})

/** Our own picture of an attached image: at most 1,600 pixels wide or high, without its metadata. */
export const getAttachmentPreview = endpoint({
  method: 'GET',
  path: '/bff/api/v1/messages/:messageId/attachment-preview/:attachmentId',
  params: AttachmentParams,
  response: z.any(),
  access: 'messages.view_attachments',
  failures: [
    'attachment.infected',
    'attachment.no-preview',
    'attachment.not-found',
    'attachment.not-scanned',
    'purpose.required',
  ],
  file: true,
})

/** The text of an attachment. */
export const AttachmentText = z.object({
  id: AttachmentId,
  name: z.string(),
  /** The text is longer than we store; this is its start. */
  isCut: z.boolean(),
  text: z.string(),
  /** The matches of the search, as offsets into `text`. */
  highlights: z.array(TextRange),
})
export type AttachmentText = z.infer<typeof AttachmentText>

export const getAttachmentText = endpoint({
  method: 'GET',
  path: '/bff/api/v1/messages/:messageId/attachments/:attachmentId/text',
  params: AttachmentParams,
  query: Highlighted,
  response: AttachmentText,
  access: 'messages.view_attachments',
  failures: ['attachment.no-text', 'attachment.not-found', 'purpose.required'],
})

/** The same as `getAttachment`, by query. */
export const getAttachmentByQuery = endpoint({
  method: 'GET',
  path: '/bff/messages/attachment',
  query: AttachmentParams,
  response: z.any(),
  access: 'messages.view_attachments',
  failures: ['attachment.infected', 'attachment.not-found', 'attachment.not-scanned', 'purpose.required'],
  file: true,
})
