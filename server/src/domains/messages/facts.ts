import type { Category, Urgency } from '@verbatim/contract/categories.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import type {
  AccountId,
  ConversationId,
  GroupId,
  MessageId,
  RecordId,
  UserId,
} from '@verbatim/contract/ids.ts'
import type {
  CapturedAttachment,
  CapturedEvent,
  CapturedMessage,
  Direction,
  Identity,
  OtherText,
} from '#kernel/captured-event.ts'
import { storable } from '#platform/bulk.ts'

/** One captured event with its source. */
export interface ReadEvent<E extends CapturedEvent = CapturedEvent> {
  readonly recordId: RecordId
  readonly accountId: AccountId
  /** The account's own address, which `self` refers to. */
  readonly accountAddress: string
  readonly receivedAt: Date
  /** Its channel delivered it when it happened, as far as is known: it was not asked for, and is no history. */
  readonly isLive: boolean
  readonly event: E
}

/** Whose an account was when something was said. */
export interface Ownership {
  /** The representative, if it belonged to one person. */
  readonly ownerId: UserId | undefined
  readonly ownerName: string | undefined
  /** Present if the account is another's now. */
  readonly formerOwner?: {
    /** Their groups when the account became another's. */
    readonly groupIds: readonly GroupId[]
    /** Who has their contacts, if they have left. */
    readonly heirs: readonly UserId[]
  }
  /** Whose it was when the event came, if that is another: the time in it is its sender's. */
  readonly receiver?: {
    readonly userId: UserId
    /** Present if it is another's now. */
    readonly groupIds?: readonly GroupId[]
  }
}

/** The same, with whose it is. */
export interface Fact<E extends CapturedEvent = CapturedEvent> extends ReadEvent<E>, Ownership {
  /** It was said while nothing could be received through the account, and came afterwards. */
  readonly isBackFilled?: true
}

export type MessageFact = Fact<CapturedMessage>

/** Values derived from a text when it is captured. */
export interface Reading {
  readonly category: Category
  readonly urgency: Urgency
  /** As a code of `spokenLanguages`. */
  readonly language: string
  /** A tsvector literal. */
  readonly vector: string
  /** The text was too large to be indexed whole. */
  readonly partly: boolean
  /** What it is about, for its theme. */
  readonly terms: readonly string[]
}

/** Derives a `Reading`. The flow provides it, because analysis is another slice. */
export type Read = (text: Pick<CapturedMessage, 'subject' | 'body' | 'others' | 'direction'>) => Reading

/** Bytes in the blob store. */
export interface StoredContent {
  readonly sha256: Uint8Array
  readonly sizeBytes: number
  readonly mimeDetected: string | undefined
}

/** Values that other slices derive from a captured message; the flow provides them. */
export interface Derivation {
  readonly read: Read
  readonly contentOf: (attachment: CapturedAttachment) => StoredContent | undefined
  /** What all addresses of one file at its provider have in common. */
  readonly fileAt: (channel: Channel, url: string) => string
  /** The edition of the policies with which the caller examines the texts in the same transaction. */
  readonly edition: number
  /** Whether any of these policies applies to a message, whatever it says. */
  readonly covers: (message: AskedOfPolicies) => boolean
}

/** What decides whether a policy applies to a message. */
export type AskedOfPolicies = Pick<
  Said,
  'channel' | 'direction' | 'language' | 'groupIds' | 'byUser' | 'others' | 'attachmentNames'
>

/** A text that is new, or new in this revision: policies examine it. */
export interface Said {
  readonly messageId: MessageId
  readonly conversationId: ConversationId
  readonly revision: number
  readonly channel: Channel
  readonly direction: Direction
  /** Of this revision; undefined if it was not read. */
  readonly language: string | undefined
  readonly groupIds: readonly GroupId[]
  readonly postedAt: Date
  /** When it reached us. */
  readonly receivedAt: Date
  /** Whether a known representative wrote it; otherwise a contact or an unknown person did. */
  readonly byUser: boolean
  /** For mails. */
  readonly subject: string | undefined
  readonly text: string
  /** Its other texts, of all its revisions. */
  readonly others: readonly string[]
  /** By their ordinals; a file that is not new in this revision has none here. */
  readonly attachmentNames: readonly string[]
}

/** Only the texts, as they are stored. */
export const textsOf = (others: readonly OtherText[] | null | undefined): readonly string[] =>
  (others ?? []).map(({ text }) => storable(text))

/** The address of an identity within an account: `self` is the account's own. */
export function addressOf(identity: Identity, fact: Pick<Fact, 'accountAddress'>): string {
  return identity.kind === 'self' ? fact.accountAddress : identity.value
}
