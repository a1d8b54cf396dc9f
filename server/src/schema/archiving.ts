import type { ArchiveMailEvent, ArchiveMailId, ArchiveMailState } from '@verbatim/contract/archive-mails.ts'
import type { ArchiveProblem, ArchivingChange, ArchivingMode } from '@verbatim/contract/archiving.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import type { ArchiveOutageId, ConversationId, GroupId, MessageId } from '@verbatim/contract/ids.ts'
import type { Generated } from 'kysely'
import type { TenantRow } from './tenant-row.ts'

/** How an organization archives by mail, and the state of its receiver. */
export interface ArchivingTable extends TenantRow {
  mode: ArchivingMode
  started_at: Date | null
  counted_from: Date
  host: string
  port: number
  security: ArchivingChange['security']
  sign_in: ArchivingChange['signIn']
  user_name: string
  password_sealed: Buffer | null
  token_url: Generated<string>
  client_id: Generated<string>
  scope: Generated<string>
  refresh_sealed: Buffer | null
  access_sealed: Buffer | null
  access_until: Date | null
  from_address: string
  journal_recipients: string[]
  summary_recipients: Generated<string[]>
  delivery_mode: Generated<ArchivingChange['delivery']>
  also_events: Generated<ArchivingChange['alsoEvents']>
  /** Since when changes of members and receipts are archived; null: for as long as the summary counts. */
  membership_from: Date | null
  receipt_from: Date | null
  format: ArchivingChange['format']
  participant_address: ArchivingChange['participantAddress']
  max_mail_mb: number
  oversize: ArchivingChange['oversize']
  channels: Channel[]
  group_ids: GroupId[]
  failures: Generated<number>
  paused_until: Date | null
  problem: ArchiveProblem | null
  answer: string | null
  problem_at: Date | null
  /** When it took a mail after its last problem. */
  taken_at: Date | null
  version: Generated<number>
}

/** A mail to the archive: about a message, about one change of it, about a member, or of everything of a conversation and day. */
export interface ArchiveMailTable extends TenantRow {
  id: Generated<ArchiveMailId>
  message_id: MessageId | null
  conversation_id: ConversationId | null
  event: ArchiveMailEvent
  ref: string
  revision: number
  day: string | null
  /** A row that is in the mail of a day has no state of its own. */
  day_mail_id: ArchiveMailId | null
  items: Generated<number>
  /** `bundled`: sent in the mail of its day. */
  state: Generated<ArchiveMailState | 'bundled'>
  attempts: Generated<number>
  takes: Generated<number>
  due_at: Date
  lease_until: Date | null
  parts: number | null
  parts_accepted: Generated<number>
  recipients: string[] | null
  refused: Generated<string[]>
  queue_id: string | null
  problem: ArchiveProblem | null
  answer: string | null
  /** How often the connection ended at it since the archive last took a part of it, and when it did last. */
  cuts: Generated<number>
  cut_at: Date | null
  created_at: Date
  finished_at: Date | null
}

/** A time during which the archive took no mail. One is current at most: it lasts, or people are still to be notified of its end. */
export interface ArchiveOutageTable extends TenantRow {
  id: ArchiveOutageId
  began_at: Date
  /** Null: no attempt has failed since the settings were saved. */
  failed_at: Date | null
  failures: Generated<number>
  problem: ArchiveProblem
  answer: string | null
  ended_at: Date | null
  /** Mails since its end. */
  taken: Generated<number>
  notify_at: Date | null
  notified_at: Date | null
  notices: Generated<number>
}

/** What archiving does in the background beside its mails. */
interface ArchiveTaskTable extends TenantRow {
  id: Generated<string>
  kind: 'back-fill' | 'summary'
  state: Generated<'running' | 'done' | 'cancelled'>
  from_at: Date | null
  until_at: Date | null
  members: Generated<boolean>
  versions: Generated<boolean>
  after_at: Date | null
  after_id: string | null
  total: Generated<number>
  looked: Generated<number>
  queued: Generated<number>
  day: string | null
  attempts: Generated<number>
  takes: Generated<number>
  due_at: Date
  lease_until: Date | null
  created_at: Date
  finished_at: Date | null
}

/** The tables of this file, by their SQL names. */
export interface ArchivingTables {
  archive_task: ArchiveTaskTable
  archive_mail: ArchiveMailTable
  archive_outage: ArchiveOutageTable
  archiving: ArchivingTable
}
