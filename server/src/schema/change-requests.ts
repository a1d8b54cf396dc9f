import type { AuditChange } from '@verbatim/contract/audit.ts'
import type {
  ChangeRequestKind,
  ChangeRequestState,
  RequestedChange,
} from '@verbatim/contract/change-requests.ts'
import type { ChangeRequestId, PolicyId, UserId } from '@verbatim/contract/ids.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { TenantRow } from './tenant-row.ts'

export interface ChangeRequestTable extends TenantRow {
  id: ChangeRequestId
  kind: ChangeRequestKind
  change: JSONColumnType<RequestedChange>
  /** `null` for a new policy and for what is no policy. */
  policy_id: PolicyId | null
  target_name: string
  /** The ID of the audit event that it becomes. */
  type: string
  changes: JSONColumnType<AuditChange[]>
  note: Generated<string>
  requested_at: Date
  requested_by: UserId
  requested_by_name: string
  state: Generated<ChangeRequestState>
  decided_at: Date | null
  decided_by: UserId | null
  decided_by_name: string | null
  reason: Generated<string>
}

/** The tables of this file, by their SQL names. */
export interface ChangeRequestsTables {
  change_request: ChangeRequestTable
}
