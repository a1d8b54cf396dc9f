/** What the hook of a room delivers, and the answer about a room, read for the account of one number in it. */
import type { StoredDelivery } from '#channels/connector.ts'
import { rosterIn, toRoster } from '#channels/roster.ts'
import type { AboutMessage, CapturedEvent, CapturedRoster, Identity } from '#kernel/captured-event.ts'
import type { z } from 'zod'
import type { ReadingAccount } from './account.ts'
import { toMembership } from './conversation.ts'
import type { Fields } from './fields.ts'
import { dateOf, isOurs } from './message.ts'
import { isTextSid, RoomAnswer } from './rooms.ts'

/**
 * Several numbers of the organization may be in a room, and what was written there became a text message for each. So its message has a name for
 * each of them, which only the answer about the room links with the text message.
 */
const nameIn = (account: ReadingAccount, sid: string) => `${sid}@${account.address.value}`

/**
 * Events of a room. The text messages bring what was said, so an added message is none of its own; a changed one waits until the room was
 * asked which text message it is. What people outside wrote is linked with none, so changes of that are kept and wait for ever.
 */
export function toRoomEvents(fields: Fields, account: ReadingAccount): CapturedEvent[] {
  const type = fields.get('EventType') ?? ''
  const conversationKey = fields.get('ConversationSid') ?? ''
  if (!conversationKey) return []
  const translate = Object.hasOwn(translations, type) ? translations[type] : undefined
  const eventKey = `h|${conversationKey}|${type}|${fields.get('MessageSid') ?? fields.get('ParticipantSid') ?? ''}`
  const hint = { kind: 'hint', channel: account.channel, eventKey, conversationKey } as const
  return [...(translate?.(fields, account) ?? []), hint]
}

type Answer = z.output<typeof RoomAnswer>
type Translate = (fields: Fields, account: ReadingAccount) => CapturedEvent[]

const translations: Readonly<Record<string, Translate>> = {
  onMessageUpdated: toChange,
  onMessageRemoved: toRemoval,
  onDeliveryUpdated: toLink,
  onParticipantAdded: (fields, account) => [toMembership(fields, account)],
  onParticipantRemoved: (fields, account) => [toMembership(fields, account)],
}

function toChange(fields: Fields, account: ReadingAccount): CapturedEvent[] {
  const sid = fields.get('MessageSid')
  if (!sid) return []
  const targetKey = nameIn(account, sid)
  const body = fields.get('Body')
  // Only its attributes were changed, and it has no text in the room, such as a file or a template: its text message may have one.
  if (body === undefined) return []
  const changed = fields.get('DateUpdated') ?? ''
  const at = dateOf(changed)
  return [
    {
      kind: 'edit',
      channel: account.channel,
      eventKey: `e|${targetKey}|${changed}`,
      targetKey,
      ...(at && { at }),
      ...actorOf(fields),
      body: body || null,
      unconfirmed: true,
    },
  ]
}

/** Who received the text message has it still. */
function toRemoval(fields: Fields, account: ReadingAccount): CapturedEvent[] {
  const sid = fields.get('MessageSid')
  if (!sid) return []
  const targetKey = nameIn(account, sid)
  const at = dateOf(fields.get('DateRemoved') ?? fields.get('DateUpdated'))
  return [
    {
      kind: 'delete',
      channel: account.channel,
      eventKey: `d|${targetKey}|everyone`,
      targetKey,
      scope: 'unknown',
      ...(at && { at }),
      ...actorOf(fields),
      unconfirmed: true,
    },
  ]
}

/**
 * A message of the room became a text message. What is removed at once is in no answer, and is linked by this. It does not say through which
 * number, so that another account may be given it as well.
 */
function toLink(fields: Fields, account: ReadingAccount): CapturedEvent[] {
  const sid = fields.get('MessageSid')
  const targetKey = fields.get('ChannelMessageSid') ?? ''
  if (!sid || !isTextSid(targetKey)) return []
  const name = nameIn(account, sid)
  const at = dateOf(fields.get('DateUpdated') ?? fields.get('DateCreated'))
  return [
    {
      kind: 'status',
      channel: account.channel,
      eventKey: `s|${targetKey}|${name}|linked`,
      targetKey,
      state: '',
      ...(at && { at }),
      aliases: [name],
      ofOwnMessage: true,
      unconfirmed: true,
    },
  ]
}

/** Only a signed-in chat user is named; we do not attribute a change to the author. */
function actorOf(fields: Fields): { readonly actor?: Identity } {
  const client = fields.get('ClientIdentity')
  return client ? { actor: { kind: 'username', value: client } } : {}
}

/** Undefined for any other delivery. */
export function roomAnswerOf(stored: StoredDelivery, account: ReadingAccount): CapturedEvent[] | undefined {
  const given = rosterIn(stored)
  if (!given) return undefined
  const { conversationKey } = given
  const answer = RoomAnswer.parse(given.answer)
  const people = answer.members.flatMap((one): CapturedRoster['people'][number][] => {
    const identity = identityOf(one, account)
    const since = dateOf(one.since)
    return identity && !isOurs(identity, account) ? [{ identity, ...(since && { since }) }] : []
  })
  return [
    toRoster(account, stored, {
      conversationKey,
      conversationAliases: [answer.room],
      people,
      isWhole: true,
    }),
    ...answer.messages.flatMap((message) => toTextEvents(message, conversationKey, account)),
  ]
}

function identityOf(
  { identity, address }: Answer['members'][number],
  account: ReadingAccount,
): Identity | undefined {
  if (address) return account.identify(address)
  return identity ? { kind: 'chat-user', value: identity } : undefined
}

/** Who wrote a text message, by which name the room knows it, and what the room says instead, if it was changed there. */
function toTextEvents(
  { sid, textSid, author, body, sent, changed }: Answer['messages'][number],
  conversationKey: string,
  account: ReadingAccount,
): CapturedEvent[] {
  const sentAt = dateOf(sent)
  const changedAt = dateOf(changed)
  const about: AboutMessage = {
    conversationKey,
    conversationType: 'direct',
    direction: 'outbound',
    author: account.address,
    ...(sentAt && { sentAt }),
  }
  // It may be from before the number was connected, so it is no sign that a text message is missing. The provider's list finds those.
  const said = { channel: account.channel, targetKey: textSid, about, unconfirmed: true } as const
  const name = nameIn(account, sid)
  const status: CapturedEvent = {
    ...said,
    kind: 'status',
    eventKey: `s|${textSid}|${name}|written`,
    // The list of text messages says how far the delivery is.
    state: '',
    ...(sentAt && { at: sentAt }),
    aliases: [name],
    structured: { writtenBy: author },
  }
  if (body === null || !changedAt || !sentAt || changedAt <= sentAt) return [status]
  const edit: CapturedEvent = {
    ...said,
    kind: 'edit',
    eventKey: `e|${name}|${changed}`,
    at: endOfSecond(changedAt),
    body: body || null,
  }
  return [status, edit]
}

/** The list writes seconds and the hook parts of them: of the changes within one, the list has the last. */
const endOfSecond = (at: Date) => (at.getUTCMilliseconds() === 0 ? new Date(at.getTime() + 999) : at)
