import type { ChannelAccount } from '#channels/connector.ts'
import { receivingBot } from './bot.ts'

/** The names by which deliveries of a bot mean a person's account: its address, and its connection to the bot. */
export const ownerRoute = (userId: number) => String(userId)
export const connectionRoute = (connectionId: string) => `connection:${connectionId}`
/** Undefined for another name. */
export const connectionIn = (route: string) => /^connection:(.+)$/s.exec(route)?.[1]

/** Where a message is: in the own chats of a person who connected the bot, or in a chat of the bot itself. */
export interface Standpoint {
  /** Before the number of a chat, in the key of a message. */
  readonly messages: string
  /** The same, in the key of a conversation. */
  readonly conversations: string
  /** Whose chats these are; undefined for a person who has no account here, and for the bot's. */
  readonly owner: string | undefined
}

/** Every person numbers their own messages. A connection has another name each time, so the person counts. */
export function standpointOf(account: ChannelAccount, connectionId: string | undefined): Standpoint {
  if (connectionId === undefined) {
    // Since the first connection the number of the bot is known.
    const messages = `bot${receivingBot(account).botId ?? account.source?.id ?? account.id}:`
    return { messages, conversations: '', owner: undefined }
  }
  const owner = account.source && account.address.kind === 'telegram' ? account.address.value : undefined
  const of = owner ?? connectionRoute(connectionId)
  return { messages: `${of}:`, conversations: `${of}|`, owner }
}

export const messageKeyOf = ({ messages }: Standpoint, chatId: number, messageId: number) =>
  `${messages}${chatId}:${messageId}`

export const conversationKeyOf = ({ conversations }: Standpoint, chatId: number) =>
  `${conversations}${chatId}`
