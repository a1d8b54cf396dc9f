import { everythingIn, keyOfBytes } from '#channels/unread.ts'
import type { AboutMessage, CapturedEvent, CapturedMessage, Identity } from '#kernel/captured-event.ts'
import type { ReadingAccount } from './account.ts'
import { contentOf, named } from './content.ts'
import type { Fields } from './fields.ts'

/**
 * An SMS, MMS or WhatsApp message as Twilio reports it: usually inbound, sometimes (Messages list) one of ours. The webhook
 * does not contain its time, so it is the received time until the list gives a better one.
 */
export function toMessage(fields: Fields, account: ReadingAccount): CapturedEvent {
  const { author, ...place } = headOf(fields, account)
  const recipient = account.identify(fields.get('To') ?? '')
  const messageKey = fields.get('MessageSid') ?? fields.get('SmsSid') ?? ''
  const reaction = toReaction(fields, account, messageKey, author)
  if (reaction) return reaction

  const replyToKey = fields.get('OriginalRepliedMessageSid')
  const sentAt = dateOf(fields.get('DateSent') ?? fields.get('DateCreated') ?? fields.get('Timestamp'))
  return {
    kind: 'message',
    channel: account.channel,
    messageKey,
    ...place,
    author,
    ...named('authorName', fields.get('ProfileName')),
    participants: [
      { identity: author, role: 'author', ...named('displayName', fields.get('ProfileName')) },
      { identity: recipient, role: 'recipient' },
    ],
    ...(sentAt && { sentAt }),
    ...contentOf(fields),
    ...(replyToKey && { replyToKey }),
    ...(isForwarded(fields) && { forwarded: true }),
  }
}

/** Whose a message is, and between whom. */
function headOf(fields: Fields, account: ReadingAccount) {
  const author = account.identify(fields.get('From') ?? '')
  const recipient = account.identify(fields.get('To') ?? '')
  const isOutbound = isOurs(author, account) || (fields.get('Direction') ?? '').startsWith('outbound')
  const [ours, peer] = isOutbound ? [author, recipient] : [recipient, author]
  return {
    conversationKey: `${ours.value}|${peer.value}`,
    conversationType: 'direct' as const,
    direction: isOutbound ? ('outbound' as const) : ('inbound' as const),
    author,
  }
}

/** What the state of a message says of the message; nothing without its people. */
export const aboutOf = (fields: Fields, account: ReadingAccount): { readonly about?: AboutMessage } =>
  fields.get('From') && fields.get('To') ? { about: headOf(fields, account) } : {}

/**
 * A message that we cannot read yet still becomes visible, as type `unsupported` with every field. Its key comes from its
 * content, so a repeated delivery is still the same message. A row of the Messages list has its id: it stays the same message when its state
 * changes, and once a later release reads it.
 */
export function toUnsupported(fields: Fields, account: ReadingAccount, body: Uint8Array): CapturedMessage {
  const author = account.identify(fields.get('From') ?? fields.get('Author') ?? '')
  const unread = fields.size > 0 ? JSON.stringify([...fields]) : body
  const sid = fields.get('Sid') ?? ''
  const isOutbound = isOurs(author, account)
  const to = fields.get('To')
  const recipient = isOutbound && to ? account.identify(to) : undefined
  return {
    kind: 'message',
    channel: account.channel,
    messageKey: isMessageSid(sid) ? sid : keyOfBytes(unread),
    conversationKey:
      fields.get('ConversationSid') ?? `${account.address.value}|${(recipient ?? author).value}`,
    conversationType: 'direct',
    direction: isOutbound ? 'outbound' : author.kind === 'unknown' ? 'unknown' : 'inbound',
    author,
    participants: [
      { identity: author, role: 'author' },
      ...(recipient ? [{ identity: recipient, role: 'recipient' as const }] : []),
    ],
    body: fields.get('Body') || null,
    format: 'plain',
    contentType: 'unsupported',
    attachments: [],
    structured: { fields: Object.fromEntries(fields) },
    ...(!isForm(fields) && everythingIn(body)),
  }
}

/** The id of a text message. */
export const isMessageSid = (key: string) => /^(?:SM|MM)[0-9a-f]{32}$/i.test(key)

/** Bytes of any kind can be read as a form. Then they are in its names, which are words of Twilio's own otherwise. */
const isForm = (fields: Fields) => fields.size > 0 && [...fields.keys()].every((name) => /^\w+$/.test(name))

/** A time in any of the formats of Twilio's interfaces; undefined if it is not a time, or its year is implausible. */
export function dateOf(written: string | undefined): Date | undefined {
  const date = new Date(written ?? Number.NaN)
  const year = date.getUTCFullYear()
  return year >= 1970 && year <= 9999 ? date : undefined
}

export function isOurs(identity: Identity, account: Pick<ReadingAccount, 'address'>): boolean {
  return identity.kind === account.address.kind && identity.value === account.address.value
}

/** WhatsApp reactions, if Twilio passes them on: an emoji that answers a message. An empty one removes the reaction. */
function toReaction(
  fields: Fields,
  account: ReadingAccount,
  messageKey: string,
  actor: Identity,
): CapturedEvent | undefined {
  const targetKey = fields.get('OriginalRepliedMessageSid')
  if (fields.get('MessageType') !== 'reaction' || !targetKey) return undefined
  const { conversationKey } = headOf(fields, account)
  const value = fields.get('Body') ?? ''
  const action = value === '' ? 'remove' : 'add'
  const at = dateOf(fields.get('Timestamp'))
  return {
    kind: 'reaction',
    channel: account.channel,
    eventKey: `r|${targetKey}|${actor.value}|${action}|${value}|${messageKey}`,
    targetKey,
    action,
    value,
    about: { conversationKey, conversationType: 'direct' },
    actor,
    ...(at && { at }),
    // Whose message it is, is not said; it may be one from before the number was connected.
    unconfirmed: true,
  }
}

function isForwarded(fields: Fields): boolean {
  return ['Forwarded', 'FrequentlyForwarded'].some((name) => fields.get(name)?.toLowerCase() === 'true')
}
