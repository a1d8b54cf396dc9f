import type { Fields } from './twilio-rest.ts'

/** A chat user, or an address outside that writes to a number of the account: its proxy. */
export type Person = { readonly identity: string } | { readonly address: string; readonly proxy: string }

interface Participant {
  readonly sid: string
  readonly person: Person
  readonly at: Date
}

/** A conversation of several people, as acts and tests name it. */
export interface Room {
  readonly sid: string
  /** Who is in it now. */
  readonly participants: readonly Participant[]
}

/** What Twilio keeps of a text message that left for one person. */
interface Receipt {
  readonly sid: string
  readonly textSid: string
  readonly participant: Participant
  readonly at: Date
}

interface RoomMessage {
  readonly sid: string
  readonly index: number
  readonly author: Participant
  readonly receipts: readonly Receipt[]
  readonly at: Date
  body: string
  changedAt: Date
}

interface RoomHook {
  readonly sid: string
  readonly target: string
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly filters: readonly string[]
  readonly at: Date
}

export interface KeptRoom extends Room {
  /** The fields that all of its rows have. */
  readonly place: {
    readonly account_sid: string
    readonly chat_service_sid: string
    readonly conversation_sid: string
  }
  readonly at: Date
  readonly participants: Participant[]
  messages: RoomMessage[]
  hooks: RoomHook[]
  /** The index of the next message: one that is removed keeps its own. */
  next: number
  state: 'active' | 'inactive' | 'closed'
  changedAt: Date
}

/** By what a person is found, and how they sign their messages. */
export const nameOf = (person: Person) => ('address' in person ? person.address : person.identity)

/** The key and the rows of a list of a room, by the rest of its path. */
export function rowsOf(
  room: KeptRoom,
  [list, sid, part]: readonly (string | undefined)[],
  url: URL,
): [key: string, rows: readonly Fields[]] | undefined {
  if (list === 'Messages' && part === 'Receipts') {
    const message = room.messages.find((one) => one.sid === sid)
    return message && ['delivery_receipts', message.receipts.map((one) => receiptRow(room, message, one))]
  }
  if (sid) return undefined
  if (list === 'Participants')
    return ['participants', room.participants.map((one) => participantRow(room, one))]
  if (list === 'Webhooks') return ['webhooks', room.hooks.map((one) => hookRow(room, one))]
  if (list !== 'Messages') return undefined
  const rows = room.messages.map((one) => messageRow(room, one))
  return ['messages', url.searchParams.get('Order') === 'desc' ? rows.toReversed() : rows]
}

/** The most rows of a page differ by list. Source: Twilio, "OpenAPI description of Conversations". */
const largestPages: Readonly<Record<string, number>> = {
  Receipts: 50,
  Webhooks: 5,
  ParticipantConversations: 50,
}
export const isPageTooLarge = ({ pathname, searchParams }: URL) =>
  Number(searchParams.get('PageSize') ?? 1) > (largestPages[pathname.split('/').at(-1) ?? ''] ?? 100)

/** A row of `ParticipantConversations`. */
export function whereRow(room: KeptRoom, { sid, person }: Participant): Fields {
  const conversation = urlOf(room)
  const isUser = 'identity' in person
  return {
    ...room.place,
    participant_sid: sid,
    participant_user_sid: isUser ? sid.replace('MB', 'US') : null,
    participant_identity: isUser ? person.identity : null,
    participant_messaging_binding: bindingOf(person),
    conversation_unique_name: null,
    conversation_friendly_name: null,
    conversation_attributes: '{}',
    conversation_date_created: dateText(room.at),
    conversation_date_updated: dateText(room.changedAt),
    conversation_created_by: 'system',
    conversation_state: room.state,
    conversation_timers: {},
    links: { participant: `${conversation}/Participants/${sid}`, conversation },
  }
}

