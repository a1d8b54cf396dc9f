import type { ExportId, UserId } from '@verbatim/contract/ids.ts'
import type { ExportOmissions } from '@verbatim/contract/export-omissions.ts'
import type { ExportFormat } from '@verbatim/contract/export-request.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { Grant } from '#kernel/actor.ts'
import type { TenantRow } from './tenant-row.ts'

export interface ExportTable extends TenantRow {
  id: ExportId
  user_id: UserId
  kind: string
  format: ExportFormat
  /** The parameters of the exported list. */
  question: JSONColumnType<Record<string, string>>
  file_name: string
  state: Generated<'queued' | 'running' | 'done' | 'failed' | 'cancelled'>
  attempts: Generated<number>
  /** Attempts that ended for a reason outside the export. */
  put_off: Generated<number>
  lease_until: Date | null
  rows_done: Generated<string>
  rows_total: string | number | null
  columns: string[] | null
  as_of: Date | null
  size_bytes: string | number | null
  sha256: Buffer | null
  problem: string | null
  /** The user's access when the file was made. */
  scope: JSONColumnType<readonly Grant[]> | null
  /** The permissions that the file was made with; null for one that an earlier release made. */
  permissions: Permission[] | null
  /** What the file lacks. */
  omissions: JSONColumnType<ExportOmissions> | null
  created_at: Date
  finished_at: Date | null
}

/** The tables of this file, by their SQL names. */
export interface ExportsTables {
  export: ExportTable
}
