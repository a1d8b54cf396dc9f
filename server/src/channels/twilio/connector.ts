import { createHash } from 'node:crypto'
import type { ChannelConnector, Reader } from '#channels/connector.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import type { ReadingAccount } from './account.ts'
import { textCanary } from './canary.ts'
import { twilioConnection } from './connection.ts'
import { isConversationEvent, toConversationEvents } from './conversation.ts'
import { type Fields, fieldsOf } from './fields.ts'
import { type Identify, identify, openIdentify } from './identity.ts'
import { listedOf } from './listed.ts'
import { twilioListing } from './listing.ts'
import { fetchMedia } from './media.ts'
import { aboutOf, dateOf, toMessage, toUnsupported } from './message.ts'
import { numbers } from './numbers.ts'
import { roomAnswerOf, toRoomEvents } from './room-events.ts'
import { twilioRooms } from './rooms.ts'
import type { Receivers } from './receiver.ts'
import { mediaCredentialsOf } from './secrets.ts'
import { senders } from './senders.ts'
import { roomHeader, twilioWebhook } from './webhook.ts'

/** SMS and MMS through Twilio. */
export const sms: ChannelConnector = { ...twilioConnector('sms', numbers), canary: textCanary }

/** WhatsApp Business through Twilio. */
export const whatsapp = twilioConnector('whatsapp', senders)

/** Both channels use one protocol, and the account decides which of them it is. */
function twilioConnector(channel: 'sms' | 'whatsapp', receivers: Receivers): ChannelConnector {
  return {
    channel,
    ...(channel === 'whatsapp' && { application: 'whatsapp', oneReaction: true as const }),
    ...readingBy(identify),
    rawKey({ body, contentType, headers }) {
      const listed = listedOf(body, contentType)
      if (listed) return listed.key
      const events = fieldsOf(body, contentType) ?? []
      const [fields] = events
      const key = (events.length === 1 && fields && keyOf(fields)) || `sha256:${sha256(body)}`
      // The hook of the service may deliver the same event, which is read otherwise.
      return headers[roomHeader] ? `room:${key}` : key
    },
    usesMessagingProvider: true,
    webhook: twilioWebhook,
    media: { fetch: (url, account, limits) => fetchMedia(url, mediaCredentialsOf(account), limits) },
    listing: twilioListing,
    roster: twilioRooms,
    connection: twilioConnection(receivers),
    openReader: () => ({ ...readingBy(openIdentify()), close: () => Promise.resolve() }),
  }
}

function readingBy(identify: Identify): Pick<Reader, 'identityOf' | 'parse'> {
  return {
    identityOf: identify,
    parse(stored, account) {
      const { body, contentType, headers } = stored
      const reading = { ...account, identify }
      const answer = roomAnswerOf(stored, reading)
      if (answer) return answer
      const listed = listedOf(body, contentType)
      if (listed) return toListedEvents(listed.fields, reading)
      const events = fieldsOf(body, contentType)
      if (!events) return [toUnsupported(new Map(), reading, body)]
      return events.flatMap((fields) =>
        headers[roomHeader] && isConversationEvent(fields)
          ? toRoomEvents(fields, reading)
          : toEvents(fields, reading, body),
      )
    },
  }
}

function toEvents(fields: Fields, account: ReadingAccount, body: Uint8Array): CapturedEvent[] {
  if (isConversationEvent(fields)) {
    return toConversationEvents(fields, account) ?? [toUnsupported(fields, account, body)]
  }
  if (isStatus(fields)) return [toStatus(fields, account)]
  if (messageSid(fields) && fields.has('From')) return [toMessage(fields, account)]
  return [toUnsupported(fields, account, body)]
}

/** The list has a message and its state in one; the state of one that we received says nothing more. */
function toListedEvents(fields: Fields, account: ReadingAccount): CapturedEvent[] {
  const message = toMessage(fields, account)
  const isSent = message.kind === 'message' && message.direction === 'outbound' && stateOf(fields) !== ''
  return isSent ? [message, toStatus(fields, account)] : [message]
}

/** Status callbacks name a state and carry no text; an inbound message is itself only ever being received. */
function isStatus(fields: Fields): boolean {
  return stateOf(fields) !== '' && messageSid(fields) !== undefined && !fields.has('Body')
}

function toStatus(fields: Fields, account: ReadingAccount): CapturedEvent {
  const targetKey = messageSid(fields) ?? ''
  const state = stateOf(fields)
  const errorCode = fields.get('ErrorCode')
  const at = dateOf(fields.get('Timestamp'))
  return {
    kind: 'status',
    channel: account.channel,
    eventKey: `s|${targetKey}|*|${state}`,
    targetKey,
    state,
    ...aboutOf(fields, account),
    ...(at && { at }),
    ...(errorCode && errorCode !== '0' && { errorCode }),
  }
}

/** The transport's own key, which a repetition shares; undefined if there is none. */
function keyOf(fields: Fields): string | undefined {
  const sid = messageSid(fields)
  if (isConversationEvent(fields)) {
    const target = sid ?? fields.get('ParticipantSid') ?? fields.get('ConversationSid')
    const when = fields.get('DateUpdated') ?? fields.get('DateRemoved') ?? fields.get('DateCreated') ?? ''
    const state = fields.get('DeliveryReceiptSid') ? `:${fields.get('Status') ?? ''}` : ''
    return target && `${target}:${fields.get('EventType') ?? ''}:${when}${state}`
  }
  if (!sid) return undefined
  return isStatus(fields) ? `${sid}:${stateOf(fields)}` : sid
}

const messageSid = (fields: Fields) => fields.get('MessageSid') ?? fields.get('SmsSid')
function stateOf(fields: Fields): string {
  const state = fields.get('MessageStatus')
  if (state !== undefined) return state
  const old = fields.get('SmsStatus') ?? ''
  return old.startsWith('receiv') ? '' : old
}
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
