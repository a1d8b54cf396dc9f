import { z } from 'zod'
import { loadedAhead } from './ahead.ts'
import { Channel } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { AccountId, ConversationId, GroupId, MessageId, ThemeId, uuidDigits } from './ids.ts'
import { Named } from './named.ts'
import { Identity } from './pseudonyms.ts'
import { maxSearchLength } from './list.ts'
import { Author, ThreadMessage } from './messages.ts'

/** A party of a conversation, as the channel names it. */
export const ConversationParticipant = Author.extend({
  firstAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
})
export type ConversationParticipant = z.infer<typeof ConversationParticipant>

/** A participant joined or left: a line of the thread without an author. */
export const MembershipLine = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  action: z.enum(['joined', 'left']),
  who: z.string(),
  by: z.string().optional(),
})
export type MembershipLine = z.infer<typeof MembershipLine>

/** A conversation and one page of its thread, oldest first. */
export const Conversation = z.object({
  id: ConversationId,
  channel: Channel,
  accountId: AccountId,
  type: z.enum(['direct', 'group', 'thread']),
  title: z.string().optional(),
  groupIds: z.array(GroupId),
  participants: z.array(ConversationParticipant),
  firstAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
  /**
   * A change of its contact closed it, and no message has followed. Shown only to readers of the whole conversation.
   */
  closed: z.object({ at: z.iso.datetime(), reason: z.enum(['share-level', 'phone-number']) }).optional(),
  /**
   * What its last messages are mostly about, up to a pause of 24 hours, of those that the reader sees; absent for readers who may not see themes.
   */
  theme: Named(ThemeId).optional(),
  /** Only where the organization reads under pseudonyms. */
  identity: Identity.optional(),
  /** Those the reader may see. */
  messageCount: z.int(),
  messages: z.array(ThreadMessage),
  /** Changes of members within the time of the page. */
  memberships: z.array(MembershipLine),
  /** Pass it as `before` or `after` for the neighbouring page; absent at the ends of the thread. */
  before: z.string().optional(),
  after: z.string().optional(),
})
export type Conversation = z.infer<typeof Conversation>

/** A message's time and id. Opaque to clients. */
const cursor = z
  .string()
  .regex(new RegExp(`^-?\\d{1,14}\\.${uuidDigits}$`), 'This is not a cursor of this list.')

/** The page of a thread: the newest one, the one before or after a cursor, or the one around a message. */
export const ThreadPlace = z
  .strictObject({
    ...loadedAhead,
    before: cursor.optional(),
    after: cursor.optional(),
    around: MessageId.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(100),
    search: z.string().max(maxSearchLength).optional(),
  })
  .refine(({ before, after, around }) => [before, after, around].filter(Boolean).length <= 1, {
    message: 'Only one of “before”, “after” and “around” can be given.',
  })

export const getConversation = endpoint({
  method: 'GET',
  path: '/bff/conversations/:id',
  params: z.object({ id: ConversationId }),
  query: ThreadPlace,
  response: Conversation,
  access: 'conversations.view',
  failures: ['conversation.not-found', 'message.not-found', 'purpose.required'],
})

/** A few sentences quoted from the conversation, each with its message. */
export const ConversationSummary = z.object({
  method: z.literal('extractive'),
  sentences: z.array(
    z.object({
      messageId: MessageId,
      from: z.string(),
      postedAt: z.iso.datetime(),
      text: z.string(),
      /** The place of the sentence in the message's text. */
      start: z.int(),
      end: z.int(),
    }),
  ),
  /** How many messages were read: at most the newest 2,000. */
  messagesRead: z.int(),
  messageCount: z.int(),
})
export type ConversationSummary = z.infer<typeof ConversationSummary>

export const getConversationSummary = endpoint({
  method: 'GET',
  path: '/bff/conversations/:id/summary',
  params: z.object({ id: ConversationId }),
  response: ConversationSummary,
  access: 'conversations.view_summary',
  failures: ['conversation.not-found', 'purpose.required'],
})
