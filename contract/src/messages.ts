import { z } from 'zod'
import { Attachment, readingStates } from './attachments.ts'
import { categories, Category, urgencies, Urgency } from './categories.ts'
import { Channel, channels } from './channels.ts'
import { consents } from './consents.ts'
import { endpoint } from './endpoint.ts'
import { ExportRequest, ExportStarted } from './export-request.ts'
import {
  AccountId,
  AttachmentId,
  ContactId,
  ConversationId,
  GroupId,
  MessageId,
  RecordId,
  ThemeId,
  UserId,
  uuid,
} from './ids.ts'
import { spokenLanguages } from './languages.ts'
import { exportQuery, listQuery, listSpec, maxSearchLength, page } from './list.ts'
import { Named } from './named.ts'
import { offChannelWays } from './off-channel.ts'
import { OtherText } from './other-texts.ts'
import { text } from './text.ts'
import { Highlighted, TextRange } from './text-range.ts'
import { ToLine } from './to-line.ts'

/** The direction of a message from the organization's point of view. */
export const directions = ['inbound', 'outbound', 'internal', 'unknown'] as const
export const Direction = z.enum(directions)
export type Direction = z.infer<typeof Direction>

/** A person as the channel named them at that time, and the user or contact. */
export const Author = z.object({
  name: z.string(),
  address: z.string(),
  userId: UserId.optional(),
  contactId: ContactId.optional(),
})
export type Author = z.infer<typeof Author>

/** A row of the Content Library. */
export const Message = z.object({
  id: MessageId,
  conversationId: ConversationId,
  channel: Channel,
  accountId: AccountId,
  direction: Direction,
  postedAt: z.iso.datetime(),
  capturedAt: z.iso.datetime(),
  /** The author's displayed name, or the address. */
  from: z.string(),
  author: Author,
  to: ToLine,
  subject: z.string().optional(),
  /** The text, or the part of a long one that starts at `bodyStart`. `null` if there are only attachments. */
  body: z.string().nullable(),
  bodyStart: z.int(),
  bodyLength: z.int(),
  contentType: z.string(),
  category: Category,
  /** What it is about; absent if no theme was found. */
  theme: Named(ThemeId).optional(),
  urgency: Urgency,
  /** As a code of `spokenLanguages`. */
  language: z.string(),
  groupIds: z.array(GroupId),
  attachmentCount: z.int(),
  isEdited: z.boolean(),
  isDeleted: z.boolean(),
  /** The matches of the search, as offsets into this `body`. */
  highlights: z.array(TextRange),
  /** The same, into `subject`. */
  subjectHighlights: z.array(TextRange),
  /** The search matched in an attachment or in another text of the mail, and not in these texts. */
  isFoundInside: z.boolean().optional(),
})
export type Message = z.infer<typeof Message>

/** A message at one time. */
export const MessageVersion = z.object({
  revision: z.int(),
  body: z.string().nullable(),
  at: z.iso.datetime(),
  capturedAt: z.iso.datetime(),
  /** Other bytes under the same key, although no edit was reported. */
  isSuspicious: z.boolean(),
  /** The files that it has. Present if versions differ in them. */
  attachmentIds: z.array(AttachmentId).optional(),
  /** Its content other than text. Present if versions differ in it. */
  structured: z.record(z.string(), z.unknown()).optional(),
})
export type MessageVersion = z.infer<typeof MessageVersion>

export const Reaction = z.object({
  value: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
  /** Which part of the message it is on, if not the first: 2 is the second. */
  part: z.int().optional(),
})
export const Receipt = z.object({
  state: z.string(),
  at: z.iso.datetime(),
  recipient: z.string().optional(),
  errorCode: z.string().optional(),
})
export const Deletion = z.object({ at: z.iso.datetime(), scope: z.string(), by: z.string().optional() })

/** The account of a message, and who it belongs to. */
const MessageAccount = z.object({ name: z.string(), address: z.string(), owner: z.string().optional() })

