import { channelNames, placeOf } from '@verbatim/contract/channels.ts'
import type { Counterpart, LastMessage, MessengerConversation } from '@verbatim/contract/messenger.ts'
import { contentWord } from '@verbatim/contract/content-words.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { isSameDay, nearDateText, timeText } from '@verbatim/ui/dates.ts'

interface Named {
  readonly title?: string | undefined
  readonly others: readonly Counterpart[]
  readonly otherCount: number
}

/** The name of a conversation: its title, or the other people. */
export function nameOf({ title, others, otherCount }: Named): string {
  if (title) return title
  const names = others.slice(0, 2).map(({ name }) => name)
  const more = otherCount - names.length
  if (names.length === 0) return 'Only you'
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}

/** The channel of a conversation, and how many there are besides the reader, who may read a colleague's. */
export function mediumOf({ channel, otherCount }: Pick<MessengerConversation, 'channel' | 'otherCount'>) {
  const name = channelNames[channel]
  return otherCount > 1 ? `${name} · ${otherCount} others` : name
}

/** Where people write in conversations that the messenger only shows. */
export const answerWords = (channel: MessengerConversation['channel']) =>
  `Answer in ${placeOf(channel)} as usual. Your answer appears in this conversation.`

/** The newest message in one line, with its author if that is not obvious. */
export function lastWords({ type, otherCount, lastMessage }: MessengerConversation): string {
  if (!lastMessage) return 'No messages yet'
  const { isMine, direction, from } = lastMessage
  if (isMine) return `You: ${wordsOf(lastMessage)}`
  const isPlain = type === 'direct' && otherCount === 1 && direction === 'inbound'
  return isPlain ? wordsOf(lastMessage) : `${from}: ${wordsOf(lastMessage)}`
}

function wordsOf({ text, isDeleted, contentType, attachmentCount }: LastMessage): string {
  if (isDeleted) return contentWord('deleted')
  if (text) return text
  if (attachmentCount > 0 && contentType === 'text')
    return attachmentCount === 1 ? 'Attachment' : counted(attachmentCount, 'attachment')
  return contentWord(contentType)
}

/** `09:30` today, `Yesterday`, otherwise the day. */
export function whenText(iso: string, now: Date): string {
  if (isSameDay(iso, now.toISOString())) return timeText(iso)
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (isSameDay(iso, yesterday.toISOString())) return 'Yesterday'
  return nearDateText(iso, now)
}
