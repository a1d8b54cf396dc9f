import { dateOf } from '#channels/date-of.ts'
import type { ChannelAccount } from '#channels/connector.ts'
import { fieldsOf } from '#channels/deep-json.ts'
import { everythingIn, keyOfBytes } from '#channels/unread.ts'
import type { CapturedMessage } from '#kernel/captured-event.ts'
import { bodyOf, contentOf } from './content.ts'
import { authorOf, messageKeyOf, mirrored, participantsOf, type Place, placeOf } from './conversation.ts'
import { type AgentEvent, type AgentMessage, messageOf } from './fields.ts'
import { identify } from './identity.ts'
import { targetOf } from './tapback.ts'

export function toMessage(message: AgentMessage, place: Place, account: ChannelAccount): CapturedMessage {
  const { guid, tempGuid, subject, threadOriginatorGuid, isForward, isAutoReply } = message
  const { others: _, ...conversation } = place
  const author = authorOf(message)
  const sentAt = dateOf(message.dateCreated)
  const answered = threadOriginatorGuid || targetOf(message)
  return {
    kind: 'message',
    channel: account.channel,
    messageKey: messageKeyOf(account, guid),
    ...conversation,
    direction: directionOf(message),
    author,
    participants: participantsOf(author, place),
    ...(sentAt && { sentAt }),
    ...(subject && { subject }),
    ...contentOf(message),
    ...(answered && { replyToKey: messageKeyOf(account, answered) }),
    ...mirrored(guid, place, account),
    // A program that sends through the agent knows the message by this id until it is sent.
    ...(tempGuid && { aliases: [tempGuid] }),
    ...(isForward && { forwarded: true }),
    ...(isAutoReply && { flags: ['autoReply' as const] }),
  }
}

/**
 * A delivery that we cannot read yet still becomes visible, with everything it contains. Its key comes from its bytes, so a
 * repeated delivery is still the same message.
 */
export function toUnsupported(
  event: AgentEvent | undefined,
  account: ChannelAccount,
  body: Uint8Array,
): CapturedMessage {
  const message = messageOf(event?.data)
  const author = message ? authorOf(message) : identify('')
  const place = (message && placeOf(message)) ?? {
    conversationKey: 'd:',
    conversationType: 'direct',
    others: [],
  }
  const sentAt = dateOf(message?.dateCreated)
  const structured = fieldsOf(event)
  const { others: _, ...conversation } = place
  return {
    kind: 'message',
    channel: account.channel,
    messageKey: keyOfBytes(body),
    ...conversation,
    direction: message ? directionOf(message) : 'unknown',
    author,
    participants: participantsOf(author, place),
    ...(sentAt && { sentAt }),
    body: message ? bodyOf(message) : null,
    format: 'plain',
    contentType: 'unsupported',
    ...('fields' in structured && { structured }),
    attachments: [],
    ...(!event && everythingIn(body)),
  }
}

function directionOf({ isFromMe, handle }: AgentMessage): CapturedMessage['direction'] {
  if (isFromMe) return 'outbound'
  return handle?.address ? 'inbound' : 'unknown'
}
