/** What each channel does with each kind of event: real deliveries of its provider, and what a mail to an archive must say of them. */
import type { Channel } from '@verbatim/contract/channels.ts'
import { rosterFrom } from '#channels/roster.ts'

/** The kinds of events, with their names in the table. */
export const kinds = {
  text: 'Text',
  styled: 'Styled text',
  mention: 'Mention',
  link: 'Link with a preview',
  image: 'Picture',
  livePhoto: 'Picture with its film',
  video: 'Film',
  audio: 'Music or sound',
  voice: 'Voice message',
  document: 'Document',
  sticker: 'Sticker',
  animation: 'Moving picture',
  album: 'Several files together',
  caption: 'File with a text',
  location: 'Location',
  liveLocation: 'Live location',
  contact: 'Contact card',
  poll: 'Poll',
  vote: 'Vote in a poll',
  button: 'Button pressed',
  list: 'Choice from a list',
  form: 'Card or form',
  reply: 'Reply',
  forward: 'Forwarded message',
  edit: 'Edit',
  secondEdit: 'Second edit',
  deletion: 'Deletion by the author',
  adminDeletion: 'Deletion by an administrator',
  reaction: 'Reaction',
  reactionRemoved: 'Reaction taken back',
  disappearing: 'Disappearing message',
  viewOnce: 'View-once message',
  call: 'Call',
  group: 'Message in a group',
  joined: 'Member joined',
  left: 'Member left',
  renamed: 'Group renamed',
  delivered: 'Delivered receipt',
  read: 'Read receipt',
  failed: 'Sending failed',
  consent: 'Consent',
} as const

export type Kind = keyof typeof kinds

/** A delivery as the provider makes it. */
export interface Given {
  readonly contentType: string
  readonly body: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

/** A kind of event that the channel exposes. */
export interface Exposed {
  readonly deliveries: readonly Given[]
  /** Texts that the mails about it contain. Empty for members and receipts. */
  readonly says: readonly string[]
  /** The mails about it after that of the message, by the first word of their subjects. */
  readonly changes?: readonly ('EDITED' | 'DELETED' | 'REACTION')[]
  /** Files in its mails. */
  readonly files?: number
  /** The product keeps and shows an event of this kind, and mails it where the settings ask for that. */
  readonly keeps?: 'membership' | 'status'
}

/** A reason, if the channel does not expose the kind. */
export type Cell = Exposed | string

export interface ChannelCells {
  readonly channel: Channel
  readonly address: string
  /** The address of the account that receives for it. */
  readonly source?: string
  readonly cells: Readonly<Record<Kind, Cell>>
}

export const json = (value: unknown): Given => ({
  contentType: 'application/json',
  body: Buffer.from(JSON.stringify(value)),
})

/** What a provider answers when it is asked for a conversation, as it is kept. */
export function rosterAnswer(conversationKey: string, answer: unknown): Given {
  const asked = rosterFrom(conversationKey, answer)
  if (asked.outcome !== 'answered') throw new Error('A roster is an answer')
  return { contentType: asked.contentType, body: asked.body }
}
