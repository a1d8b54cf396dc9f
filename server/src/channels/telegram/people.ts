import type { ChannelAccount } from '#channels/connector.ts'
import type { CapturedMessage, Identity, Participant } from '#kernel/captured-event.ts'
import type { Standpoint } from './keys.ts'
import type { TelegramChat, TelegramMessage, TelegramUser } from './update.ts'

/** A person, group or channel; the owner of the account is `self`. */
export function identityOf(id: number, owner?: string): Identity {
  const value = String(id)
  return { kind: value === owner ? 'self' : 'telegram', value }
}

interface Named {
  readonly identity: Identity
  readonly name: string | undefined
}

/** Who wrote a message: a group or channel, if it was written in its name. */
export function authorOf({ from, sender_chat: chat }: TelegramMessage, { owner }: Standpoint): Named {
  if (chat) return { identity: identityOf(chat.id), name: nameOf(chat) }
  if (from) return { identity: identityOf(from.id, owner), name: nameOf(from) }
  return { identity: { kind: 'unknown', value: '' }, name: undefined }
}

/** As Telegram shows it. */
export function nameOf(one: TelegramUser | TelegramChat): string | undefined {
  const title = 'title' in one ? one.title : undefined
  return title || [one.first_name, one.last_name].filter(Boolean).join(' ') || one.username || undefined
}

/** The author first. In a chat of two the other reads it; of a group Telegram does not tell a bot who is in it. */
export function participantsOf(
  author: Named,
  { chat }: TelegramMessage,
  { owner }: Standpoint,
): Participant[] {
  const isPrivate = chat.type === 'private'
  const written = toParticipant(author, 'author')
  if (!isPrivate) return [written]
  const peer: Named = { identity: identityOf(chat.id, owner), name: nameOf(chat) }
  const others: Named[] = owner
    ? [peer, { identity: { kind: 'self', value: owner }, name: undefined }]
    : [peer]
  return [
    written,
    ...others
      .filter(({ identity }) => identity.value !== author.identity.value)
      .map((one) => toParticipant(one, 'recipient')),
  ]
}

const toParticipant = ({ identity, name }: Named, role: Participant['role']): Participant => ({
  identity,
  ...(name && { displayName: name }),
  role,
})

/** Unknown in the chats of a person who has no account here: only the owner's number would tell. */
export function directionOf(
  message: TelegramMessage,
  { owner }: Standpoint,
  account: ChannelAccount,
): CapturedMessage['direction'] {
  const { from, business_connection_id: connection, sender_business_bot: bot } = message
  if (connection !== undefined) {
    if (bot) return 'outbound'
    if (owner === undefined || !from) return 'unknown'
    return String(from.id) === owner ? 'outbound' : 'inbound'
  }
  const author = String(message.sender_chat?.id ?? from?.id)
  return account.people?.includes(author) ? 'outbound' : 'inbound'
}
