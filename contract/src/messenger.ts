/** What a messenger user reads: their own conversations in their current state. Source: docs/rules/permissions.md. */
import { z } from 'zod'
import { Channel, channels } from './channels.ts'
import { Conversation, ThreadPlace } from './conversations.ts'
import { endpoint } from './endpoint.ts'
import { AttachmentId, ContactId, ConversationId, MessageId, UserId } from './ids.ts'
import { listQuery, listSpec, page } from './list.ts'
import { Direction } from './messages.ts'

/** Another person in a conversation. */
export const Counterpart = z.object({
  name: z.string(),
  address: z.string(),
  userId: UserId.optional(),
  contactId: ContactId.optional(),
})
export type Counterpart = z.infer<typeof Counterpart>

/** The newest message of a conversation, in one line. */
export const LastMessage = z.object({
  from: z.string(),
  /** Whether the reader wrote it. */
  isMine: z.boolean(),
  direction: Direction,
  postedAt: z.iso.datetime(),
  /** At most 160 characters of it; absent if it has no text or was deleted. */
  text: z.string().optional(),
  contentType: z.string(),
  attachmentCount: z.int(),
  isDeleted: z.boolean(),
})
export type LastMessage = z.infer<typeof LastMessage>

/** A row of the reader's conversations. */
export const MessengerConversation = z.object({
  id: ConversationId,
  channel: Channel,
  type: z.enum(['direct', 'group']),
  title: z.string().optional(),
  /** All participants except the reader, at most eight of them; `otherCount` is the number of all others. */
  others: z.array(Counterpart),
  otherCount: z.int(),
  lastMessage: LastMessage.optional(),
  lastAt: z.iso.datetime(),
  messageCount: z.int(),
})
export type MessengerConversation = z.infer<typeof MessengerConversation>

export const messengerList = listSpec({
  fields: {
    lastActivity: { type: 'date', sort: true },
    channelType: { type: 'enum', values: channels },
  },
  defaultSort: '-lastActivity',
  search: ['name'],
  maxLimit: 100,
})

/** Their own and those through their accounts; for a manager also those of the contacts of their groups. */
export const listMessengerConversations = endpoint({
  method: 'GET',
  path: '/messenger/api/v1/conversations',
  query: listQuery(messengerList),
  response: page(MessengerConversation),
  access: 'messenger',
})

/** One of the reader's conversations, with one page of its thread. */
export const MessengerThread = Conversation.extend({
  others: z.array(Counterpart),
  otherCount: z.int(),
})
export type MessengerThread = z.infer<typeof MessengerThread>

/** The newest page of a thread, or the one before or after a cursor. It has no deleted texts or earlier versions. */
export const getMessengerConversation = endpoint({
  method: 'GET',
  path: '/messenger/api/v1/conversations/:id',
  params: z.object({ id: ConversationId }),
  query: ThreadPlace,
  response: MessengerThread,
  access: 'messenger',
  failures: ['conversation.not-found'],
})

const AttachmentParams = z.object({ messageId: MessageId, attachmentId: AttachmentId })

/** The bytes as captured, for saving; the browser never displays them. */
export const getMessengerAttachment = endpoint({
  method: 'GET',
  path: '/messenger/api/v1/messages/:messageId/attachments/:attachmentId',
  params: AttachmentParams,
  response: z.any(),
  access: 'messenger',
  failures: ['attachment.infected', 'attachment.not-found', 'attachment.not-scanned'],
  file: true,
})

/** Our own picture of an attached image. */
export const getMessengerPreview = endpoint({
  method: 'GET',
  path: '/messenger/api/v1/messages/:messageId/attachment-preview/:attachmentId',
  params: AttachmentParams,
  response: z.any(),
  access: 'messenger',
  failures: ['attachment.infected', 'attachment.not-found', 'attachment.not-scanned'],
  file: true,
})
