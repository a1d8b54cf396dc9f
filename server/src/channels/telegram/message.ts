import type { ChannelAccount } from '#channels/connector.ts'
import { dateOf } from '#channels/date-of.ts'
import { fieldsOf } from '#channels/deep-json.ts'
import { everythingIn, keyOfBytes, unreadMessage } from '#channels/unread.ts'
import type { CapturedEdit, CapturedMessage } from '#kernel/captured-event.ts'
import { contentOf } from './content.ts'
import { conversationKeyOf, messageKeyOf, type Standpoint, standpointOf } from './keys.ts'
import { authorOf, directionOf, nameOf, participantsOf } from './people.ts'
import type {
  TelegramChat,
  TelegramMemberChange,
  TelegramMessage,
  TelegramReactionCount,
  TelegramUpdate,
} from './update.ts'

/** Telegram gives whole seconds. */
export const timeOf = (seconds: number | undefined) => dateOf(seconds && seconds * 1000)

export function toMessage(
  message: TelegramMessage,
  raw: Readonly<Record<string, unknown>>,
  account: ChannelAccount,
): CapturedMessage {
  const { chat, message_id: id, reply_to_message: answered } = message
  const place = standpointOf(account, message.business_connection_id)
  return {
    kind: 'message',
    channel: account.channel,
    messageKey: messageKeyOf(place, chat.id, id),
    ...headOf(message, place, account),
    ...alsoNamed(message, place),
    ...mirrored(message, place),
    ...contentOf(message, raw),
    ...(answered && { replyToKey: messageKeyOf(place, answered.chat.id, answered.message_id) }),
    ...(isGiven(message.forward_origin) && { forwarded: true }),
    ...(message.is_from_offline && { flags: ['autoReply' as const] }),
  }
}

/** Whose a message is, and when and where it was written. */
function headOf(message: TelegramMessage, place: Standpoint, account: ChannelAccount) {
  const author = authorOf(message, place)
  const sentAt = timeOf(message.date)
  return {
    ...conversationOf(message.chat, place),
    direction: directionOf(message, place, account),
    author: author.identity,
    ...(author.name && { authorName: author.name }),
    participants: participantsOf(author, message, place),
    ...(sentAt && { sentAt }),
  }
}

/** A group that became another chat is the same conversation. */
function alsoNamed(
  { migrate_to_chat_id: to, migrate_from_chat_id: from }: TelegramMessage,
  place: Standpoint,
): Pick<CapturedMessage, 'conversationAliases'> {
  const other = [to, from].filter((id) => id !== undefined)
  return other.length > 0 ? { conversationAliases: other.map((id) => conversationKeyOf(place, id)) } : {}
}

/**
 * The name of a message that each account in its chat gives it. Only the chats that a bot is in by itself have the same numbers for all. In
 * a chat of two each numbers their own messages, so its people, its author and its second count, and with every key its content does.
 */
function mirrored(
  { chat, from, message_id: id, date }: TelegramMessage,
  { owner, conversations }: Standpoint,
): Pick<CapturedMessage, 'mirrorKey'> {
  if (conversations === '') return mirroredInChat(chat, String(id))
  if (owner === undefined || !from || !date || chat.type !== 'private') return {}
  return { mirrorKey: `${[owner, String(chat.id)].toSorted().join('|')}:${from.id}:${date}` }
}

const isGiven = (value: unknown) => value !== undefined && value !== null

/** Only the chats that have a number of their own have the same numbers for all bots in them. */
const mirroredInChat = (chat: TelegramChat, name: string): Pick<CapturedMessage, 'mirrorKey'> =>
  chat.type === 'supergroup' || chat.type === 'channel' ? { mirrorKey: `${chat.id}:${name}` } : {}

