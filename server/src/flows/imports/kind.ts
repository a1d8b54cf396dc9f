import type { Slice } from '@verbatim/contract/changes.ts'
import type { ImportField, ImportOutcome, ImportSettings } from '@verbatim/contract/imports.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import type { IdentityAdmin } from '#domains/identity/admin.ts'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'

/** A column that a file of some kind can have. */
export interface ImportColumn extends ImportField {
  /** Headings it is known by beside its label, in lower case: `e-mail`. */
  readonly aliases: readonly string[]
}

/** A row whose cells were read: `key` is what makes two rows of a file the same. */
export interface ReadRow<Value> {
  readonly key: string
  readonly value: Value
}

/** The outcome of a row. Never thrown: one row's failure does not affect another. */
export interface RowResult {
  readonly outcome: ImportOutcome
  /** Words to show, if the row failed or was skipped. */
  readonly reason?: string
  /** The ID of the created or changed object. */
  readonly targetId?: string
  /** The target's state after the import: an undo is possible while it is unchanged. */
  readonly version?: number
  /** The values that an update replaced, as JSON; only the kind reads it, to undo. */
  readonly before?: Readonly<Record<string, unknown>>
  /** An invitation has to be sent. */
  readonly mailDue?: boolean
}

export interface DoneRow {
  readonly outcome: 'created' | 'updated'
  readonly targetId: string
  readonly version: number
  readonly before: Readonly<Record<string, unknown>> | undefined
}

/** Everything a kind may need to read rows by; the same for all rows of a batch. */
export interface Batch<Value> {
  readonly actor: Actor
  readonly settings: ImportSettings
  /** The rows that can be read and repeat none before them. */
  readonly rows: readonly Value[]
}

/**
 * One kind of import. A batch is at most 500 rows, applied in one transaction together with its outcomes: after a kill, work
 * resumes at the last batch, and no row is done twice. A check applies batches in transactions that are rolled back.
 */
export interface ImportKind<Value> {
  /** Users with this permission see the imports of this kind, and can stop one. */
  readonly permission: Permission
  /** All of them are required of the user who starts something, by each step and again with every batch. */
  readonly needs: readonly Permission[]
  /** The slices to announce as changed. */
  readonly slices: readonly Slice[]
  /** The name of the rows, with a number: "platform users". */
  readonly noun: string
  readonly columns: readonly ImportColumn[]
  /** Reads the cells of a row, by field and trimmed, defaults put in. A text is why it cannot be. */
  parseRow(cells: Readonly<Record<string, string>>): ReadRow<Value> | string
  /** Applies the rows of a batch, without a query per row, and gives a result for each, in their order. */
  applyBatch(tx: TenantTx, batch: Batch<Value>, now: Date): Promise<RowResult[]>
  /** Sends the mails of `mailDue`, to those of `targetIds` who still exist. */
  sendMails?(
    tx: TenantTx,
    mail: {
      readonly identityAdmin: IdentityAdmin
      readonly actor: Actor
      readonly targetIds: readonly string[]
    },
  ): Promise<void>
  /** Undoes rows that were not changed since. For each row: `undefined` if it was undone, or the reason why not. */
  undoBatch(
    tx: TenantTx,
    batch: { readonly actor: Actor; readonly rows: readonly DoneRow[] },
    now: Date,
  ): Promise<(string | undefined)[]>
}
