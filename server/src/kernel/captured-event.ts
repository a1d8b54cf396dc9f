import type { Channel } from '@verbatim/contract/channels.ts'
import type { sourceTypes } from '@verbatim/contract/messages.ts'
import type { OtherTextKind } from '@verbatim/contract/other-texts.ts'
import type { CapturedAccount } from './captured-account.ts'

/** From the tenant's point of view. */
export type Direction = 'inbound' | 'outbound' | 'internal' | 'unknown'

/** A person as the channel knows them. The value is canonical: E.164, lower-cased mail, or the channel's own ID. */
export interface Identity {
  readonly kind:
    | 'phone'
    | 'email'
    | 'shortcode'
    | 'alphanumeric'
    | 'telegram'
    | 'signal'
    | 'walid'
    | 'wecom-user'
    | 'wecom-external'
    | 'wecom-robot'
    | 'username'
    | 'chat-user'
    | 'self'
    | 'unknown'
  readonly value: string
}

export interface Participant {
  readonly identity: Identity
  readonly displayName?: string
  readonly role: 'author' | 'recipient' | 'member' | 'owner' | 'on-behalf-of'
  readonly addressing?: 'to' | 'cc' | 'bcc' | 'recipient'
  readonly expandedFrom?: string
  readonly forwardedFrom?: string
}

export type ContentType = (typeof sourceTypes)[number]

export interface CapturedAttachment {
  readonly ordinal: number
  readonly name?: string
  readonly mimeDeclared?: string
  readonly sizeDeclared?: number
  /** Its address at the provider; fetched after the acknowledgement. */
  readonly url?: string
  /** Present if the bytes arrived with the message. */
  readonly bytes?: Uint8Array
  /** Another form of the same message may lack it, and is still that message. */
  readonly isBeside?: true
}

/** Texts of a message other than the one we show. */
export interface OtherText {
  readonly kind: OtherTextKind
  readonly text: string
}

/** A message in the common form of all channels. Its text is exactly the provider's: no trimming, no normalisation. */
export interface CapturedMessage {
  readonly kind: 'message'
  readonly channel: Channel
  /** The channel's own id of the message, unique per tenant and channel. */
  readonly messageKey: string
  /**
   * A hash of its visible content, if others may use its key; equal for a copy that came another way.
   * Without it, the author, the text and the places of the files decide.
   */
  readonly seen?: string
  readonly conversationKey: string
  /** Other keys of the same conversation: a person may be known by several names. */
  readonly conversationAliases?: readonly string[]
  readonly conversationType: 'direct' | 'group' | 'thread'
  readonly conversationTitle?: string
  readonly direction: Direction
  readonly author: Identity
  readonly authorName?: string
  readonly participants: readonly Participant[]
  /** Who is a participant only if the address is a user's: the source shows them, and may mean a system. */
  readonly colleagues?: readonly Participant[]
  /** By the best clock the channel offers; undefined if it has none and the received time is used. */
  readonly sentAt?: Date
  readonly subject?: string
  /** `null` if there are only attachments. */
  readonly body: string | null
  readonly format: 'plain' | 'html'
  /** Texts that other programs may show instead of or next to the text, and words in content that is not text; searched and examined like it. */
  readonly others?: readonly OtherText[]
  readonly contentType: ContentType
  /** Buttons, location, flow answers: content that is not text, as data. */
  readonly structured?: Record<string, unknown>
  readonly attachments: readonly CapturedAttachment[]
  readonly replyToKey?: string
  /** Other ids of the same message; events with one of them belong to this message. */
  readonly aliases?: readonly string[]
  /**
   * Other keys under which it may be delivered, because people in it have several names, with `seen` under each. Present, even if
   * empty, where keys name people: then a name for this key that another message brought decides as well.
   */
  readonly alsoKeyed?: readonly { readonly messageKey: string; readonly seen?: string }[]
  /**
   * What it has in common with the same message as another account of the organization received or sent it: by its chat, its author, and
   * its id at the provider. Absent if the provider gives each account other ids, or someone in it is not known by a common name.
   */
  readonly mirrorKey?: string
  /** The channel's own numbering within the conversation, if it has one: the best order there is. */
  readonly sequence?: number
  readonly forwarded?: boolean
  readonly flags?: readonly (
    | 'autoReply'
    | 'encrypted'
    | 'unparsed'
    | 'partlyParsed'
    | 'viewOnce'
    | 'disappearing'
    | 'reusedId'
    | 'undecrypted'
    | 'foreignChange'
    | 'missing'
    | 'contradicted'
  )[]
  /** It reports that mails were not delivered after a server had taken them. */
  readonly returned?: readonly ReturnedMail[]
}

/** A mail that was not delivered to a recipient. */
export interface ReturnedMail {
  /** With its angle brackets. */
  readonly messageId: string
  readonly recipient: string
  /** Another attempt is useless until a person changes something. */
  readonly lasting: boolean
  /** What the server says of it. */
  readonly answer: string
}