export function conversationOf(
  chat: TelegramChat,
  place: Standpoint,
): Pick<CapturedMessage, 'conversationKey' | 'conversationType' | 'conversationTitle'> {
  const title = chat.type === 'private' ? undefined : nameOf(chat)
  return {
    conversationKey: conversationKeyOf(place, chat.id),
    conversationType: chat.type === 'private' ? 'direct' : 'group',
    ...(title && { conversationTitle: title }),
  }
}

/**
 * An edit gives the whole message as it is now: its text, its file, and the rest. Two edits within a second have the same time, so each
 * is known by its update, and comes in the order of the updates: their numbers rise.
 */
export function toEdit(
  message: TelegramMessage,
  raw: Raw,
  updateId: number,
  account: ChannelAccount,
): CapturedEdit {
  const place = standpointOf(account, message.business_connection_id)
  const targetKey = messageKeyOf(place, message.chat.id, message.message_id)
  const about = headOf(message, place, account)
  const actor = about.author
  const at = timeOf(message.edit_date)
  return {
    kind: 'edit',
    channel: account.channel,
    eventKey: `e|${targetKey}|${updateId}`,
    targetKey,
    about,
    ...(at && { at }),
    sequence: updateId,
    ...(actor.kind !== 'unknown' && { actor }),
    ...contentOfEdit(message, raw),
  }
}

/** A live location moves by an edit every few seconds, which would be as many versions: only its first place is content. */
function contentOfEdit(
  message: TelegramMessage,
  raw: Raw,
): Pick<CapturedEdit, 'body' | 'attachments' | 'structured'> {
  const { body, attachments, structured = {} } = contentOf(message, raw)
  return { body, attachments, ...(!message.location && { structured }) }
}

type Raw = Readonly<Record<string, unknown>>

/** How many reactions a message has, where Telegram does not say whose they are: a line below it. */
export function toReactionCount(
  { chat, message_id: id, date, reactions }: TelegramReactionCount,
  updateId: number,
  account: ChannelAccount,
): CapturedMessage {
  const place = standpointOf(account, undefined)
  const targetKey = messageKeyOf(place, chat.id, id)
  const sentAt = timeOf(date)
  const counts = reactions.map(
    ({ type: { emoji, custom_emoji_id: own, type }, total_count: count = 0 }) =>
      `${emoji ?? own ?? type ?? ''} ${count}`,
  )
  return {
    ...unreadMessage,
    channel: account.channel,
    messageKey: `${targetKey}:reactions:${updateId}`,
    ...conversationOf(chat, place),
    ...(sentAt && { sentAt }),
    contentType: 'system',
    structured: { reactions: counts },
    ...mirroredInChat(chat, `reactions:${id}:${date ?? ''}:${JSON.stringify(counts)}`),
    replyToKey: targetKey,
  }
}

/** A member who stays gets other rights: a line of the chat. */
export function toRightsLine(
  { chat, date, old_chat_member: before, new_chat_member: now }: TelegramMemberChange,
  updateId: number,
  account: ChannelAccount,
): CapturedMessage {
  const place = standpointOf(account, undefined)
  const sentAt = timeOf(date)
  const [was, is] = [before.status ?? '', now.status ?? '']
  return {
    ...unreadMessage,
    channel: account.channel,
    messageKey: `${place.messages}${chat.id}:rights:${updateId}`,
    ...conversationOf(chat, place),
    ...(sentAt && { sentAt }),
    contentType: 'system',
    structured: {
      member: nameOf(now.user) ?? String(now.user.id),
      was,
      is,
    },
    ...mirroredInChat(chat, `rights:${now.user.id}:${date ?? ''}:${was}:${is}`),
  }
}

export function toUnsupported(
  update: TelegramUpdate | undefined,
  account: ChannelAccount,
  body: Uint8Array,
): CapturedMessage {
  const structured = fieldsOf(update?.raw)
  return {
    ...unreadMessage,
    channel: account.channel,
    messageKey: keyOfBytes(body, `${account.id}:`),
    conversationKey: 'unread',
    ...('fields' in structured && { structured }),
    ...(!update && everythingIn(body)),
  }
}