/** The same message as another account of the organization captured it. Its account is absent if it was removed, or names are hidden. */
export const AlsoCaptured = z.object({ messageId: MessageId, account: MessageAccount.optional() })
export type AlsoCaptured = z.infer<typeof AlsoCaptured>

/** A message with its history. Its `body` is complete. */
export const ThreadMessage = Message.omit({ to: true }).extend({
  format: z.enum(['plain', 'html']),
  /** Buttons, locations, contacts: content other than text, as data. */
  structured: z.record(z.string(), z.unknown()).optional(),
  recipients: z.array(z.object({ name: z.string(), address: z.string(), addressing: z.string().optional() })),
  replyToId: MessageId.optional(),
  flags: z.array(z.string()),
  deliveryState: z.string().optional(),
  /** Oldest first; empty if there is only one. */
  versions: z.array(MessageVersion),
  /** Present if its content was kept raw until a later release understood it. The version that was captured then is no edit. */
  reread: z.object({ at: z.iso.datetime(), release: z.string() }).optional(),
  deletion: Deletion.optional(),
  /** The current ones; a removed reaction is not listed. */
  reactions: z.array(Reaction),
  receipts: z.array(Receipt),
  /** Of all its versions. */
  attachments: z.array(Attachment),
  /** Searched and examined like the text; evidence names them by their index in this list. */
  others: z.array(OtherText),
  /** Too long to be completely searchable. */
  isPartlySearchable: z.boolean(),
  /** Present if other accounts of the organization captured it, too. */
  alsoCaptured: z.array(AlsoCaptured).optional(),
})
export type ThreadMessage = z.infer<typeof ThreadMessage>

/** A record from which a message, or an event of it, was read: bytes as received, and the hash that proves them. */
export const SourceRecord = z.object({
  id: RecordId,
  /** Its content: the message itself, another text of it, or an event of it. */
  brought: z.enum(['message', 'revision', 'event']),
  /** Its transport: `webhook`, `smtp`, … */
  transport: z.string(),
  receivedAt: z.iso.datetime(),
  contentType: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
})
export type SourceRecord = z.infer<typeof SourceRecord>

/** A message with the facts for an examiner: its account, and the bytes it was read from. */
export const MessageDetails = ThreadMessage.extend({
  /** Absent if the account was removed. */
  account: MessageAccount.optional(),
  /** The channel's opaque IDs of the message and its conversation. */
  messageKey: z.string(),
  conversationKey: z.string(),
  /** The day by which it promises something, where the organization is; also if it was deleted since. */
  promisedFor: z.iso.date().optional(),
  /** Oldest first; the first is the message's own. */
  records: z.array(SourceRecord),
})
export type MessageDetails = z.infer<typeof MessageDetails>

/** The main kind of content of a message. */
export const sourceTypes = [
  'text',
  'image',
  'audio',
  'voice',
  'video',
  'file',
  'sticker',
  'location',
  'contact',
  'poll',
  'interactive',
  'link',
  'transcript',
  'system',
  'unsupported',
  'missing',
] as const