/** What an event says of its message, for its line if it never comes. */
export type AboutMessage = Partial<
  Pick<
    CapturedMessage,
    | 'conversationKey'
    | 'conversationAliases'
    | 'conversationType'
    | 'conversationTitle'
    | 'direction'
    | 'author'
    | 'authorName'
    | 'participants'
    | 'sentAt'
    | 'aliases'
  >
>

interface Targeted {
  readonly channel: Channel
  readonly about?: AboutMessage
  /** Unique per tenant and channel, so that a repeated event counts once. */
  readonly eventKey: string
  /** The `messageKey` of its message, which may not have arrived yet. */
  readonly targetKey: string
  /** Other keys that its message may have, because people in it have several names. */
  readonly targetAliases?: readonly string[]
  /** Other keys under which it may be delivered. Present, even if empty, where keys name people. */
  readonly alsoKeyed?: readonly string[]
  readonly at?: Date
  readonly actor?: Identity
  /** Other names of the actor. */
  readonly alsoActors?: readonly Identity[]
  /**
   * Another person says so of a message that is not theirs, whose app may say it of one that was never sent; or its message may be from
   * before the account was connected. So it waits for its message and is no sign that one is missing.
   */
  readonly unconfirmed?: true
}

export interface CapturedEdit extends Targeted {
  readonly kind: 'edit'
  readonly body: string | null
  /** All files that the message has from now on; absent if the edit says nothing of them. */
  readonly attachments?: readonly CapturedAttachment[]
  /** Its content that is not text from now on; absent if the edit says nothing of it. */
  readonly structured?: Record<string, unknown>
  /** Other ids of its message from now on. */
  readonly aliases?: readonly string[]
  /** Of two edits at the same time the one with the higher number is later, and one without is before both. */
  readonly sequence?: number
}

export interface CapturedDelete extends Targeted {
  readonly kind: 'delete'
  readonly scope: 'everyone' | 'admin' | 'owner-local' | 'unknown'
}

export interface CapturedReaction extends Targeted {
  readonly kind: 'reaction'
  readonly action: 'add' | 'remove'
  readonly value: string
  /** Which part of its message it is on, if not the first: 2 is the second. A person may react to each. */
  readonly part?: number
  /** As of an edit. */
  readonly sequence?: number
}

/** A delivery status or a receipt. The state only rises (`kernel/delivery.ts`). */
export interface CapturedStatus extends Targeted {
  readonly kind: 'status'
  /** Empty if it says nothing of the delivery: it is shown to no one then. */
  readonly state: string
  readonly errorCode?: string
  readonly recipient?: Identity
  /** Other ids of its message, learnt from this event. */
  readonly aliases?: readonly string[]
  /** These ids are of a message of the account that was given the event, and of no other's. */
  readonly ofOwnMessage?: true
  /** Content of its message that is not text, learnt from this event: added where the message has nothing of that name. */
  readonly structured?: Record<string, unknown>
}

/** A vote in a poll, sealed: only what is kept of the poll opens it. Opened, it is a line of the thread. */
export interface CapturedVote extends Targeted {
  readonly kind: 'vote'
  /** The line, without what was chosen: shown if the poll does not come. */
  readonly line: CapturedMessage
  /** What the connector needs besides the poll. */
  readonly sealed: Readonly<Record<string, unknown>>
}

/**
 * A person joined or left; shown as a line of the thread. What several accounts say of one person and one second is shown once.
 */
export interface CapturedMembership {
  readonly kind: 'membership'
  /** Shared with the same event of another account, which may have another time for it, or no name for the person. */
  readonly mirrorKey?: string
  readonly channel: Channel
  readonly eventKey: string
  readonly conversationKey: string
  readonly action: 'joined' | 'left'
  readonly who: Identity
  readonly whoName?: string
  readonly at?: Date
  readonly actor?: Identity
}

/** What the provider answered when it was asked for a conversation: its title, and its people as they are now. */
export interface CapturedRoster {
  readonly kind: 'roster'
  readonly channel: Channel
  readonly eventKey: string
  readonly conversationKey: string
  readonly at: Date
  /** Other names of the conversation, of which no message says so. One that is another conversation's stays with that one. */
  readonly conversationAliases?: readonly string[]
  readonly title?: string
  readonly people: readonly {
    readonly identity: Identity
    readonly name?: string
    /** When they joined, if the provider says so. */
    readonly since?: Date
  }[]
  /** All who are in it: who is new here joined, and who is missing left. */
  readonly isWhole: boolean
}

/** Something happened in a conversation that only an answer about it says: it is asked about again soon. */
export interface CapturedHint {
  readonly kind: 'hint'
  readonly channel: Channel
  /** Of the event that gives the hint. */
  readonly eventKey: string
  readonly conversationKey: string
  readonly at?: Date
}

/** One normalised fact from a channel: the seam between connectors and domains. */
export type CapturedEvent =
  | CapturedMessage
  | CapturedEdit
  | CapturedDelete
  | CapturedReaction
  | CapturedStatus
  | CapturedVote
  | CapturedMembership
  | CapturedRoster
  | CapturedHint
  | CapturedAccount
