import type { ImportId, UserId } from '@verbatim/contract/ids.ts'
import type { ImportSettings, ImportState } from '@verbatim/contract/imports.ts'
import type { ImportOutcome } from '@verbatim/contract/import-rows.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { TenantRow } from './tenant-row.ts'

export interface ImportTable extends TenantRow {
  id: ImportId
  user_id: UserId
  user_name: string
  kind: string
  file_name: string
  format: 'csv' | 'xlsx'
  headings: string[]
  mapping: JSONColumnType<Record<string, number>, string | undefined, string>
  settings: JSONColumnType<ImportSettings, string | undefined, string>
  state: ImportState
  rows_total: number
  rows_done: Generated<number>
  counts: JSONColumnType<Partial<Record<ImportOutcome, number>>, string | undefined, string>
  undo_counts: JSONColumnType<{ undone?: number; kept?: number }, string | undefined, string>
  attempts: Generated<number>
  taken: Generated<number>
  lease_until: Date | null
  problem: string | null
  created_at: Date
  finished_at: Date | null
  mails_due: Generated<number>
  mapped_by: UserId | null
  /** Null if it was uploaded before this was stored. */
  uploaded_by: Generated<UserId | null>
  version: Generated<number>
}

export interface ImportRowTable extends TenantRow {
  import_id: ImportId
  ordinal: number
  line: number
  cells: string[]
  row_key: string | null
  outcome: ImportOutcome | null
  reason: string | null
  target_id: string | null
  version: number | null
  before: JSONColumnType<Record<string, unknown>, string | null, string | null> | null
  mail_due: Generated<boolean>
  undone: boolean | null
  undo_note: string | null
}

/** The tables of this file, by their SQL names. */
export interface ImportsTables {
  import: ImportTable
  import_row: ImportRowTable
}
