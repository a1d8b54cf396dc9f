/** Answers with the people in them under pseudonyms. */
import type { CognitiveEvent } from '@verbatim/contract/cognitive-events.ts'
import type { Conversation, ConversationSummary } from '@verbatim/contract/conversations.ts'
import type { AccountId, ConversationId, MessageId } from '@verbatim/contract/ids.ts'
import type { Message, MessageDetails, ThreadMessage } from '@verbatim/contract/messages.ts'
import { namedRecipients, type ToLine } from '@verbatim/contract/to-line.ts'
import type { People } from '#domains/messages/people-queries.ts'
import type { Recipients } from '#domains/messages/to-lines.ts'
import { namelessContent } from '#kernel/nameless-content.ts'
import type { Pseudonyms } from '#kernel/pseudonyms.ts'

/** What an answer's people are hidden with. */
export interface Hiding {
  readonly people: People
  readonly pseudonyms: Pseudonyms
  readonly recipients: ReadonlyMap<MessageId, Recipients>
  /** Whether names are shown to this reader here. */
  readonly isShown: (conversationId: ConversationId) => boolean
  readonly shownUntil: (conversationId: ConversationId) => Date | undefined
}

/** A person of a conversation, by an address or a name. */
function nameFor({ people, pseudonyms }: Hiding, conversationId: ConversationId, text: string): string {
  return pseudonyms.nameOf(people.of(conversationId, text))
}

export const authorOf = ({ people, pseudonyms }: Hiding, id: MessageId): string =>
  pseudonyms.nameOf(people.author(id) ?? { kind: 'person', key: `message ${id}` })

/** The recipients of a message in short; a title of a conversation often names its people. */
function toLineOf(hiding: Hiding, id: MessageId, conversationId: ConversationId): Pick<ToLine, 'names'> {
  const people = hiding.recipients.get(id)?.people ?? []
  return {
    names: people
      .slice(0, namedRecipients)
      .map((one) => hiding.pseudonyms.nameOf(hiding.people.recipient(conversationId, one))),
  }
}

type Named = Omit<Message, 'to'>

function hideAuthor<M extends Named>(message: M, hiding: Hiding): M {
  const name = authorOf(hiding, message.id)
  return {
    ...message,
    accountId: hiding.pseudonyms.veil(message.accountId) as AccountId,
    from: name,
    author: { name, address: name },
  }
}

/** A row of the Content Library. */
export function hideMessage(message: Message, hiding: Hiding): Message {
  const { id, conversationId } = message
  if (hiding.isShown(conversationId)) return message
  const { more } = message.to
  return { ...hideAuthor(message, hiding), to: { ...toLineOf(hiding, id, conversationId), more } }
}

function withHiddenContent<M extends Pick<ThreadMessage, 'structured'>>(message: M): M {
  const { structured, ...rest } = message
  const kept = namelessContent(structured)
  return { ...rest, ...(kept && { structured: kept }) } as M
}

/** A message of a thread. */
function hideWhole<M extends ThreadMessage>(message: M, hiding: Hiding): M {
  const { conversationId } = message
  if (hiding.isShown(conversationId)) return message
  const name = (text: string) => nameFor(hiding, conversationId, text)
  return {
    ...withHiddenContent(hideAuthor(message, hiding)),
    versions: message.versions.map(withHiddenContent),
    // It keeps its place, by which evidence finds the others.
    others: message.others.map((other) =>
      other.kind === 'card' ? { ...other, text: '', highlights: [] } : other,
    ),
    recipients: message.recipients.map(({ address, ...one }) => ({
      ...one,
      name: name(address),
      address: name(address),
    })),
    reactions: message.reactions.map((reaction) => ({ ...reaction, by: name(reaction.by) })),
    receipts: message.receipts.map((receipt) => ({
      ...receipt,
      ...(receipt.recipient !== undefined && { recipient: name(receipt.recipient) }),
    })),
    ...(message.alsoCaptured && {
      alsoCaptured: message.alsoCaptured.map(({ messageId }) => ({ messageId })),
    }),
    ...(message.deletion && {
      deletion: {
        ...message.deletion,
        ...(message.deletion.by !== undefined && { by: name(message.deletion.by) }),
      },
    }),
  }
}

/** A message with its source: the channel's names for it and the account say who wrote. */
export function hideDetails(message: MessageDetails, hiding: Hiding): MessageDetails {
  if (hiding.isShown(message.conversationId)) return message
  const { account: _, ...whole } = hideWhole(message, hiding)
  return { ...whole, messageKey: '', conversationKey: '' }
}

export function hideConversation(conversation: Conversation, hiding: Hiding): Conversation {
  const { id } = conversation
  if (hiding.isShown(id)) return conversation
  const { title: _, ...rest } = conversation
  const name = (text: string) => nameFor(hiding, id, text)
  return {
    ...rest,
    accountId: hiding.pseudonyms.veil(conversation.accountId) as AccountId,
    participants: conversation.participants.map(
      ({ address, userId = null, contactId = null, firstAt, lastAt }) => {
        const person = hiding.people.recipient(id, { address, userId, contactId })
        const shown = hiding.pseudonyms.nameOf(person)
        return { name: shown, address: shown, firstAt, lastAt }
      },
    ),
    messages: conversation.messages.map((message) => hideWhole(message, hiding)),
    memberships: conversation.memberships.map(({ who, by, ...line }) => ({
      ...line,
      who: name(who),
      ...(by !== undefined && { by: name(by) }),
    })),
  }
}

export const hideSummary = (summary: ConversationSummary, hiding: Hiding): ConversationSummary => ({
  ...summary,
  sentences: summary.sentences.map((sentence) => ({
    ...sentence,
    from: authorOf(hiding, sentence.messageId),
  })),
})

export function hideEvent<E extends CognitiveEvent>(event: E, hiding: Hiding): E {
  const { messageId, conversationId } = event
  if (hiding.isShown(conversationId)) return event
  const { more } = event.to
  return {
    ...event,
    // Who may not read the message does not get its author under a pseudonym either.
    from: event.from && authorOf(hiding, messageId),
    to: { ...toLineOf(hiding, messageId, conversationId), more },
  }
}

/** Anything that a message's author is the name of. */
export const hideFrom = <F extends { readonly messageId: MessageId; readonly from: string }>(
  found: F,
  hiding: Hiding,
): F => ({ ...found, from: authorOf(hiding, found.messageId) })
