import type {
  AccountGapId,
  ArchiveOutageId,
  ChangeRequestId,
  CommentId,
  EventId,
  ImportId,
  InboxItemId,
  UserId,
} from '@verbatim/contract/ids.ts'
import type { InboxKind } from '@verbatim/contract/inbox.ts'
import type { TenantRow } from './tenant-row.ts'

/** It is about one of: events, a change request, an import, an outage of the archive, a gap of an account. */
export interface InboxItemTable extends TenantRow {
  id: InboxItemId
  user_id: UserId
  kind: InboxKind
  at: Date
  actor_name: string
  /** The first of `events`. */
  event_id: EventId | null
  events: number
  comment_id: CommentId | null
  change_request_id: ChangeRequestId | null
  import_id: ImportId | null
  archive_outage_id: ArchiveOutageId | null
  account_gap_id: AccountGapId | null
  read_at: Date | null
}

/** The tables of this file, by their SQL names. */
export interface InboxTables {
  inbox_item: InboxItemTable
}
