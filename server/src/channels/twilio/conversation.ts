import { createHash } from 'node:crypto'
import type { AboutMessage, CapturedAttachment, CapturedEvent, Identity } from '#kernel/captured-event.ts'
import type { ReadingAccount } from './account.ts'
import { type Fields, jsonOrText } from './fields.ts'
import { mediumOf, named } from './content.ts'
import { dateOf, isOurs } from './message.ts'

/** Whether an event is one of Twilio Conversations (`onMessageAdded`, …) and not a message or a status. */
export function isConversationEvent(fields: Fields): boolean {
  return /^on[A-Z]/.test(fields.get('EventType') ?? '')
}

type Translate = (fields: Fields, account: ReadingAccount) => CapturedEvent

const translations: Readonly<Record<string, Translate>> = {
  onMessageAdded: toAdded,
  onMessageUpdated: toEdit,
  onMessageRemoved: toDelete,
  onDeliveryUpdated: toDelivery,
  onParticipantAdded: toMembership,
  onParticipantRemoved: toMembership,
  onConversationUpdated: toTitle,
}

/** Events without a message or a change of members: read positions, states, users of the service. */
const silent = /^on(?:ParticipantUpdated|Conversation(?:Added|StateUpdated|Removed)|User(?:Added|Updated))$/

/** The field that names what an event is about. */
const targets = [
  [/Message|Delivery/, 'MessageSid'],
  [/Conversation/, 'ConversationSid'],
] as const

/** The captured form of an event of Twilio Conversations; undefined for unknown ones and those without a target. */
export function toConversationEvents(fields: Fields, account: ReadingAccount): CapturedEvent[] | undefined {
  const type = fields.get('EventType') ?? ''
  if (silent.test(type)) return []
  if (type === 'onConversationUpdated' && !fields.get('FriendlyName')) return []
  const translate = Object.hasOwn(translations, type) ? translations[type] : undefined
  const target = fields.get(targets.find(([kind]) => kind.test(type))?.[1] ?? 'ParticipantSid')
  if (!translate || !target || !fields.get('ConversationSid')) return undefined
  return [translate(fields, account)]
}

function toAdded(fields: Fields, account: ReadingAccount): CapturedEvent {
  const author = authorOf(fields, account)
  const outbound = isOutbound(author, account)
  const attachments = mediaOf(fields)
  const sentAt = dateOf(fields.get('DateCreated'))
  const sequence = Number(fields.get('Index') ?? Number.NaN)
  const attributes = jsonOrText(fields.get('Attributes') ?? '{}')
  const body = fields.get('Body') || null
  return {
    kind: 'message',
    channel: account.channel,
    messageKey: fields.get('MessageSid') ?? '',
    conversationKey: fields.get('ConversationSid') ?? '',
    conversationType: 'group',
    direction: outbound ? 'outbound' : 'inbound',
    author,
    participants: [
      { identity: author, role: 'author' },
      ...(outbound ? [] : [{ identity: account.address, role: 'recipient' as const }]),
    ],
    ...(sentAt && { sentAt }),
    body,
    format: 'plain',
    contentType: attachments[0]
      ? mediumOf(attachments[0].mimeDeclared)
      : body === null
        ? 'unsupported'
        : 'text',
    ...(hasContent(attributes) && { structured: { attributes } }),
    attachments,
    ...(Number.isInteger(sequence) && { sequence }),
  }
}

/** What a change says of its message: where it is, and not always whose. */
const placeOf = (fields: Fields): AboutMessage => ({
  conversationKey: fields.get('ConversationSid') ?? '',
  conversationType: 'group',
})

function aboutOf(fields: Fields, account: ReadingAccount): AboutMessage {
  const author = authorOf(fields, account)
  const sentAt = dateOf(fields.get('DateCreated'))
  return {
    ...placeOf(fields),
    direction: isOutbound(author, account) ? 'outbound' : 'inbound',
    author,
    ...(sentAt && { sentAt }),
  }
}

const isOutbound = (author: Identity, account: ReadingAccount) =>
  isOurs(author, account) || author.kind === 'username'

function toEdit(fields: Fields, account: ReadingAccount): CapturedEvent {
  const targetKey = fields.get('MessageSid') ?? ''
  const at = dateOf(fields.get('DateUpdated'))
  return {
    kind: 'edit',
    channel: account.channel,
    eventKey: `e|${targetKey}|${fields.get('DateUpdated') ?? ''}`,
    targetKey,
    ...(at && { at }),
    about: aboutOf(fields, account),
    actor: authorOf(fields, account),
    body: fields.get('Body') || null,
  }
}

