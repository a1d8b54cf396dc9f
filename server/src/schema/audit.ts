import type { GroupId, UserId } from '@verbatim/contract/ids.ts'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { TenantRow } from './tenant-row.ts'

/** Append-only. */
export interface AuditEventTable extends TenantRow {
  id: string
  at: Generated<Date>
  actor_id: UserId | null
  actor_name: string
  type: string
  target_kind: string | null
  target_id: string | null
  target_name: string | null
  changes: JSONColumnType<{ field: string; old: unknown; new: unknown }[], string | undefined, never>
  counts: JSONColumnType<Record<string, number>, string | undefined, never>
  request_id: string | null
  address: string | null
  agent: string | null
  /** The target's groups when the event is written; null if it has none or belongs to the whole organization. */
  channel: ColumnType<string | null, never, never>
  /** Null if the event concerns the whole organization: then every reader of the trail sees it. */
  group_ids: ColumnType<GroupId[] | null, readonly GroupId[] | undefined, never>
}

/** The answer to a write, kept so that a repeated request gets the same one. */
interface IdempotencyKeyTable extends TenantRow {
  user_id: UserId
  key: string
  request_hash: Buffer
  started_at: Generated<Date>
  /** `null` while the first request runs. */
  status: number | null
  content_type: string | null
  body: Buffer | null
}

/** The tables of this file, by their SQL names. */
export interface AuditTables {
  audit_event: AuditEventTable
  idempotency_key: IdempotencyKeyTable
}
