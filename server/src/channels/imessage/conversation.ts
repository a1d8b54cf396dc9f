import type { ChannelAccount } from '#channels/connector.ts'
import { dateOf } from '#channels/date-of.ts'
import type { AboutMessage, CapturedMessage, Identity, Participant } from '#kernel/captured-event.ts'
import type { AgentChat, AgentMessage } from './fields.ts'
import { identify, self } from './identity.ts'

/** The chat of a message. */
export interface Place extends Pick<
  CapturedMessage,
  'conversationKey' | 'conversationType' | 'conversationTitle'
> {
  /** The other people in it: the agent does not list the account's owner. */
  readonly others: readonly Identity[]
}

/** The key of a message, also for events about it, which name only its guid. */
export const messageKeyOf = ({ id }: Pick<ChannelAccount, 'id'>, guid: string) => `${id}:${guid}`

export function authorOf({ isFromMe, handle }: AgentMessage): Identity {
  return isFromMe ? self : identify(handle?.address ?? '')
}

/**
 * The chat that a message names, or else the one with its author; undefined if there is neither. A person has one chat per
 * service and per address form, which are one conversation here.
 */
export function placeOf(message: Pick<AgentMessage, 'chats' | 'handle'>): Place | undefined {
  const [chat] = message.chats
  const named = chat && identifierOf(chat)
  if (chat && named && isGroup(chat)) {
    return {
      conversationKey: `g:${named}`,
      conversationType: 'group',
      ...(chat.displayName && { conversationTitle: chat.displayName }),
      others: chat.participants.flatMap(({ address }) => (address ? [identify(address)] : [])),
    }
  }
  const peer = identify(named || message.handle?.address || '')
  if (peer.value === '') return undefined
  return { conversationKey: `d:${peer.value}`, conversationType: 'direct', others: [peer] }
}

/** Where the message of a tapback is, if its chat is named. */
export function aboutPlace(message: AgentMessage): { readonly about?: AboutMessage } {
  const place = message.chats.length > 0 ? placeOf(message) : undefined
  if (!place) return {}
  const { others: _, ...about } = place
  return { about }
}

/** What a change says of its message: an update does not name its chat, and where that is named, the message comes with it. */
export function aboutOf(message: AgentMessage): { readonly about: AboutMessage } {
  const author = authorOf(message)
  const sentAt = dateOf(message.dateCreated)
  return {
    about: {
      direction: message.isFromMe ? 'outbound' : 'inbound',
      ...(author.value !== '' && { author }),
      ...(sentAt && { sentAt }),
    },
  }
}

/**
 * The name of a message that each account in its chat gives it. Its sender chooses the guid, and each Mac has another name for a group, so
 * the people of the chat count.
 */
export function mirrored(
  guid: string,
  { others }: Place,
  { address }: Pick<ChannelAccount, 'address'>,
): Pick<CapturedMessage, 'mirrorKey'> {
  const people = [...new Set([address.value, ...others.map(({ value }) => value)])].toSorted()
  return guid && people.length > 1 ? { mirrorKey: `${people.join('|')}:${guid}` } : {}
}

/** The author first; everyone is named once. */
export function participantsOf(author: Identity, { conversationType, others }: Place): Participant[] {
  const role = conversationType === 'group' ? 'member' : 'recipient'
  const people = new Map<string, Participant>([[nameOf(author), { identity: author, role: 'author' }]])
  // An author who writes from another address than their chat's is not also a recipient.
  const readers = conversationType === 'direct' && author.kind !== 'self' ? [self] : [...others, self]
  for (const identity of readers) {
    if (!people.has(nameOf(identity))) people.set(nameOf(identity), { identity, role })
  }
  return [...people.values()]
}

const nameOf = ({ kind, value }: Identity) => `${kind}:${value}`

/** A guid is `service;-;address` for a person and `service;+;identifier` for a group. */
const guidParts = /^[^;]*;([-+]);(.*)$/s

function identifierOf({ chatIdentifier, guid = '' }: AgentChat): string | undefined {
  return chatIdentifier || guidParts.exec(guid)?.[2]
}

function isGroup({ style, guid = '' }: AgentChat): boolean {
  return style === undefined ? guidParts.exec(guid)?.[1] === '+' : style === 43
}