function participantRow(room: KeptRoom, { sid, person, at }: Participant): Fields {
  return {
    ...room.place,
    sid,
    identity: 'identity' in person ? person.identity : null,
    messaging_binding: bindingOf(person),
    attributes: '{}',
    role_sid: roleSid,
    date_created: dateText(at),
    date_updated: dateText(at),
    last_read_message_index: null,
    last_read_timestamp: null,
    url: `${urlOf(room)}/Participants/${sid}`,
  }
}

function messageRow(room: KeptRoom, message: RoomMessage): Fields {
  const url = `${urlOf(room)}/Messages/${message.sid}`
  const total = message.receipts.length
  return {
    ...room.place,
    sid: message.sid,
    index: message.index,
    author: nameOf(message.author.person),
    body: message.body,
    media: null,
    attributes: '{}',
    participant_sid: message.author.sid,
    date_created: dateText(message.at),
    date_updated: dateText(message.changedAt),
    delivery:
      total === 0
        ? null
        : { total, sent: 'all', delivered: 'all', read: 'none', failed: 'none', undelivered: 'none' },
    url,
    links: { delivery_receipts: `${url}/Receipts` },
  }
}

function receiptRow(room: KeptRoom, message: RoomMessage, receipt: Receipt): Fields {
  return {
    ...room.place,
    sid: receipt.sid,
    message_sid: message.sid,
    channel_message_sid: receipt.textSid,
    participant_sid: receipt.participant.sid,
    status: 'delivered',
    error_code: 0,
    date_created: dateText(receipt.at),
    date_updated: dateText(receipt.at),
    url: `${urlOf(room)}/Messages/${message.sid}/Receipts/${receipt.sid}`,
  }
}

export function hookRow(room: KeptRoom, { sid, target, at, ...configuration }: RoomHook): Fields {
  return {
    ...room.place,
    sid,
    target,
    configuration,
    date_created: dateText(at),
    date_updated: dateText(at),
    url: `${urlOf(room)}/Webhooks/${sid}`,
  }
}

type EventFields = Readonly<Record<string, string>>

export function messageFields(message: RoomMessage): EventFields {
  return {
    MessageSid: message.sid,
    Index: String(message.index),
    DateCreated: message.at.toISOString(),
    Body: message.body,
    Author: nameOf(message.author.person),
    ParticipantSid: message.author.sid,
    Attributes: '{}',
  }
}

export function participantFields({ sid, person, at }: Participant): EventFields {
  return {
    ParticipantSid: sid,
    RoleSid: roleSid,
    DateCreated: at.toISOString(),
    Attributes: '{}',
    ...('identity' in person
      ? { Identity: person.identity }
      : {
          'MessagingBinding.Address': person.address,
          'MessagingBinding.ProxyAddress': person.proxy,
          'MessagingBinding.Type': sourceOf(person),
        }),
  }
}

export function receiptFields(message: RoomMessage, receipt: Receipt): EventFields {
  return {
    DeliveryReceiptSid: receipt.sid,
    MessageSid: message.sid,
    ChannelMessageSid: receipt.textSid,
    ParticipantSid: receipt.participant.sid,
    Status: 'delivered',
    ErrorCode: '0',
    DateCreated: receipt.at.toISOString(),
    DateUpdated: receipt.at.toISOString(),
  }
}

/** What an event says of the person it comes from. */
export function actorFields(person: Person): EventFields {
  return 'identity' in person
    ? { Source: 'SDK', ClientIdentity: person.identity }
    : { Source: sourceOf(person) }
}

const roleSid = `RL${'0'.repeat(31)}1`

const sourceOf = ({ address }: { readonly address: string }) =>
  address.startsWith('whatsapp:') ? 'WHATSAPP' : 'SMS'

const bindingOf = (person: Person) =>
  'identity' in person
    ? null
    : { type: sourceOf(person).toLowerCase(), address: person.address, proxy_address: person.proxy }

const urlOf = ({ place }: KeptRoom) =>
  `https://conversations.twilio.com/v1/Services/${place.chat_service_sid}/Conversations/${place.conversation_sid}`

/** The lists have whole seconds; events have milliseconds. */
const dateText = (at: Date) => at.toISOString().replace(/\.\d{3}Z$/, 'Z')
