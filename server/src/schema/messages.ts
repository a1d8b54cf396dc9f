import type { Category, Urgency } from '@verbatim/contract/categories.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import type {
  AccountId,
  AttachmentId,
  ContactId,
  ConversationId,
  GroupId,
  MessageId,
  RecordId,
  UserId,
} from '@verbatim/contract/ids.ts'
import type { readingStates, Absence, UnreadableReason } from '@verbatim/contract/attachments.ts'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { CapturedEvent, ContentType, Direction, OtherText, Participant } from '#kernel/captured-event.ts'
import type { TenantRow } from './tenant-row.ts'

export interface ConversationTable extends TenantRow {
  id: ConversationId
  channel: Channel
  account_id: AccountId
  conversation_key: string
  type: 'direct' | 'group' | 'thread'
  title: string | null
  group_ids: Generated<GroupId[]>
  message_count: Generated<number>
  first_at: Date
  last_at: Date
  /** Until a later message opens it again. */
  closed_at: Date | null
  closed_reason: 'share-level' | 'phone-number' | null
  /** The change that closed it, for its undo. */
  closing_id: string | null
  /** The conversation that it turned out to be, which has all of its messages. */
  merged_into: ConversationId | null
}

/** Another name of a conversation. */
interface ConversationAliasTable extends TenantRow {
  account_id: AccountId
  alias: string
  conversation_id: ConversationId
}

interface ParticipantTable extends TenantRow {
  conversation_id: ConversationId
  address: string
  kind: string
  display_name: string | null
  user_id: UserId | null
  contact_id: ContactId | null
  first_at: Date
  last_at: Date
  /** Only a provider's list of members names the person, who reads nothing for that. */
  only_listed: Generated<boolean>
}

/** Who had the address of a participant until then: a user, a contact, or what was known as both. */
interface ParticipantFormerTable extends TenantRow {
  conversation_id: ConversationId
  address: string
  until: Date
  user_id: UserId | null
  contact_id: ContactId | null
}

/** When a provider is asked for the title and the people of a conversation; it has the conversation's id. */
interface ConversationRosterTable extends TenantRow {
  id: ConversationId
  next_at: Date | null
  attempts: Generated<number>
  asked_at: Date | null
  answer: Buffer | null
  problem: string | null
}

/** The current state of a message; it can be rebuilt from records and events. */
export interface MessageTable extends TenantRow {
  id: MessageId
  record_id: RecordId
  channel: Channel
  account_id: AccountId
  conversation_id: ConversationId
  message_key: string
  direction: Direction
  author_address: string
  author_name: string | null
  author_user_id: UserId | null
  author_contact_id: ContactId | null
  posted_at: Date
  captured_at: Date
  subject: string | null
  body: string | null
  format: Generated<'plain' | 'html'>
  /** Its texts other than its body; null if there are none. */
  others: JSONColumnType<OtherText[]> | null
  content_type: Generated<ContentType>
  structured: JSONColumnType<Record<string, unknown>> | null
  recipients: JSONColumnType<Participant[]> | null
  reply_to_key: string | null
  flags: Generated<string[]>
  /** What it has in common with the same message of another account, hashed; null if its channel says nothing of it. */
  mirror_key: string | null
  /** The same message of another account, which is counted and shown in its place. */
  mirror_of: MessageId | null
  attachment_count: Generated<number>
  group_ids: Generated<GroupId[]>
  category: Generated<Category>
  urgency: Generated<Urgency>
  /** Empty for a message of an earlier release that has not been read yet. */
  language: Generated<string>
  revision: Generated<number>
  edited_at: Date | null
  deleted_at: Date | null
  deletion: JSONColumnType<{ scope: string; actor?: string }> | null
  delivery_state: string | null
  delivery_rank: number | null
  /** The edition of the tenant's policies that it was examined with. */
  examined_edition: number | null
  /** Whether a policy applied to it when it arrived; null for a message of an earlier release. */
  is_covered: boolean | null
  /** A tsvector literal made by `kernel/search`. */
  search: string | null
  search_partly: Generated<boolean>
  /** The same, including the texts of its attachments; null if no attachment has text. */
  whole_search: string | null
  whole_partly: Generated<boolean>
}

/** Another key of a message; it belongs to the first message that claims it. */
interface MessageAliasTable extends TenantRow {
  channel: Channel
  alias: string
  message_id: MessageId
}

/** Append-only. */
export interface MessageRevisionTable extends TenantRow {
  message_id: MessageId
  revision: number
  body: string | null
  at: Date
  captured_at: Date
  record_id: RecordId
  suspicious: Generated<boolean>
  /** The files that it has, by their ordinals; null: those of the version before it. */
  files: number[] | null
  /** Those of them that came with it. */
  brought: Generated<number[]>
  /** Its content other than text; null: that of the version before it. */
  structured: JSONColumnType<Record<string, unknown>> | null
  /** Of versions of one time the higher one is later; null: before those that have one. */
  sequence: ColumnType<string | null, number | null, never>
}

export interface MessageEventTable extends TenantRow {
  id: string
  record_id: RecordId
  channel: Channel
  account_id: AccountId
  event_key: string
  kind: Exclude<CapturedEvent['kind'], 'message'>
  target_key: string | null
  message_id: MessageId | null
  conversation_id: ConversationId | null
  actor_address: string | null
  actor_name: string | null
  at: Date
  captured_at: Date
  payload: JSONColumnType<Record<string, unknown>>
  /** When its message counts as missing; null if that has come, or none is named. */
  missing_at: Date | null
}

export interface AttachmentTable extends TenantRow {
  id: AttachmentId
  message_id: MessageId
  ordinal: number
  name: string | null
  mime_declared: string | null
  mime_detected: string | null
  size_bytes: string | null
  sha256: Buffer | null
  state: 'pending' | 'stored' | 'gap'
  gap_reason: string | null
  source_url: string | null
  attempts: Generated<number>
  next_try_at: Date | null
  reading: Generated<(typeof readingStates)[number]>
  reading_reason: UnreadableReason | Absence | null
  read_attempts: Generated<number>
  read_after: Generated<Date>
}

/** Append-only. The text of these bytes, shared by all attachments with the same bytes. */
interface AttachmentTextTable extends TenantRow {
  sha256: Buffer
  state: 'read' | 'partly'
  text: string
  units: number
  read_at: Date
  /** The version of the reader of files. */
  reader: Generated<number>
}

/** The tables of this file, by their SQL names. */
export interface MessagesTables {
  attachment: AttachmentTable
  attachment_text: AttachmentTextTable
  conversation: ConversationTable
  message: MessageTable
  message_alias: MessageAliasTable
  message_event: MessageEventTable
  message_revision: MessageRevisionTable
  conversation_alias: ConversationAliasTable
  conversation_roster: ConversationRosterTable
  participant: ParticipantTable
  participant_former: ParticipantFormerTable
}
