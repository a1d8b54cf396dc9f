import { z } from 'zod'
import { jsonOf } from '#kernel/json.ts'

// A value of another type than documented counts as missing, so that it never costs us the rest of its message.
const text = z.string().optional().catch(undefined)
const number = z.number().optional().catch(undefined)
const flag = z.boolean().optional().catch(undefined)
const list = <Schema extends z.ZodType>(one: Schema) => z.array(one).optional().catch(undefined)
const part = <Schema extends z.ZodType>(one: Schema) => one.optional().catch(undefined)

const User = z.object({
  id: z.number().int(),
  is_bot: flag,
  first_name: text,
  last_name: text,
  username: text,
})
const Chat = z.object({
  id: z.number().int(),
  type: text,
  title: text,
  first_name: text,
  last_name: text,
  username: text,
})

const File = z.object({
  file_id: z.string().min(1),
  file_unique_id: text,
  file_name: text,
  mime_type: text,
  file_size: number,
  width: number,
  height: number,
  /** Of music. */
  performer: text,
  title: text,
})
/** The film of a photo; a message gives the photo as well. */
const LivePhoto = File.extend({ photo: list(File) })
const Entity = z.object({
  type: text,
  url: text,
  offset: number,
  length: number,
  language: text,
  custom_emoji_id: text,
  user: part(User),
})

/** What an author may put into a button: its text, and an address or a text that it has to offer. */
const Button = z.object({
  text,
  url: text,
  web_app: part(z.object({ url: text })),
  login_url: part(z.object({ url: text, forward_text: text })),
  copy_text: part(z.object({ text })),
  switch_inline_query: text,
  switch_inline_query_current_chat: text,
  switch_inline_query_chosen_chat: part(z.object({ query: text })),
})

const Message = z.object({
  message_id: z.number().int(),
  date: number,
  edit_date: number,
  chat: Chat,
  from: part(User),
  sender_chat: part(Chat),
  sender_business_bot: part(User),
  business_connection_id: text,
  is_from_offline: flag,
  via_bot: part(User),
  /** The buttons below it, in rows. */
  reply_markup: part(z.object({ inline_keyboard: list(z.array(Button)) })),
  message_thread_id: number,
  reply_to_message: part(
    z.object({
      message_id: z.number().int(),
      chat: Chat,
      text,
      caption: text,
      rich_message: z.unknown().optional(),
    }),
  ),
  quote: part(z.object({ text })),
  forward_origin: z.unknown().optional(),
  media_group_id: text,
  author_signature: text,
  text,
  /** A text in blocks, such as headings, tables and files. */
  rich_message: z.unknown().optional(),
  link_preview_options: part(z.object({ url: text })),
  caption: text,
  entities: list(Entity),
  caption_entities: list(Entity),
  photo: list(File),
  document: part(File),
  video: part(File),
  audio: part(File),
  voice: part(File),
  live_photo: part(LivePhoto),
  video_note: part(File),
  animation: part(File),
  sticker: part(File.extend({ emoji: text, is_animated: flag, is_video: flag })),
  contact: part(
    z.object({ phone_number: text, first_name: text, last_name: text, user_id: number, vcard: text }),
  ),
  location: part(z.object({ latitude: number, longitude: number, live_period: number })),
  venue: part(
    z.object({
      title: text,
      address: text,
      location: part(z.object({ latitude: number, longitude: number })),
    }),
  ),
  poll: part(
    z.object({ question: text, description: text, explanation: text, options: list(z.object({ text })) }),
  ),
  dice: part(z.object({ emoji: text, value: number })),
  /** What must be paid for. Who has not paid sees only that it is there. */
  paid_media: part(
    z.object({
      star_count: number,
      paid_media: list(
        z.object({ photo: list(File), video: part(File), live_photo: part(LivePhoto) }).catch({}),
      ),
    }),
  ),
  /** A message of another chat that this one answers. */
  external_reply: part(z.object({ origin: z.unknown().optional(), chat: part(Chat), message_id: number })),
  reply_to_story: part(z.object({ chat: part(Chat), id: number })),
  checklist: part(z.object({ title: text, tasks: list(z.object({ text })) })),
  new_chat_members: list(User),
  left_chat_member: part(User),
  new_chat_title: text,
  /** A group becomes another chat, with another number: said once in each. */
  migrate_to_chat_id: number,
  migrate_from_chat_id: number,
})

/** The files of a block of a rich message, in its fields. */
const Files = Message.pick({
  photo: true,
  video: true,
  animation: true,
  audio: true,
  document: true,
}).extend({ voice_note: part(File) })

export const Connection = z.object({
  id: z.string().min(1),
  user: User,
  date: number,
  is_enabled: z.boolean(),
})
const Deletion = z.object({
  business_connection_id: z.string(),
  chat: Chat,
  message_ids: z.array(z.number().int()),
})
const ReactionKind = z.object({ type: text, emoji: text, custom_emoji_id: text })
const Reaction = z.object({
  chat: Chat,
  message_id: z.number().int(),
  user: part(User),
  actor_chat: part(Chat),
  date: number,
  old_reaction: z.array(ReactionKind),
  new_reaction: z.array(ReactionKind),
})
const ReactionCount = z.object({
  chat: Chat,
  message_id: z.number().int(),
  date: number,
  reactions: z.array(z.object({ type: ReactionKind, total_count: number })),
})
const Member = z.object({ user: User, status: text, is_member: flag })
const MemberChange = z.object({
  chat: Chat,
  from: part(User),
  date: number,
  old_chat_member: Member,
  new_chat_member: Member,
})

const Update = z.object({
  update_id: z.number().int(),
  message: part(Message),
  edited_message: part(Message),
  channel_post: part(Message),
  edited_channel_post: part(Message),
  business_connection: part(Connection),
  business_message: part(Message),
  edited_business_message: part(Message),
  deleted_business_messages: part(Deletion),
  message_reaction: part(Reaction),
  message_reaction_count: part(ReactionCount),
  my_chat_member: part(MemberChange),
  chat_member: part(MemberChange),
})

export type TelegramUser = z.infer<typeof User>
export type TelegramChat = z.infer<typeof Chat>
export type TelegramFile = z.infer<typeof File>
export type TelegramButton = z.infer<typeof Button>
export type TelegramConnection = z.infer<typeof Connection>
export type TelegramDeletion = z.infer<typeof Deletion>
export type TelegramReaction = z.infer<typeof Reaction>
export type TelegramReactionCount = z.infer<typeof ReactionCount>
export type TelegramMemberChange = z.infer<typeof MemberChange>
/** A message, with the field it came in as it came. Source: Bot API, `Message`. */
export type TelegramMessage = z.infer<typeof Message>

/** What Telegram reports to a bot, with the object as it came. */
export interface TelegramUpdate extends z.infer<typeof Update> {
  readonly raw: Readonly<Record<string, unknown>>
}

/** The files that a block of a rich message has itself. */
export function filesOfBlock(block: unknown): Partial<TelegramMessage> {
  const { voice_note: voice, ...files } = Files.parse(block)
  return { ...files, ...(voice && { voice }) }
}

/** The update in a delivery; undefined if the bytes are something else. */
export function updateOf(body: Uint8Array): TelegramUpdate | undefined {
  const raw = jsonOf(body)
  const { data } = Update.safeParse(raw)
  return data && { ...data, raw: raw as Readonly<Record<string, unknown>> }
}
