/** Which worker works on which import: one at a time, for a lease that every batch prolongs. */
import type { ImportId, UserId } from '@verbatim/contract/ids.ts'
import type { ImportKindName, ImportSettings, ImportState } from '@verbatim/contract/imports.ts'
import { type Selectable, sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import type { ImportTable } from '#schema/imports.ts'
import type { Mapping } from './model.ts'

/** A batch takes far less; a worker that does not report by then was cut off, and another goes on. */
const leaseMs = 60_000
const mostAttempts = 50

/** An import as one worker took it: one that was taken for lost must not speak for the next. */
export interface TakenImport {
  readonly id: ImportId
  /** Counted over all that an import goes through: attempts begin anew when it is checked, taken in and undone. */
  readonly taken: number
}

/** An import as a batch finds it. */
export interface WorkedImport {
  readonly id: ImportId
  readonly userId: UserId
  readonly kind: ImportKindName
  readonly fileName: string
  readonly mapping: Mapping
  readonly settings: ImportSettings
  readonly state: ImportState
  readonly rowsTotal: number
  readonly rowsDone: number
  readonly counts: Selectable<ImportTable>['counts']
  readonly undoCounts: Selectable<ImportTable>['undo_counts']
  readonly mailsDue: number
}

const isDue = (now: Date) => sql<boolean>`
  (state in ('checking', 'queued', 'running', 'undoing') or mails_due > 0)
  and (lease_until is null or lease_until <= ${now})`

/** Takes the oldest import that is due; one that was cut off too often has failed. */
export async function takeImport(tx: TenantTx, now: Date): Promise<TakenImport | undefined> {
  const given = await sql<{ id: ImportId; was_tried: boolean }>`
    update import set state = 'failed', finished_at = ${now}, mails_due = 0,
      problem = 'It was interrupted too often.', counts = ${countsKept}
    where ${isDue(now)} and attempts >= ${mostAttempts} returning id, counts = '{}' as was_tried`.execute(tx)
  for (const { id, was_tried } of given.rows) if (was_tried) await forgetOutcomes(tx, id)
  const row = await tx
    .updateTable('import')
    .set({
      state: sql`case when state = 'queued' then 'running' else state end`,
      lease_until: leaseFrom(now),
      attempts: sql`attempts + 1`,
      taken: sql`taken + 1`,
    })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('import')
        .select('id')
        .where(isDue(now))
        // What somebody waits for goes before mails.
        .orderBy(sql`state in ('checking', 'undoing')`, 'desc')
        .orderBy(sql`state in ('queued', 'running')`, 'desc')
        .orderBy('created_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'taken'])
    .executeTakeFirst()
  return row
}

/** Of rows that were only tried, nothing counts once that is over. */
const countsKept = sql<string>`case when state = 'checking' then '{}' else counts end`

/** Leaves no row with what a check said of it: an outcome is of what was taken in. */
export async function forgetOutcomes(tx: TenantTx, id: ImportId): Promise<void> {
  await sql`update import_row set row_key = null, outcome = null, reason = null
    where import_id = ${id} and outcome is not null`.execute(tx)
}

/** Locks the import for one batch and prolongs the lease. Undefined where nobody waits for it, or another has it. */
export async function lockImport(
  tx: TenantTx,
  { id, taken }: TakenImport,
  now: Date,
): Promise<WorkedImport | undefined> {
  const row = await tx
    .updateTable('import')
    .set({ lease_until: leaseFrom(now) })
    .where('id', '=', id)
    .where('taken', '=', taken)
    .where(sql<boolean>`(state in ('checking', 'running', 'undoing') or mails_due > 0)`)
    .returningAll()
    .executeTakeFirst()
  return (
    row && {
      id,
      userId: row.user_id,
      kind: row.kind as ImportKindName,
      fileName: row.file_name,
      mapping: row.mapping,
      settings: row.settings,
      state: row.state,
      rowsTotal: row.rows_total,
      rowsDone: row.rows_done,
      counts: row.counts,
      undoCounts: row.undo_counts,
      mailsDue: row.mails_due,
    }
  )
}

/**
 * Gives an import up, with a reason to be shown. Whoever it made is still invited, after a moment, unless `mails` says
 * that nobody may be.
 */
export async function releaseImport(
  tx: TenantTx,
  { id, taken }: TakenImport,
  { problem, mails }: { readonly problem: string; readonly mails: 'still-due' | 'none' },
  now: Date,
): Promise<void> {
  const row = await tx
    .updateTable('import')
    .set({
      state: 'failed',
      problem,
      finished_at: now,
      counts: countsKept,
      ...(mails === 'none' ? { lease_until: null, mails_due: 0 } : { lease_until: leaseFrom(now) }),
    })
    .where('id', '=', id)
    .where('taken', '=', taken)
    .returning(sql<boolean>`counts = '{}'`.as('was_tried'))
    .executeTakeFirst()
  if (row?.was_tried) await forgetOutcomes(tx, id)
}

/** Leaves an import to whoever takes it next: nothing is given up, and the attempt does not count. */
export async function pauseImport(tx: TenantTx, { id, taken }: TakenImport): Promise<void> {
  await tx
    .updateTable('import')
    .set({ lease_until: null, attempts: sql`attempts - 1` })
    .where('id', '=', id)
    .where('taken', '=', taken)
    .execute()
}

const leaseFrom = (now: Date) => new Date(now.getTime() + leaseMs)
