import type { ChannelAccount } from '#channels/connector.ts'
import type { CapturedMessage, Identity, Participant } from '#kernel/captured-event.ts'
import { phoneIdentity } from '#kernel/phone.ts'
import type { DataMessage, Envelope } from './envelope.ts'

/** A person as Signal names them: the id stays when a number changes or is hidden. */
export interface Person {
  readonly uuid?: string | null | undefined
  readonly number?: string | null | undefined
}

export const sourceOf = ({ sourceUuid, sourceNumber }: Envelope): Person => ({
  uuid: sourceUuid,
  number: sourceNumber,
})
export const targetOf = (named: {
  readonly targetAuthorUuid?: string | null | undefined
  readonly targetAuthorNumber?: string | null | undefined
}): Person => ({ uuid: named.targetAuthorUuid, number: named.targetAuthorNumber })

/** The owner, whose number the daemon always knows. */
const isOwner = ({ number }: Person, account: ChannelAccount) =>
  Boolean(number) && phoneIdentity(number ?? '').value === account.address.value

export function identify(person: Person, account: ChannelAccount): Identity {
  if (isOwner(person, account)) return account.address
  if (person.uuid) return { kind: 'signal', value: person.uuid.toLowerCase() }
  return phoneIdentity(person.number ?? '')
}

/** Receipts say neither who we are nor where: the owner is `self` in every key. */
function authorKey(author: Person | 'owner', account: ChannelAccount): string {
  return author === 'owner' || isOwner(author, account) ? 'self' : identify(author, account).value
}

interface Sent {
  readonly author: Person | 'owner'
  readonly timestamp: number | null | undefined
}

export const messageKeyOf = (account: ChannelAccount, conversationKey: string, sent: Sent) =>
  `${account.id}:${conversationKey}:${authorKey(sent.author, account)}:${sent.timestamp ?? ''}`

/** The same message for those who do not know its conversation. */
export const shortKeyOf = (account: ChannelAccount, sent: Sent) =>
  `${account.id}:${authorKey(sent.author, account)}:${sent.timestamp ?? ''}`

/** A conversation, and who it is with. */
export interface Place extends Pick<
  CapturedMessage,
  'conversationKey' | 'conversationType' | 'conversationTitle'
> {
  readonly peer: Identity | undefined
  /** How the daemon finds what belongs to it. */
  readonly within: { readonly groupId: string } | { readonly recipient: string }
}

export function placeOf(
  message: Pick<DataMessage, 'groupInfo'> | undefined,
  peer: Person,
  account: ChannelAccount,
): Place {
  const { groupId, groupName } = message?.groupInfo ?? {}
  if (groupId) {
    return {
      conversationKey: `g:${groupId}`,
      conversationType: 'group',
      ...(groupName && { conversationTitle: groupName }),
      peer: undefined,
      within: { groupId },
    }
  }
  const identity = identify(peer, account)
  const recipient = peer.uuid || peer.number || ''
  return {
    conversationKey: `u:${identity.value}`,
    conversationType: 'direct',
    peer: identity,
    within: { recipient },
  }
}

/** The daemon does not list the members of a group with its messages. */
export function participantsOf(
  author: Identity,
  { peer, conversationType }: Place,
  account: ChannelAccount,
): Participant[] {
  const role = conversationType === 'group' ? 'member' : 'recipient'
  const people = new Map<string, Participant>([[nameOf(author), { identity: author, role: 'author' }]])
  for (const identity of [peer, account.address])
    if (identity && identity.value !== '' && !people.has(nameOf(identity)))
      people.set(nameOf(identity), { identity, role })
  return [...people.values()]
}

const nameOf = ({ kind, value }: Identity) => `${kind}:${value}`