/** The filters and sorts of the Content Library. Source: docs/rules/lists.md. */
export const messageList = listSpec({
  fields: {
    postedDate: { type: 'date', sort: true },
    capturedDate: { type: 'date', sort: true },
    'persons.displayName': { type: 'text', sort: true },
    channelType: { type: 'enum', values: channels, sort: true },
    categoryId: { type: 'enum', values: categories, sort: true },
    urgency: { type: 'enum', values: urgencies, ordered: true, sort: true },
    direction: { type: 'enum', values: directions },
    language: { type: 'enum', values: spokenLanguages },
    themeId: { type: 'uuid' },
    subthemeId: { type: 'uuid' },
    groupId: { type: 'uuid' },
    /** The representative who wrote it, or whose account received it. */
    ownerId: { type: 'uuid' },
    /** The representative or contact who wrote it. */
    authorId: { type: 'uuid' },
    /** The representatives and contacts it was written to, as `to` names them. */
    recipientId: { type: 'uuid' },
    conversationId: { type: 'uuid' },
    accountId: { type: 'uuid' },
    messageBody: { type: 'text' },
    subject: { type: 'text' },
    sourceType: { type: 'enum', values: sourceTypes },
    attachmentCount: { type: 'number', sort: true },
    hasFiles: { type: 'enum', values: ['false', 'true'] },
    /** Of any of its files with stored bytes. */
    readingState: { type: 'enum', values: readingStates },
    /** Profiles whose channels and groups cover the message. Only for readers who may see profiles. */
    permissionProfileId: { type: 'uuid' },
    /** Of what its author promised by a day: whether they wrote again by then, and when the day is over. */
    promiseKept: { type: 'enum', values: ['false', 'true'] },
    promiseDue: { type: 'date' },
    /** How it proposes to go on elsewhere. */
    offChannel: { type: 'enum', values: offChannelWays },
    /** What a client says in it about being archived or written to. */
    consent: { type: 'enum', values: consents },
    isEdited: { type: 'enum', values: ['false', 'true'] },
    isDeleted: { type: 'enum', values: ['false', 'true'] },
    /** System notices and automatic replies, which no figure counts. */
    isAutomatic: { type: 'enum', values: ['false', 'true'] },
    /** Another account of the organization captured the same message, and that copy counts. */
    isMirror: { type: 'enum', values: ['false', 'true'] },
    /** It arrived more than an hour after it was sent, or was sent in a gap of its account. */
    isLate: { type: 'enum', values: ['false', 'true'] },
    /** No policy applied to it when it arrived. Only for readers who may see the figure. */
    isUncovered: { type: 'enum', values: ['false', 'true'] },
  },
  defaultSort: '-postedDate',
  aliases: { date: 'postedDate', author: 'persons.displayName' },
  search: ['messageBody'],
  period: 'postedDate',
})

export const listMessages = endpoint({
  method: 'GET',
  path: '/bff/api/v1/messages',
  query: listQuery(messageList),
  viewed: { as: 'messages', spec: messageList },
  /** `partlySearchable` counts the scope's messages that are too long to be found by all their words. Present with a search. */
  response: page(Message).extend({ partlySearchable: z.int().optional() }),
  access: 'messages.view',
  failures: ['identity.hidden', 'purpose.required'],
})

export const getMessage = endpoint({
  method: 'GET',
  path: '/bff/api/v1/messages/:id',
  params: z.object({ id: MessageId }),
  query: Highlighted,
  response: MessageDetails,
  access: 'messages.view',
  failures: ['message.not-found', 'purpose.required'],
})

/** A filter of messages by source: an account, its owner, an author, a recipient, or a conversation. */
const messageSourceKinds = ['account', 'owner', 'author', 'recipient', 'conversation'] as const
export const MessageSourceKind = z.enum(messageSourceKinds)
export type MessageSourceKind = z.infer<typeof MessageSourceKind>

/** How many choices are offered at once; users find the others by typing. */
export const mostSources = 50

/** Choices for filtering the list, found by part of their name; or the one with an ID, for its name. */
export const listMessageSources = endpoint({
  method: 'GET',
  path: '/bff/api/v1/message-sources',
  query: z.strictObject({
    kind: MessageSourceKind,
    search: text({ max: maxSearchLength }).optional(),
    id: uuid().optional(),
  }),
  response: z.object({ items: z.array(Named(uuid())) }),
  access: 'messages.view',
})

export const exportMessages = endpoint({
  method: 'POST',
  path: '/bff/api/v1/messages/export',
  query: exportQuery(messageList),
  body: ExportRequest,
  response: ExportStarted,
  access: 'messages.export',
  failures: ['export.too-many', 'identity.hidden', 'purpose.required'],
})
