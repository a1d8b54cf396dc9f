import type { ChannelAccount } from '#channels/connector.ts'
import type { AboutMessage, CapturedMessage, Identity, Participant } from '#kernel/captured-event.ts'
import type { Context } from './delivery.ts'
import { type Fields, textOf } from './fields.ts'
import { isGroup, isPublished, type Jid, owner, type Person, readJid, self, writeJid } from './jid.ts'

/** Where a message is, and who wrote it. */
export interface Place extends Pick<
  CapturedMessage,
  'conversationKey' | 'conversationAliases' | 'conversationType' | 'conversationTitle'
> {
  readonly id: string
  readonly isMine: boolean
  readonly author: Person
  /** The other person of a direct chat. */
  readonly peer?: Person
  /** The address of a group. */
  readonly group?: string
  /** Keys of messages of the chat begin with one of these, the present one first. */
  readonly starts: readonly string[]
}

/**
 * The place that a key names; undefined without an id or a chat, and for what is published to everyone. In a list of many receivers,
 * a message belongs to the chat of each.
 */
export function placeOf(key: Fields | undefined, context: Context): Place | undefined {
  const id = textOf(key?.['id'])
  const chat = readJid(key?.['remoteJid'])
  if (!key || !id || !chat || isPublished(key['remoteJid'])) return undefined
  const isMine = key['fromMe'] === true
  const sender = context.find(key['participant'], key['participantAlt'])
  if (isGroup(chat) || (chat.server === 'broadcast' && isMine)) {
    const author = isMine ? owner : sender
    return author && { id, isMine, author, ...amongMany(chat, context) }
  }
  const peer = chat.server === 'broadcast' ? sender : peerOf(key, isMine, context)
  return peer && { id, isMine, author: isMine ? owner : peer, ...betweenTwo(peer, context) }
}

function amongMany(chat: Jid, { account, groupOf }: Context): Omit<Place, 'id' | 'isMine' | 'author'> {
  const group = writeJid(chat)
  const { subject } = groupOf(group)
  const conversationKey = `${isGroup(chat) ? 'g' : 'b'}:${group}`
  return {
    conversationKey,
    conversationType: 'group',
    ...(subject && { conversationTitle: subject }),
    group,
    starts: [`${account.id}:${conversationKey}`],
  }
}

function betweenTwo(peer: Person, { account }: Context): Omit<Place, 'id' | 'isMine' | 'author'> {
  const places = [peer.place, ...(peer.alias ? [peer.alias] : [])]
  return {
    conversationKey: peer.place,
    ...(peer.alias && { conversationAliases: [peer.alias] }),
    conversationType: 'direct',
    peer,
    starts: places.map((place) => `${account.id}:${place}`),
  }
}

/**
 * The second address of a chat may be the owner's own in what the owner wrote: their number, or a privacy ID, which looks like that of
 * anyone. There it counts only if it is another number, or is known to be of the first one.
 */
function peerOf(key: Fields, isMine: boolean, { find }: Context): Person | undefined {
  const first = find(key['remoteJid'])
  const second = find(key['remoteJidAlt'])
  const isOfPeer =
    !isMine || (second?.key !== 'self' && (second?.place.startsWith('p:') || second?.place === first?.place))
  return isOfPeer ? find(key['remoteJid'], key['remoteJidAlt']) : first
}

/** The key of a message of this chat, by the one who wrote it. */
export const messageKeyOf = ({ starts: [start = ''] }: Place, author: Person, id: string) =>
  `${start}:${author.key}:${id}`

/** The keys by which a message is also known: with privacy ids in place of numbers. */
export function aliasesOf({ starts, peer }: Place, author: Person, id: string): string[] {
  const [, other] = starts
  const writes = [author.key, ...(author.key !== 'self' && author.alias ? [author.alias] : [])]
  if (peer) return other ? [`${other}:${writes.at(-1)}:${id}`] : []
  return writes.slice(1).map((write) => `${starts[0]}:${write}:${id}`)
}

/**
 * The name of a message that each account in its chat gives it. A privacy ID looks different to each of them, so people count by their
 * numbers. A list of many receivers is a chat of its owner alone.
 */
export function mirrored(
  { author, peer, group, conversationKey, id }: Place,
  account: Pick<ChannelAccount, 'address'>,
): Pick<CapturedMessage, 'mirrorKey'> {
  const by = numberOf(author, account)
  if (by === undefined) return {}
  if (peer) {
    const other = numberOf(peer, account)
    return other === undefined
      ? {}
      : { mirrorKey: [[other, account.address.value].toSorted().join('|'), by, id].join(':') }
  }
  return group !== undefined && conversationKey.startsWith('g:') ? { mirrorKey: `${group}:${by}:${id}` } : {}
}

