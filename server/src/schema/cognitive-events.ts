import type { Channel } from '@verbatim/contract/channels.ts'
import type { Disposition, EventStatus } from '@verbatim/contract/event-status.ts'
import type {
  CommentId,
  ConversationId,
  EventId,
  EvidenceId,
  FileId,
  GroupId,
  MessageId,
  PolicyId,
  RuleId,
  UserId,
} from '@verbatim/contract/ids.ts'
import type { Severity } from '@verbatim/contract/severities.ts'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { TenantRow } from './tenant-row.ts'

export interface CognitiveEventTable extends TenantRow {
  id: EventId
  policy_id: PolicyId
  policy_version: number
  conversation_id: ConversationId
  message_id: MessageId
  channel: Channel
  group_ids: Generated<GroupId[]>
  severity: Severity
  severity_rank: GeneratedAlways<number>
  status: Generated<EventStatus>
  disposition: Disposition | null
  assignee_id: UserId | null
  blocked: Generated<boolean>
  not_evaluated: Generated<boolean>
  evidence_count: Generated<number>
  comment_count: Generated<number>
  author_notified_at: Generated<Date | null>
  triggered_at: Date
  last_evidence_at: Date
  version: Generated<number>
}

/** Append-only. */
interface EvidenceTable extends TenantRow {
  id: EvidenceId
  event_id: EventId
  message_id: MessageId
  revision: number
  policy_id: PolicyId
  policy_version: number
  rule_id: RuleId
  /** `text` or `attachment:<ordinal>`. */
  part: Generated<string>
  start_at: number
  end_at: number
  /** Equal for equal words; null for evidence from before 2026-11-24, and where a rule could not be evaluated. */
  words_key: string | null
  found_at: Date
}

/** An event's state before a change, so that the change can be undone. */
export interface EventState {
  readonly status: EventStatus
  readonly disposition: Disposition | null
  readonly assigneeId: UserId | null
}

/** Append-only. */
interface EventHistoryTable extends TenantRow {
  id: string
  event_id: EventId
  change_id: string
  at: Date
  actor_id: UserId | null
  actor_name: string
  kind: 'raised' | 'joined' | 'status' | 'assigned'
  from_status: EventStatus | null
  to_status: EventStatus | null
  before: JSONColumnType<EventState> | null
  disposition: Disposition | null
  note: string | null
  version: number
  /** The change that it takes back. */
  undoes: string | null
}

/** A decision with its precedent, as a reader of everything sees it. Kept by a worker. */
interface PrecedentTable extends TenantRow {
  event_id: EventId
  decided_by: UserId
  change_id: string | null
  disposition: Disposition
  precedent: Disposition
  precedent_entry: string
}

/** An event whose decisions are to be compared again. Noted by triggers. */
interface PrecedentDueTable extends TenantRow {
  event_id: EventId
  first_at: Date
  due_at: Date
}

/** Append-only. */
interface EventCommentTable extends TenantRow {
  id: CommentId
  event_id: EventId
  at: Date
  author_id: UserId | null
  author_name: string
  body: string
  mentions: JSONColumnType<readonly { readonly id: UserId; readonly name: string }[]>
}

/** An entry in one user's inbox, until cleanup removes it. */
export interface CommentFileTable extends TenantRow {
  id: FileId
  event_id: EventId
  /** `null` between upload and comment. */
  comment_id: CommentId | null
  uploaded_by: UserId
  name: string
  content_type: string
  size_bytes: string | number
  sha256: Buffer
  at: Date
}

/** The tables of this file, by their SQL names. */
export interface CognitiveEventsTables {
  cognitive_event: CognitiveEventTable
  comment_file: CommentFileTable
  event_comment: EventCommentTable
  event_history: EventHistoryTable
  evidence: EvidenceTable
  precedent: PrecedentTable
  precedent_due: PrecedentDueTable
}
