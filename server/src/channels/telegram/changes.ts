import type { ChannelAccount } from '#channels/connector.ts'
import type { CapturedAccount } from '#kernel/captured-account.ts'
import type { CapturedDelete, CapturedMembership, CapturedReaction } from '#kernel/captured-event.ts'
import { connectionRoute, conversationKeyOf, messageKeyOf, standpointOf } from './keys.ts'
import { conversationOf, timeOf } from './message.ts'
import { identityOf, nameOf } from './people.ts'
import { startTokenOf } from './start-token.ts'
import type {
  TelegramChat,
  TelegramConnection,
  TelegramDeletion,
  TelegramMemberChange,
  TelegramMessage,
  TelegramReaction,
  TelegramUpdate,
  TelegramUser,
} from './update.ts'

/** Telegram does not say who deleted, when, or for whom. */
export function toDeletions(deletion: TelegramDeletion, account: ChannelAccount): CapturedDelete[] {
  const place = standpointOf(account, deletion.business_connection_id)
  return deletion.message_ids.map((id) => {
    const targetKey = messageKeyOf(place, deletion.chat.id, id)
    return {
      kind: 'delete',
      channel: account.channel,
      eventKey: `d|${targetKey}|unknown`,
      targetKey,
      about: conversationOf(deletion.chat, place),
      scope: 'unknown',
    }
  })
}

/** A person may have several on one message; Telegram gives all from before and all from now. */
export function toReactions(
  reaction: TelegramReaction,
  updateId: number,
  account: ChannelAccount,
): CapturedReaction[] {
  const { chat, message_id: id, old_reaction: before, new_reaction: now } = reaction
  const place = standpointOf(account, undefined)
  const targetKey = messageKeyOf(place, chat.id, id)
  const by = reaction.user ?? reaction.actor_chat
  const at = timeOf(reaction.date)
  const [old, fresh] = [new Set(before.map(valueOf)), new Set(now.map(valueOf))]
  const toEvent =
    (action: CapturedReaction['action']) =>
    (value: string): CapturedReaction => ({
      kind: 'reaction',
      channel: account.channel,
      eventKey: `r|${targetKey}|${by?.id ?? ''}|${action}|${value}|${at?.getTime() ?? ''}`,
      targetKey,
      about: conversationOf(chat, place),
      ...(at && { at }),
      sequence: updateId,
      ...(by && { actor: identityOf(by.id) }),
      action,
      value,
      // Whose message it is, is not said; it may be one from before the bot was there.
      unconfirmed: true,
    })
  return [...old.difference(fresh)]
    .map(toEvent('remove'))
    .concat([...fresh.difference(old)].map(toEvent('add')))
}

type ReactionKind = TelegramReaction['new_reaction'][number]

/** Emoji of Telegram's customers have numbers instead of characters. */
const valueOf = ({ type = '', emoji, custom_emoji_id: custom }: ReactionKind): string =>
  emoji ?? (custom ? `custom:${custom}` : type)

/** Undefined if no one joined or left, such as when a member gets another right. */
export function toMemberChange(
  change: TelegramMemberChange,
  account: ChannelAccount,
): CapturedMembership | undefined {
  const { chat, date, from, old_chat_member: before, new_chat_member: now } = change
  if (isMember(before) === isMember(now)) return undefined
  return toMembership({ chat, date, from }, now.user, isMember(now) ? 'joined' : 'left', account)
}

function isMember({ status = '', is_member: isIn }: TelegramMemberChange['new_chat_member']): boolean {
  return ['creator', 'administrator', 'member'].includes(status) || (status === 'restricted' && isIn === true)
}

/** The line about new members, or about one who left; undefined for other messages. */
export function toMemberships(
  message: TelegramMessage,
  account: ChannelAccount,
): CapturedMembership[] | undefined {
  const { new_chat_members: joined = [], left_chat_member: left } = message
  if (joined.length === 0 && !left) return undefined
  return [
    ...joined.map((user) => toMembership(message, user, 'joined', account)),
    ...(left ? [toMembership(message, left, 'left', account)] : []),
  ]
}

interface MemberLine {
  readonly chat: TelegramChat
  readonly date?: number | undefined
  readonly from?: TelegramUser | undefined
}

/** The same change comes as a line of the chat and as an update of its own, with the same time. */
function toMembership(
  { chat, date, from }: MemberLine,
  user: TelegramUser,
  action: CapturedMembership['action'],
  account: ChannelAccount,
): CapturedMembership {
  const place = standpointOf(account, undefined)
  const name = nameOf(user)
  const at = timeOf(date)
  return {
    kind: 'membership',
    channel: account.channel,
    eventKey: `g|${place.messages}${chat.id}|${user.id}|${action}|${date ?? ''}`,
    conversationKey: conversationKeyOf(place, chat.id),
    action,
    who: identityOf(user.id),
    ...(name && { whoName: name }),
    ...(at && { at }),
    ...(from && { actor: identityOf(from.id) }),
  }
}

/** A person connects the bot to their own chats, or ends that. */
export function toStatement(
  { id, user, date, is_enabled: isEnabled }: TelegramConnection,
  updateId: number,
  account: ChannelAccount,
): CapturedAccount {
  const at = timeOf(date)
  return {
    kind: 'account',
    channel: account.channel,
    eventKey: `a|${updateId}`,
    ...(at && { at }),
    owner: { kind: 'telegram', value: String(user.id) },
    state: isEnabled ? 'connected' : 'disconnected',
    routes: [connectionRoute(id)],
    sequence: updateId,
  }
}

/** The owner of an account follows the link that only they were given: the bot gets the token in a chat with them alone. */
export function toClaim(
  { update_id: id, message }: TelegramUpdate,
  account: ChannelAccount,
): CapturedAccount[] {
  const token = startTokenOf(message?.text)
  if (!message || token === undefined || account.source) return []
  const { chat, from } = message
  // Forwarded by someone else, or written elsewhere, it shows nothing about its author.
  const isTheirs = chat.type === 'private' && from?.id === chat.id && !from.is_bot && !message.forward_origin
  if (!isTheirs) return []
  const at = timeOf(message.date)
  return [
    {
      kind: 'account',
      channel: account.channel,
      eventKey: `a|${id}`,
      ...(at && { at }),
      owner: { kind: 'telegram', value: String(from.id) },
      state: 'claimed',
      token,
      sequence: id,
    },
  ]
}
