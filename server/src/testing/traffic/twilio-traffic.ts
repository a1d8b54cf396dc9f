import { createHash } from 'node:crypto'
import { bodyHash, twilioSignature } from '#channels/twilio/signature.ts'
import type { PlayedConversation } from './conversations.ts'

/** An endpoint for signed webhooks: an account of a running installation. */
export interface TwilioEndpoint {
  /** The address configured at Twilio, which the signature covers: `https://host/hooks/sms/<account>`. */
  readonly url: string
  readonly channel: 'sms' | 'whatsapp'
  readonly authToken: string
  /** The account's own number, E.164. */
  readonly address: string
}

/** One signed webhook, as sent over the network. */
export interface SignedWebhook {
  /** Path and query of the request. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** The fields of a webhook, by Twilio's names. */
export type TwilioFields = Readonly<Record<string, string>>

/** Signs fields as Twilio signs a form. */
export function signedForm(endpoint: TwilioEndpoint, fields: TwilioFields): SignedWebhook {
  const form = new URLSearchParams(fields)
  const { pathname, search } = new URL(endpoint.url)
  return {
    path: pathname + search,
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'x-twilio-signature': twilioSignature(endpoint.authToken, endpoint.url, form),
      'user-agent': 'TwilioProxy/1.1',
    },
    body: Buffer.from(form.toString()),
  }
}

/** Signs fields as Twilio signs JSON: the address contains the body's hash. */
export function signedJson(endpoint: TwilioEndpoint, fields: TwilioFields): SignedWebhook {
  const body = Buffer.from(JSON.stringify(fields))
  const announced = new URL(`${endpoint.url}?bodySHA256=${bodyHash(body)}`)
  return {
    path: announced.pathname + announced.search,
    headers: {
      'content-type': 'application/json',
      'x-twilio-signature': twilioSignature(endpoint.authToken, announced.href),
      'user-agent': 'TwilioProxy/1.1',
    },
    body,
  }
}

/** An ID in Twilio's format that is always the same for the same text. */
export function sidOf(prefix: 'SM' | 'IM' | 'CH' | 'MB', text: string): string {
  return prefix + digest(text).slice(0, 32)
}

/** A phone number outside the organization, always the same for the same text. */
export function phoneOf(text: string): string {
  return `+447${(BigInt(`0x${digest(text).slice(0, 15)}`) % 1_000_000_000n).toString().padStart(9, '0')}`
}

/** The fields of one message between the account and another number. */
export function messageFields(
  { channel, address }: Pick<TwilioEndpoint, 'channel' | 'address'>,
  { sid, peer, text, outbound = false }: { sid: string; peer: string; text: string; outbound?: boolean },
): TwilioFields {
  const scheme = channel === 'whatsapp' ? 'whatsapp:' : ''
  return {
    ToCountry: 'US',
    SmsMessageSid: sid,
    NumMedia: '0',
    SmsSid: sid,
    SmsStatus: 'received',
    Body: text,
    To: scheme + (outbound ? peer : address),
    NumSegments: String(Math.max(1, Math.ceil(text.length / 153))),
    MessageSid: sid,
    AccountSid: accountSid,
    From: scheme + (outbound ? address : peer),
    ApiVersion: '2010-04-01',
  }
}

/**
 * The webhooks of a conversation, in its order: with two people as plain messages, with more as a group of Twilio
 * Conversations. The same conversation always gives the same ids, so playing it again delivers nothing new.
 */
export function webhooksOf(conversation: PlayedConversation, endpoint: TwilioEndpoint): TwilioFields[] {
  const { conversationId, participants, messages } = conversation
  if (participants.length > 2) return messages.map((_, index) => groupFields(conversation, index))
  const ours = participants.find((name) => name.startsWith('agent')) ?? participants[1]
  const peer = phoneOf(conversationId)
  return messages.map(({ from, text }, index) =>
    messageFields(endpoint, {
      sid: sidOf('SM', `${conversationId}/${index}`),
      peer,
      text,
      outbound: from === ours,
    }),
  )
}

function groupFields({ conversationId, messages }: PlayedConversation, index: number): TwilioFields {
  const { from = '', text = '' } = messages[index] ?? {}
  return {
    EventType: 'onMessageAdded',
    Index: String(index),
    ConversationSid: sidOf('CH', conversationId),
    MessageSid: sidOf('IM', `${conversationId}/${index}`),
    ParticipantSid: sidOf('MB', `${conversationId}/${from}`),
    ChatServiceSid: `IS${'0'.repeat(32)}`,
    AccountSid: accountSid,
    Author: phoneOf(`${conversationId}/${from}`),
    Body: text,
    Source: 'SMS',
    RetryCount: '0',
  }
}

const accountSid = `AC${'0'.repeat(32)}`
const digest = (text: string) => createHash('sha256').update(text).digest('hex')
