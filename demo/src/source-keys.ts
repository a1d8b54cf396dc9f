/** Keys in the format of each channel. Source: docs/rules/channels.md. */
import type { Channel } from '@verbatim/contract/channels.ts'
import type { Identity } from '@verbatim/server/kernel/captured-event.ts'
import type { Random } from './random.ts'

/** The parts of a message's key. */
interface KeyParts {
  readonly accountKey: string
  readonly owner: Identity
  readonly conversationKey: string
  readonly author: Identity
  readonly sentAt: Date
  /** Counts the messages of the conversation. */
  readonly sequence: number
  readonly random: Random
}

const corporation = 'ww7halden0marsh42'

const messageKeys: Record<Channel, (parts: KeyParts) => string> = {
  sms: ({ random }) => `SM${random.hex(32)}`,
  whatsapp: ({ random }) => `SM${random.hex(32)}`,
  wecom: ({ random }) => `${corporation}:${random.hex(16)}_external`,
  telegram: ({ owner, conversationKey, sequence }) =>
    `${owner.value}:${conversationKey.split('|').at(-1)}:${sequence + 100}`,
  signal: ({ owner, conversationKey, author, sentAt }) =>
    `${owner.value}:${conversationKey}:${author.value}:${sentAt.getTime()}`,
  whatsappnative: ({ accountKey, conversationKey, author, random }) =>
    `${accountKey}:${conversationKey}:${author.value}:3EB0${random.hex(18).toUpperCase()}`,
  imessage: ({ accountKey, random }) => `${accountKey}:${guid(random)}`,
  proofpoint: ({ accountKey, author, random }) =>
    `${accountKey}:<${random.hex(20)}@${author.value.split('@')[1] ?? 'example.org'}>:${random.hex(16)}`,
}

/** The channel's own id of a message, unique per tenant and channel. */
export function messageKey(channel: Channel, parts: KeyParts): string {
  return messageKeys[channel](parts)
}

/** The parts of a conversation's key: the owner and, in direct conversations, the other side. */
interface ConversationParts {
  readonly owner: Identity
  readonly peer: Identity | undefined
  readonly random: Random
}

const directKeys: Record<Channel, (owner: string, peer: string) => string> = {
  sms: (owner, peer) => `${owner}|${peer}`,
  whatsapp: (owner, peer) => `${owner}|${peer}`,
  wecom: (owner, peer) => `${owner}|${peer}`,
  telegram: (owner, peer) => `${owner}|${peer}`,
  signal: (_, peer) => `u:${peer}`,
  whatsappnative: (_, peer) => `p:${peer.slice(1)}`,
  imessage: (_, peer) => `d:${peer}`,
  proofpoint: (_, peer) => peer,
}

const groupKeys: Record<Channel, (random: Random) => string> = {
  sms: (random) => `CH${random.hex(32)}`,
  whatsapp: (random) => `CH${random.hex(32)}`,
  wecom: (random) => `wr${random.hex(22)}`,
  telegram: (random) => `-100${random.between(1_000_000_000, 2_000_000_000)}`,
  signal: (random) => `g:${Buffer.from(random.hex(32), 'hex').toString('base64')}`,
  whatsappnative: (random) => `g:1203630${random.between(10_000_000_000, 99_999_999_999)}@g.us`,
  imessage: (random) => `g:chat${random.between(100_000_000, 999_999_999)}`,
  proofpoint: (random) => `t:<${random.hex(20)}@haldenmarsh.example>`,
}

/** The channel's own id of a conversation; without a peer, of a group or a mail thread. */
export function conversationKey(channel: Channel, { owner, peer, random }: ConversationParts): string {
  return peer ? directKeys[channel](owner.value, peer.value) : groupKeys[channel](random)
}

function guid(random: Random): string {
  return [8, 4, 4, 4, 12].map((length) => random.hex(length).toUpperCase()).join('-')
}

/** The events of a channel other than messages. */
interface Abilities {
  readonly edits: boolean
  readonly deletes: boolean
  readonly reactions: boolean
  /** The possible states of a message sent by a representative, or none. */
  readonly receipts: readonly string[]
  readonly groups: boolean
}

export const abilities: Record<Channel, Abilities> = {
  sms: { edits: false, deletes: false, reactions: false, receipts: ['delivered'], groups: false },
  whatsapp: { edits: false, deletes: false, reactions: true, receipts: ['delivered', 'read'], groups: false },
  wecom: { edits: false, deletes: true, reactions: false, receipts: [], groups: true },
  telegram: { edits: true, deletes: true, reactions: false, receipts: [], groups: true },
  signal: { edits: true, deletes: true, reactions: true, receipts: ['delivered', 'read'], groups: true },
  whatsappnative: {
    edits: true,
    deletes: true,
    reactions: true,
    receipts: ['delivered', 'read'],
    groups: true,
  },
  imessage: { edits: true, deletes: true, reactions: true, receipts: ['delivered', 'read'], groups: true },
  proofpoint: { edits: false, deletes: false, reactions: false, receipts: [], groups: true },
}
