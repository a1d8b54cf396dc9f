import { createHash } from 'node:crypto'
import type { ChannelAccount, ChannelConnector } from '#channels/connector.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { Failure } from '#kernel/failure.ts'
import { isConversationEvent, toConversationEvents } from './conversation.ts'
import { type Fields, fieldsOf, formParameters, isJson } from './fields.ts'
import { dateOf, toMessage, toUnsupported } from './message.ts'
import { isAnnouncedBody, isSigned } from './signature.ts'

/** SMS and MMS through Twilio. */
export const sms = twilioConnector('sms')

/** WhatsApp Business through Twilio. */
export const whatsapp = twilioConnector('whatsapp')

/**
 * Both channels speak one protocol, and the account says which of them it is. Answers are an empty TwiML
 * response: Twilio would send any plain text back to the person who wrote. Source: Twilio, "Messaging Webhooks".
 */
function twilioConnector(channel: 'sms' | 'whatsapp'): ChannelConnector {
  return {
    channel,
    acknowledgement: { status: 200, contentType: 'text/xml', body: '<Response></Response>' },
    keptHeaders: ['content-type', 'x-twilio-signature', 'i-twilio-idempotency-token', 'user-agent'],

    verify(delivery, account) {
      const signature = delivery.headers['x-twilio-signature']
      if (!signature) throw new Failure('capture.no-signature')
      const url = delivery.url.split('#', 1)[0] ?? ''
      const announcesBody = /[?&]bodySHA256=/.test(url)
      const isForm = delivery.method === 'POST' && !announcesBody
      // A JSON body that its address does not announce is signed by nobody.
      const covered = !isForm || !isJson(delivery.headers['content-type'] ?? '')
      const parameters = isForm ? formParameters(delivery.body) : undefined
      if (
        !covered ||
        !isSigned(signature, account.secrets.authTokens ?? [], url, parameters) ||
        (announcesBody && delivery.method === 'POST' && !isAnnouncedBody(url, delivery.body))
      ) {
        throw new Failure('capture.bad-signature')
      }
    },

    rawKey({ body, contentType }) {
      const events = fieldsOf(body, contentType) ?? []
      const [fields] = events
      return (events.length === 1 && fields && keyOf(fields)) || `sha256:${sha256(body)}`
    },

    parse({ body, contentType }, account) {
      const events = fieldsOf(body, contentType)
      if (!events) return [toUnsupported(new Map(), account, body)]
      return events.flatMap((fields) => toEvents(fields, account, body))
    },
  }
}

function toEvents(fields: Fields, account: ChannelAccount, body: Uint8Array): CapturedEvent[] {
  if (isConversationEvent(fields)) {
    return toConversationEvents(fields, account) ?? [toUnsupported(fields, account, body)]
  }
  if (isStatus(fields)) return [toStatus(fields, account)]
  if (messageSid(fields) && fields.has('From')) return [toMessage(fields, account)]
  return [toUnsupported(fields, account, body)]
}

/** Status callbacks name a state and carry no text; an inbound message is itself only ever being received. */
function isStatus(fields: Fields): boolean {
  return stateOf(fields) !== '' && messageSid(fields) !== undefined && !fields.has('Body')
}

function toStatus(fields: Fields, account: ChannelAccount): CapturedEvent {
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
    ...(at && { at }),
    ...(errorCode && errorCode !== '0' && { errorCode }),
  }
}

/** The transport's own key, equal for a repetition; undefined where it has none. */
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
