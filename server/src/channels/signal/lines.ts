/** What a line of a thread has of who wrote it, and where. */
import type { ChannelAccount } from '#channels/connector.ts'
import { dateOf } from '#channels/date-of.ts'
import type { CapturedMessage, Identity } from '#kernel/captured-event.ts'
import { participantsOf, type Person, type Place } from './people.ts'

/** Who wrote something where. */
export interface Said {
  readonly account: ChannelAccount
  readonly by: Person | 'owner'
  readonly author: Identity
  readonly authorName: string | null | undefined
  readonly place: Place
  readonly timestamp: number | null | undefined
}

export const conversationOf = ({ conversationKey, conversationType, conversationTitle }: Place) => ({
  conversationKey,
  conversationType,
  ...(conversationTitle && { conversationTitle }),
})

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
