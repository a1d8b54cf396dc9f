/** What a line of a thread has of who wrote it, and where, and what an event says of the line that it is about. */
import type { ChannelAccount } from '#channels/connector.ts'
import { dateOf } from '#channels/date-of.ts'
import { mirroredWith } from '#channels/mirrored-with.ts'
import type { AboutMessage, CapturedMessage, Identity } from '#kernel/captured-event.ts'
import type { DataMessage } from './envelope.ts'
import { identify, messageKeyOf, participantsOf, type Person, type Place, shortKeyOf } from './people.ts'

/** Who wrote something where. */
export interface Said {
  readonly account: ChannelAccount
  readonly by: Person | 'owner'
  /** The owner has one, too. */
  readonly authorUuid: string | null | undefined
  /** Whom it was sent to in a chat of two, if their number is known. */
  readonly recipientNumber: string | null | undefined
  readonly author: Identity
  readonly authorName: string | null | undefined
  readonly place: Place
  readonly timestamp: number | null | undefined
}

const conversationOf = ({ conversationKey, conversationType, conversationTitle }: Place) => ({
  conversationKey,
  conversationType,
  ...(conversationTitle && { conversationTitle }),
})

/** The name of a message that each account in its chat gives it: an author has one message at a time. */
export function mirrored({
  place,
  authorUuid,
  recipientNumber,
  timestamp,
}: Said): Pick<CapturedMessage, 'mirrorKey'> {
  const where = place.conversationType === 'group' ? place.conversationKey : `to:${recipientNumber ?? ''}`
  const isKnown = authorUuid && timestamp && where !== 'to:'
  return isKnown ? { mirrorKey: `${where}:${authorUuid.toLowerCase()}:${timestamp}` } : {}
}

type Content = Pick<CapturedMessage, 'body' | 'format' | 'contentType' | 'structured' | 'attachments'>

export function toLine(said: Said, content: Content): Omit<CapturedMessage, 'messageKey'> {
  const { account, by, author, authorName, place, timestamp } = said
  const sentAt = dateOf(timestamp)
  return {
    kind: 'message',
    channel: account.channel,
    ...conversationOf(place),
    direction: by === 'owner' || author === account.address ? 'outbound' : 'inbound',
    author,
    ...(authorName && { authorName }),
    participants: participantsOf(author, place, account),
    ...(sentAt && { sentAt }),
    ...content,
  }
}

/** What an event says of the message that it names. A receipt does not say where that was. */
export function aboutMessage(
  sent: Parameters<typeof shortKeyOf>[1],
  account: ChannelAccount,
  place?: Place,
): AboutMessage {
  const author = sent.author === 'owner' ? account.address : identify(sent.author, account)
  const sentAt = dateOf(sent.timestamp)
  return {
    ...(place && { ...conversationOf(place), participants: participantsOf(author, place, account) }),
    direction: author === account.address ? 'outbound' : 'inbound',
    author,
    ...(sentAt && { sentAt }),
    aliases: [shortKeyOf(account, sent)],
  }
}

/** Someone tried to delete a message of someone else. It stays as it is, and the attempt is a line of the thread. */
export function toForeignDelete(
  { targetSentTimestamp }: NonNullable<DataMessage['adminDelete']>,
  said: Said,
): CapturedMessage {
  const { account, place, by, timestamp } = said
  const of = String(targetSentTimestamp ?? '')
  return {
    ...toLine(said, {
      body: null,
      format: 'plain',
      contentType: 'system',
      structured: { attempted: 'delete', of },
      attachments: [],
    }),
    messageKey: messageKeyOf(account, place.conversationKey, { author: by, timestamp }),
    aliases: [shortKeyOf(account, { author: by, timestamp })],
    ...mirroredWith(mirrored(said), of),
    flags: ['foreignChange'],
  }
}
