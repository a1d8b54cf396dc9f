/** Decides which worker works on an import: one at a time, for a lease that every batch extends. */
import type { ImportId, UserId } from '@verbatim/contract/ids.ts'
import type { ImportKindName, ImportSettings, ImportState } from '@verbatim/contract/imports.ts'
import { type Selectable, sql } from 'kysely'
import { addItems } from '#domains/inbox/commands.ts'
import type { TenantTx } from '#platform/db.ts'
import type { DueRows, Row } from '#platform/work/due-rows.ts'
import { giveUpSpent, prolong, report, settle, takeDue, type Try } from '#platform/work/tries.ts'
import type { ImportTable } from '#schema/imports.ts'
import type { Mapping } from './model.ts'

/** The outcomes of rows that were only checked are deleted afterwards. */
const countsKept = sql<string>`case when state = 'checking' then '{}' else counts end`

/** Imports with work to do: a check, an import, an undo, or invitations. */
export const unfinishedImports: DueRows<'import'> = {
  name: 'imports',
  table: 'import',
  waits: () => sql`state in ('checking', 'queued', 'running', 'undoing') or mails_due > 0`,
  lease: 'lease_until',
  // A batch takes far less. If a worker does not report by then, it was interrupted, and another continues.
  leaseMs: 60_000,
  // They start over when an import is checked, imported and undone.
  tries: 'attempts',
  takes: 'taken',
  // Imports that a user waits for come before mails.
  order: sql`state in ('checking', 'undoing') desc, state in ('queued', 'running') desc, created_at`,
  taking: { state: sql`case when state = 'queued' then 'running' else state end` },
  held: sql`state in ('checking', 'running', 'undoing') or mails_due > 0`,
  mostTries: 50,
  givingUp: (problem, now) => ({
    state: 'failed',
    problem,
    finished_at: now,
    lease_until: null,
    mails_due: 0,
    counts: countsKept,
  }),
  figures: {
    oldest: sql`min(created_at)`,
    givenUp: sql`select count(*) from public.import where state = 'failed'`,
  },
}

/** An import taken by a worker. */
export interface TakenImport {
  readonly id: ImportId
  readonly tried: Try<'import'>
}

/** The state of an import at the start of a batch. */
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

/** Takes the oldest due import; imports that were interrupted too often fail. */
export async function takeImport(tx: TenantTx, now: Date): Promise<TakenImport | undefined> {
  const given = await giveUpSpent(tx, unfinishedImports, 'It was interrupted too often.', now)
  for (const one of given) {
    await forgetTrial(tx, one)
    await tellOfFailure(tx, one, now)
  }
  const [taken] = await takeDue(tx, unfinishedImports, 1, now)
  return taken && { id: taken.row.id, tried: taken.tried }
}

async function forgetTrial(tx: TenantTx, { id, counts }: Row<'import'>): Promise<void> {
  if (Object.keys(counts).length === 0) await forgetOutcomes(tx, id)
}

/** Removes the check's outcomes from all rows, because outcomes belong to the import. */
export async function forgetOutcomes(tx: TenantTx, id: ImportId): Promise<void> {
  await sql`update import_row set row_key = null, outcome = null, reason = null
    where import_id = ${id} and outcome is not null`.execute(tx)
}

/** Locks the import for one batch and extends the lease. Undefined if the import was cancelled, or another worker has it. */
export async function lockImport(
  tx: TenantTx,
  { id, tried }: TakenImport,
  now: Date,
): Promise<WorkedImport | undefined> {
  const row = await prolong(tx, tried, now)
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
 * Gives an import up with a reason to show. Users it created are still invited after a moment, unless `mails` says that
 * they must not be.
 */
export async function releaseImport(
  tx: TenantTx,
  { tried }: TakenImport,
  { problem, mails }: { readonly problem: string; readonly mails: 'still-due' | 'none' },
  now: Date,
): Promise<void> {
  const failed = { state: 'failed', problem, finished_at: now, counts: countsKept } as const
  const row =
    mails === 'none'
      ? await report(tx, tried, { ...failed, lease_until: null, mails_due: 0 })
      : await prolong(tx, tried, now, failed)
  if (!row) return
  await forgetTrial(tx, row)
  await tellOfFailure(tx, row, now)
}

/** Once: a failed import is taken again as long as invitations are due, and may fail again. */
async function tellOfFailure(
  tx: TenantTx,
  { id, user_id: userId, file_name: name }: Row<'import'>,
  now: Date,
): Promise<void> {
  const kind = 'import-failed'
  const said = await tx
    .selectFrom('inbox_item')
    .where('user_id', '=', userId)
    .where('import_id', '=', id)
    .where('kind', '=', kind)
    .select('id')
    .executeTakeFirst()
  if (!said) await addItems(tx, { name }, [{ userId, kind, importId: id }], now)
}

/** Leaves an import to the next worker: nothing is given up, and the attempt does not count. */
export async function pauseImport(tx: TenantTx, { tried }: TakenImport, now: Date): Promise<void> {
  await settle(tx, tried, { putOff: null }, now)
}