/** The number by which everyone knows a person, if it is known. */
function numberOf({ identity }: Person, account: Pick<ChannelAccount, 'address'>): string | undefined {
  const { kind, value } = identity.kind === 'self' ? account.address : identity
  return kind === 'phone' ? value : undefined
}

/**
 * The same for what the app itself writes into a group: each device gets it under an id of its own, but with one time. Between two people
 * each side reads about the other one.
 * @param content What it says, in words that are the same for each account.
 */
export function mirroredNotice(
  { author, group, conversationKey }: Place,
  account: Pick<ChannelAccount, 'address'>,
  { at, content }: { readonly at: number | undefined; readonly content: readonly unknown[] },
): Pick<CapturedMessage, 'mirrorKey'> {
  const by = numberOf(author, account)
  const isKnown = by !== undefined && at !== undefined && group !== undefined
  return isKnown && conversationKey.startsWith('g:')
    ? { mirrorKey: `${group}:${by}:notice:${at}:${JSON.stringify(content)}` }
    : {}
}

/** The message of a chat that an event is about. */
export function targetOf(place: Place, author: Person, id: string) {
  const targetAliases = aliasesOf(place, author, id)
  const { conversationKey, conversationAliases, conversationType, conversationTitle } = place
  return {
    targetKey: messageKeyOf(place, author, id),
    about: {
      conversationKey,
      ...(conversationAliases && { conversationAliases }),
      conversationType,
      ...(conversationTitle && { conversationTitle }),
      direction: author.key === 'self' ? 'outbound' : 'inbound',
      author: author.identity,
    } satisfies AboutMessage,
    ...(targetAliases.length > 0 && { targetAliases }),
  }
}

/** What a change of a message is about, and its key under each name of the people in it. */
export function changeOf(
  about: ReturnType<typeof targetOf>,
  keyOf: (target: string, by: string) => string,
  by?: Person,
) {
  const targets = [about.targetKey, ...(about.targetAliases ?? [])]
  const people = by ? namesOf(by) : ['*']
  const [eventKey, ...others] = people.flatMap((one) => targets.map((target) => keyOf(target, one)))
  const alsoKeyed = [...new Set(others)].filter((key) => key !== eventKey)
  return { eventKey: eventKey ?? '', alsoKeyed, ...about }
}

/** Who made a change, under each of their names. */
export function actorOf(person: Person): {
  readonly actor: Identity
  readonly alsoActors?: readonly Identity[]
} {
  const others = namesOf(person).slice(1)
  const alsoActors = others.map((place): Identity => ({
    kind: place.startsWith('l:') ? 'walid' : 'phone',
    value: place.startsWith('l:') ? addressOf(place) : `+${place.slice(2)}`,
  }))
  return { actor: person.identity, ...(alsoActors.length > 0 && { alsoActors }) }
}

const namesOf = ({ key, alias }: Person) => (key !== 'self' && alias ? [key, alias] : [key])

/** The author first; everyone is named once. */
export function participantsOf(
  place: Place,
  context: Context,
  authorName: string | undefined,
): Participant[] {
  const author = place.author.identity
  const people = new Map<string, Participant>()
  const add = (identity: Identity, role: Participant['role'], displayName?: string) => {
    const name = `${identity.kind}:${identity.value}`
    if (!people.has(name)) people.set(name, { identity, role, ...(displayName && { displayName }) })
  }
  add(author, 'author', authorName)
  if (place.peer)
    add(
      place.isMine ? place.peer.identity : self,
      'recipient',
      place.isMine ? nameOf(place.peer, context) : undefined,
    )
  for (const member of place.group ? (context.groupOf(place.group).members ?? []) : []) {
    const person = context.find(member)
    if (person) add(person.identity, 'member', nameOf(person, context))
  }
  if (!place.peer) add(self, 'member')
  return [...people.values()]
}

/** What a person calls themself, or the owner calls them. */
export function nameOf({ place, alias }: Person, { nameOf: find }: Context): string | undefined {
  return find(...[place, ...(alias ? [alias] : [])].map(addressOf))
}

const addressOf = (place: string) =>
  place.startsWith('p:')
    ? `${place.slice(2)}@s.whatsapp.net`
    : place.startsWith('l:')
      ? `${place.slice(2)}@lid`
      : place.slice(2)
