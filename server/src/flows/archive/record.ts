import type { ArchiveEvent } from '@verbatim/contract/archiving.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import type { Direction } from '@verbatim/contract/messages.ts'
import type { OtherText } from '#kernel/captured-event.ts'

/** What is archived: a message, one change of it, or one of the members; with everything that the mail about it states. */
export interface ArchiveRecord {
  /** The id of the message; of the event, for a change of members. */
  readonly recordId: string
  /** Counts the versions of the message, its deletion, its reactions and its receipts, so that each has its own mail. */
  readonly revision: number
  readonly event: ArchiveEvent
  readonly channel: Channel
  readonly direction: Direction
  readonly conversation: {
    readonly id: string
    /** Also a thread of more than two people. */
    readonly isGroup: boolean
    /** The name of a group; a thread has none. */
    readonly group: string | undefined
  }
  readonly sender: Participant
  readonly recipients: readonly Participant[]
  /** The others, whom the head of the mail has no room for: a file names all. */
  readonly moreRecipients?: readonly Participant[]
  /** When the message was sent, or the change was made. */
  readonly at: Date
  readonly capturedAt: Date
  readonly text: string | null
  /** Texts that other programs show of the message, instead of its text or next to it. */
  readonly others?: readonly OtherText[]
  /** The text before an edit or a deletion. */
  readonly original?: string | null
  /** Of a message that is no plain text: its kind, in words. */
  readonly kind?: string
  /** What is special about the message, in words, such as that it was forwarded. */
  readonly marks?: readonly string[]
  /** Content other than text, as labelled lines. */
  readonly details?: string
  /** Of an edit that changes it: what it was before. */
  readonly detailsBefore?: string
  /** Of an edit: the names of the files that the message had before it, and has no more. */
  readonly filesBefore?: readonly string[]
  /** The message that this one answers, if it was captured. */
  readonly answers?: { readonly recordId: string; readonly text: string | null }
  /** Of a deletion: by whom and for whom it was deleted, in words. */
  readonly deletion?: string
  /** The sign of a reaction. */
  readonly reaction?: string
  /** What a receipt or a change of members says. */
  readonly statement?: string
  readonly attachments: readonly ArchivedFile[]
  /** The record of the revision before, as the archive knows it. */
  readonly previous?: { readonly recordId: string; readonly revision: number }
  /** Of the record as it was captured. */
  readonly sha256: string
}

/** Everything of a conversation and day that one mail has, in its order. */
export interface ArchiveDay {
  readonly conversation: ArchiveRecord['conversation']
  readonly channel: Channel
  /** In the organization's time zone. */
  readonly date: string
  /** The first mail about the day is 1; each later one has what the earlier ones do not have. */
  readonly number: number
  readonly records: readonly [ArchiveRecord, ...ArchiveRecord[]]
}

export interface Participant {
  readonly name: string
  /** A mail address, a phone number, or an id that the channel gives. */
  readonly address: string
  /** The mail address of the same person, if it is known. */
  readonly mail?: string
  /**
   * How a captured mail addressed them; others are as if in its To. Of a `recipient` only a journal report says that they got it, and the
   * mail does not show them.
   */
  readonly addressing?: Addressing
}
export type Addressing = 'to' | 'cc' | 'bcc' | 'recipient'

export interface ArchivedFile {
  readonly name: string
  readonly type: string
  readonly sizeBytes: number
  /** The original bytes, which are read when a mail needs them; or why there are none. */
  readonly content:
    | { readonly read: () => Promise<Uint8Array>; readonly sha256: string }
    | { readonly missing: string }
}

/** How an organization wants its mails. */
export interface ArchiveForm {
  readonly format: 'eml' | 'journal_wrapped' | 'global_relay'
  readonly participantAddress: 'real_email' | 'number_at_channel'
  readonly maxBytes: number
  readonly oversize: 'split' | 'link'
  /** The name of the organization in Message-IDs and in addresses that stand for numbers. */
  readonly tenantHost: string
  /** Times are also stated in this zone. */
  readonly timeZone: string
  readonly fromAddress: string
  readonly journalRecipients: readonly string[]
  /** Where people open a record. */
  readonly linkOf: (recordId: string) => string
}

/** A mail as it is sent: the same bytes for the same revision, at every attempt. */
export interface ArchiveMail {
  readonly messageId: string
  /** Of how many parts this is which; both are 1 for a whole mail. */
  readonly part: number
  readonly parts: number
  /** No more than these are its bytes. */
  readonly mostBytes: number
  /** Its bytes. They are composed when they are sent, because all parts of large media together would fill the memory. */
  readonly build: () => Promise<Buffer>
}