/** The event does not name who removed it, unless a signed-in client did; we do not attribute the removal to the author. */
function toDelete(fields: Fields, account: ReadingAccount): CapturedEvent {
  const targetKey = fields.get('MessageSid') ?? ''
  const at = dateOf(fields.get('DateRemoved') ?? fields.get('DateUpdated'))
  const client = fields.get('ClientIdentity')
  return {
    kind: 'delete',
    channel: account.channel,
    eventKey: `d|${targetKey}|everyone`,
    targetKey,
    scope: 'everyone',
    about: fields.get('Author') ? aboutOf(fields, account) : placeOf(fields),
    ...(at && { at }),
    ...(client && { actor: { kind: 'username', value: client } as const }),
  }
}

function toDelivery(fields: Fields, account: ReadingAccount): CapturedEvent {
  const targetKey = fields.get('MessageSid') ?? ''
  const state = fields.get('Status') ?? ''
  const recipient = fields.get('ParticipantSid')
  const alias = fields.get('ChannelMessageSid')
  const errorCode = fields.get('ErrorCode')
  const at = dateOf(fields.get('DateUpdated') ?? fields.get('DateCreated'))
  return {
    kind: 'status',
    channel: account.channel,
    eventKey: `s|${targetKey}|${recipient ?? '*'}|${state}`,
    targetKey,
    state,
    about: placeOf(fields),
    ...(at && { at }),
    ...(recipient && { recipient: { kind: 'unknown', value: recipient } as const }),
    ...(errorCode && errorCode !== '0' && { errorCode }),
    ...(alias && { aliases: [alias] }),
  }
}

/**
 * A title is words of a person that everyone in the group reads, so it is text of the thread. The event comes with every change
 * of a conversation, so the same title is the same line.
 */
function toTitle(fields: Fields, account: ReadingAccount): CapturedEvent {
  const conversationKey = fields.get('ConversationSid') ?? ''
  const title = fields.get('FriendlyName') ?? ''
  const author = authorOf(fields, account)
  const sentAt = dateOf(fields.get('DateUpdated'))
  return {
    kind: 'message',
    channel: account.channel,
    messageKey: `${conversationKey}:title:${createHash('sha256').update(title).digest('hex').slice(0, 16)}`,
    conversationKey,
    conversationType: 'group',
    conversationTitle: title,
    direction: 'unknown',
    author,
    participants: [{ identity: author, role: 'author' }],
    ...(sentAt && { sentAt }),
    body: title,
    format: 'plain',
    contentType: 'system',
    structured: { groupTitle: title },
    attachments: [],
  }
}

/** Who joined or left, in the room's own conversation. */
export function toMembership(fields: Fields, account: ReadingAccount): CapturedEvent {
  const joined = fields.get('EventType') === 'onParticipantAdded'
  const address = fields.get('MessagingBinding.Address')
  const written = joined
    ? fields.get('DateCreated')
    : (fields.get('DateRemoved') ?? fields.get('DateUpdated'))
  const at = dateOf(written)
  const participant = fields.get('ParticipantSid') ?? ''
  return {
    kind: 'membership',
    channel: account.channel,
    eventKey: `g|${participant}|${joined ? 'joined' : 'left'}|${written ?? ''}`,
    conversationKey: fields.get('ConversationSid') ?? '',
    action: joined ? 'joined' : 'left',
    who: address
      ? account.identify(address)
      : { kind: 'username', value: fields.get('Identity') ?? participant },
    ...(at && { at }),
  }
}

/** Phone numbers are people outside; every other author is a chat user of the organization. */
function authorOf(fields: Fields, account: ReadingAccount): Identity {
  const author = fields.get('Author') ?? ''
  const identity = account.identify(author)
  return identity.kind === 'alphanumeric' ? { kind: 'username', value: author } : identity
}

function mediaOf(fields: Fields): CapturedAttachment[] {
  const media = jsonOrText(fields.get('Media') ?? '[]')
  if (!Array.isArray(media)) return []
  const service = fields.get('ChatServiceSid') ?? ''
  return media.map((one: Record<string, unknown> | null, ordinal) => {
    const sid = typeof one?.Sid === 'string' ? one.Sid : ''
    const size = Number(one?.Size ?? Number.NaN)
    return {
      ordinal,
      ...named('name', typeof one?.Filename === 'string' ? one.Filename : undefined),
      ...named('mimeDeclared', typeof one?.ContentType === 'string' ? one.ContentType : undefined),
      ...(Number.isInteger(size) && { sizeDeclared: size }),
      ...(sid && service && { url: `https://mcs.us1.twilio.com/v1/Services/${service}/Media/${sid}` }),
    }
  })
}

function hasContent(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value)
}
