import type { FileScanState, UnscannableReason } from '@verbatim/contract/file-scans.ts'
import type { Generated } from 'kysely'
import type { TenantRow } from './tenant-row.ts'

/** One row for bytes, whichever files have them. */
export interface FileScanTable extends TenantRow {
  id: Generated<string>
  sha256: Buffer
  state: Generated<FileScanState>
  malware: string | null
  reason: UnscannableReason | null
  engine: string | null
  /** `null` while it waits. */
  scanned_at: Date | null
  /** It waits, because it could not be scanned. */
  is_away: Generated<boolean>
  added_at: Generated<Date>
  scan_attempts: Generated<number>
  scan_after: Generated<Date>
}

/** The tables of this file, by their SQL names. */
export interface FilesTables {
  file_scan: FileScanTable
}
