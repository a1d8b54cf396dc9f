import type { Slice } from '@verbatim/contract/changes.ts'
import type { ImportField, ImportSettings } from '@verbatim/contract/imports.ts'
import type { ImportOutcome } from '@verbatim/contract/import-rows.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import type { IdentityAdmin } from '#domains/identity/admin.ts'
import type { LinkContext } from '#flows/connect/account-links.ts'
import type { AccessScope, Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'

/** A column that a file of some kind can have. */
export interface ImportColumn extends ImportField {
  /** Other headings for it in lower case, such as `e-mail`. */
  readonly aliases: readonly string[]
  /** Headings that often mean something else: they count if most cells of their column can be a value. */
  readonly uncertain?: { readonly aliases: readonly string[]; readonly fits: (cell: string) => boolean }
}

/** A row whose cells were read. Two rows of a file with the same `key` are the same. */
export interface ReadRow<Value> {
  readonly key: string
  readonly value: Value
}

/** The outcome of a row. Never thrown: one row's failure does not affect another. */
export interface RowResult {
  readonly outcome: ImportOutcome
  /** The text to show if the row failed or was skipped. */
  readonly reason?: string
  /** The ID of the created or changed object. */
  readonly targetId?: string
  /** The target's state after the import: an undo is possible while it is unchanged. */
  readonly version?: number
  /** The values that an update replaced, as JSON; only the kind reads it, to undo. */
  readonly before?: Readonly<Record<string, unknown>>
  /** An invitation must be sent. */
  readonly mailDue?: boolean
}

export interface DoneRow {
  readonly outcome: 'created' | 'updated'
  readonly targetId: string
  readonly version: number
  readonly before: Readonly<Record<string, unknown>> | undefined
}

/** Everything a kind needs for reading rows; the same for all rows of a batch. */
export interface Batch<Value> {
  readonly actor: Actor
  readonly settings: ImportSettings
  /** The rows that can be read and do not repeat earlier ones. */
  readonly rows: readonly Value[]
}

/** What the mails of an import need. */
export interface ImportMailContext extends LinkContext {
  readonly identityAdmin: IdentityAdmin
}

/**
 * One kind of import. A batch is at most 500 rows, applied in one transaction together with its outcomes: after a kill, work
 * resumes at the last batch, and no row is done twice. A check applies batches in transactions that are rolled back.
 */
export interface ImportKind<Value> {
  /** Users with this permission see the imports of this kind and can stop them. */
  readonly permission: Permission
  /** Every step requires all of them from the user who starts it, and every batch checks them again. */
  readonly needs: readonly Permission[]
  /** Users also see them only within this; anywhere if absent. */
  isWithin?(this: void, scope: AccessScope): boolean
  /** Refuses an import for which something is not set up. Rows of one that runs already fail with the same text. */
  requireReady?(tx: TenantTx): Promise<void>
  /** The slices to announce as changed. */
  readonly slices: readonly Slice[]
  /** The name of the rows after a number: "platform users". */
  readonly noun: string
  readonly columns: readonly ImportColumn[]
  /** Other names for columns that a file must not have, because they are for secrets. */
  readonly secretColumns?: readonly string[]
  /** Reads the cells of a row, by field, trimmed and with defaults. Returns a text if the row is not possible. */
  parseRow(cells: Readonly<Record<string, string>>): ReadRow<Value> | string
  /** Applies the rows of a batch without a query per row, and returns a result for each, in order. */
  applyBatch(tx: TenantTx, batch: Batch<Value>, now: Date): Promise<RowResult[]>
  /** Sends the mails of `mailDue` for those of `targetIds` that still exist. */
  sendMails?(
    tx: TenantTx,
    ctx: ImportMailContext,
    mail: { readonly actor: Actor; readonly targetIds: readonly string[] },
  ): Promise<void>
  /** What to do if that many of these mails can't be sent any more. */
  unsentText?(this: void, count: number): string
  /** Undoes rows that were not changed since. For each row: `undefined` if it was undone, or the reason why not. */
  undoBatch(
    tx: TenantTx,
    batch: { readonly actor: Actor; readonly rows: readonly DoneRow[] },
    now: Date,
  ): Promise<(string | undefined)[]>
}
