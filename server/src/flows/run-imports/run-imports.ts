import type { ImportId, TenantId } from '@verbatim/contract/ids.ts'
import type { ImportOutcome } from '@verbatim/contract/import-rows.ts'
import { sql } from 'kysely'
import { recordAudit } from '#domains/audit/commands.ts'
import { addItems } from '#domains/inbox/commands.ts'
import { isOpen } from '#domains/organizations/queries.ts'
import { findActor } from '#domains/permissions/actors.ts'
import { lockTenant } from '#flows/examine/tenant-lock.ts'
import { findGain, openOwnReach } from '#flows/keep-own-reach/own-reach.ts'
import { findLoss, openSupervision } from '#flows/keep-supervision/keeping-supervision.ts'
import type { Actor } from '#kernel/actor.ts'
import { rowsOf, type TableColumns, type TableRow, updateMany } from '#platform/bulk.ts'
import { announce } from '#platform/changes.ts'
import { isPassing } from '#platform/db-errors.ts'
import { type DbContext, inTenant, type TenantTx } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import { applyRows, readBatch, type BatchRow } from './batch.ts'
import type { DoneRow, ImportKind, ImportMailContext, RowResult } from './kind.ts'
import { importKinds } from './kinds.ts'
import { refusingRows } from './refusing-rows.ts'
import {
  lockImport,
  pauseImport,
  releaseImport,
  type TakenImport,
  takeImport,
  type WorkedImport,
} from './taking.ts'

export interface RunImportsContext extends ImportMailContext, DbContext {
  readonly log: Log
}

/** Rows per transaction. */
export const batchRows = 500
/** Mails per transaction; an invitation creates a password, which is slow on purpose. */
const batchMails = 20

/**
 * Works on one due import until it is done. Each batch commits together with its outcomes and the cursor, so an
 * interrupted import continues at its first row without an outcome, and no row is done twice.
 * @returns How many imports were processed: 1 or 0.
 */
export async function runImports(ctx: RunImportsContext, tenantId: TenantId): Promise<number> {
  const { db, log, now } = ctx
  const taken = await inTenant(db, tenantId, (tx) => takeImport(tx, now()))
  if (!taken) return 0
  try {
    while (await inTenant(db, tenantId, (tx) => workOn(ctx, tx, taken)));
  } catch (error) {
    if (isPassing(error)) throw error
    log.error({ err: error, importId: taken.id }, 'an import failed')
    const problem = 'An unexpected error occurred. Rows imported before it are kept and can be undone.'
    await inTenant(db, tenantId, (tx) => releaseImport(tx, taken, { problem, mails: 'still-due' }, now()))
  }
  return 1
}

/** One batch of the import's next step. False when nothing is left to do. */
async function workOn(ctx: RunImportsContext, tx: TenantTx, taken: TakenImport): Promise<boolean> {
  const now = ctx.now()
  const current = await lockImport(tx, taken, now)
  if (!current) return false
  if (!(await isOpen(tx))) {
    await pauseImport(tx, taken, now)
    return false
  }
  const kind = importKinds[current.kind]
  const actor = await findActor(tx, current.userId)
  if (!actor || kind.needs.some((name) => !actor.permissions.has(name))) {
    await releaseImport(tx, taken, { problem: notAllowed(kind, current.mailsDue), mails: 'none' }, now)
    return false
  }
  await announce(tx, ['imports'])
  if (current.state === 'undoing') return undoBatch(tx, { kind, actor, current }, now)
  if (current.state === 'checking' || current.state === 'running')
    return applyBatch(tx, { kind, actor, current }, now)
  return sendMails(ctx, tx, { kind, actor, current })
}

/** @param mailsDue How many mails about what it created are not sent yet */
function notAllowed({ unsentText }: Pick<ImportKind<unknown>, 'unsentText'>, mailsDue: number): string {
  const reason = 'The person who started the import no longer has permission to make these changes.'
  return mailsDue > 0 && unsentText ? `${reason} ${unsentText(mailsDue)}` : reason
}

interface Work {
  readonly kind: ImportKind<unknown>
  readonly actor: Actor
  readonly current: WorkedImport
}

async function applyBatch(tx: TenantTx, { kind, actor, current }: Work, now: Date): Promise<boolean> {
  const { id, settings, state } = current
  const batch = await readBatch(tx, kind, current, batchRows)
  const isTrial = state === 'checking'
  // Foreign key checks keep plans from when the tables were small, so each row would read the whole tables.
  await sql`discard plans`.execute(tx)
  if (isTrial) await sql`savepoint trial`.execute(tx)
  const limits = await openLimits(tx, actor)
  const results = await applyRows(batch, (values) =>
    refusingRows(tx, values, {
      limits,
      openLimits: () => openLimits(tx, actor),
      apply: (rows) => kind.applyBatch(tx, { actor, settings, rows }, now),
      targetOf: (_, { targetId }) => targetId,
      refuse: (reason) => ({ outcome: 'failed', reason }),
    }),
  )
  if (isTrial) await sql`rollback to savepoint trial`.execute(tx)
  const done = batch.rows.map((row) => toOutcome(row, results.get(row.ordinal), isTrial))
  await writeOutcomes(tx, id, done)
  const counts = { ...current.counts }
  for (const { outcome } of done) counts[outcome] = (counts[outcome] ?? 0) + 1
  const rowsDone = batch.rows.at(-1)?.ordinal ?? current.rowsTotal
  const isOver = rowsDone >= current.rowsTotal
  const mails = current.mailsDue + done.filter(({ mail_due }) => mail_due).length
  await tx
    .updateTable('import')
    .set({
      rows_done: rowsDone,
      counts: JSON.stringify(counts),
      mails_due: isTrial ? 0 : mails,
      ...(isOver && { state: isTrial ? 'checked' : 'done', finished_at: isTrial ? null : now }),
    })
    .where('id', '=', id)
    .execute()
  if (isOver && !isTrial) await finish(tx, { kind, actor, current }, counts, now)
  return !isOver || mails > 0
}

/** What must hold after each batch, as after one change. */
async function openLimits(tx: TenantTx, actor: Actor) {
  const reach = await openOwnReach(tx, actor)
  const supervision = await openSupervision(tx)
  return [() => findGain(tx, reach), () => findLoss(tx, supervision)]
}

async function finish(
  tx: TenantTx,
  { kind, actor, current }: Work,
  counts: Partial<Record<ImportOutcome, number>>,
  now: Date,
): Promise<void> {
  const target = { kind: 'import', id: current.id, name: current.fileName }
  await recordAudit(tx, actor, { type: 'import_finished', target, counts }, now)
  const { id: importId, userId, fileName: name } = current
  await addItems(tx, { name }, [{ userId, kind: 'import-done', importId }], now)
  await announce(tx, kind.slices)
}

const outcomeColumns = {
  ordinal: 'integer',
  row_key: 'text',
  outcome: 'text',
  reason: 'text',
  target_id: 'uuid',
  version: 'integer',
  before: 'jsonb',
  mail_due: 'boolean',
} satisfies TableColumns<'import_row'>
type Outcome = TableRow<'import_row', typeof outcomeColumns> & { readonly outcome: ImportOutcome }

function toOutcome(row: BatchRow, given: RowResult | undefined, isTrial: boolean): Outcome {
  const result: RowResult = given ?? { outcome: row.outcome ?? 'failed', reason: row.reason ?? '' }
  const { outcome, reason, targetId, version, before, mailDue = false } = result
  return {
    ordinal: row.ordinal,
    row_key: row.key ?? null,
    outcome,
    reason: reason ?? null,
    target_id: isTrial ? null : (targetId ?? null),
    version: isTrial ? null : (version ?? null),
    before: isTrial ? null : (before ?? null),
    mail_due: !isTrial && mailDue,
  }
}

async function writeOutcomes(tx: TenantTx, id: ImportId, outcomes: readonly Outcome[]): Promise<void> {
  const where = sql`import_row.import_id = ${id}`
  await updateMany(tx, { table: 'import_row', by: 'ordinal', where }, outcomeColumns, outcomes)
}

async function undoBatch(tx: TenantTx, { kind, actor, current }: Work, now: Date): Promise<boolean> {
  const rows = await tx
    .selectFrom('import_row')
    .select(['ordinal', 'outcome', 'target_id', 'version', 'before'])
    .where('import_id', '=', current.id)
    .where('ordinal', '>', current.rowsDone)
    .where('target_id', 'is not', null)
    .orderBy('ordinal')
    .limit(batchRows)
    .execute()
  // First, as where one change keeps it: work that waits for the other's lock would never end.
  const limits = await openLimits(tx, actor)
  // A capture may have found a person by an address and not have committed what names them. Before people are locked, as a capture does.
  await lockTenant(tx)
  const done = rows.map((row): DoneRow => ({
    outcome: row.outcome === 'created' ? 'created' : 'updated',
    targetId: row.target_id ?? '',
    version: row.version ?? 0,
    before: row.before ?? undefined,
  }))
  const reasons = await refusingRows(tx, done, {
    limits,
    openLimits: () => openLimits(tx, actor),
    apply: (undone) => kind.undoBatch(tx, { actor, rows: undone }, now),
    targetOf: ({ targetId }) => targetId,
    refuse: (reason): string | undefined => reason,
  })
  const notes = rows.map(({ ordinal }, index) => ({ ordinal, note: reasons[index] ?? null }))
  if (notes.length > 0)
    await sql`
      update import_row done set undone = given.note is null, undo_note = given.note
      from ${rowsOf({ ordinal: 'integer', note: 'text' }, notes)}
      where done.import_id = ${current.id} and done.ordinal = given.ordinal`.execute(tx)
  const kept = notes.filter(({ note }) => note !== null).length
  const { undone = 0, kept: keptBefore = 0 } = current.undoCounts
  const isOver = rows.length < batchRows
  await tx
    .updateTable('import')
    .set({
      rows_done: isOver ? current.rowsTotal : (rows.at(-1)?.ordinal ?? current.rowsTotal),
      undo_counts: JSON.stringify({ undone: undone + notes.length - kept, kept: keptBefore + kept }),
      ...(isOver && { state: 'undone', lease_until: null }),
    })
    .where('id', '=', current.id)
    .execute()
  if (isOver) await announce(tx, kind.slices)
  return !isOver
}

async function sendMails(
  ctx: RunImportsContext,
  tx: TenantTx,
  { kind, actor, current }: Work,
): Promise<boolean> {
  const rows = await tx
    .selectFrom('import_row')
    .select(['ordinal', 'target_id'])
    .where('import_id', '=', current.id)
    .where('mail_due', '=', true)
    .orderBy('ordinal')
    .limit(batchMails)
    .execute()
  const targetIds = rows.flatMap(({ target_id }) => target_id ?? [])
  await kind.sendMails?.(tx, ctx, { actor, targetIds })
  await tx
    .updateTable('import_row')
    .set({ mail_due: false })
    .where('import_id', '=', current.id)
    .where('ordinal', '=', sql<number>`any(${rows.map(({ ordinal }) => ordinal)}::int[])`)
    .execute()
  const left = rows.length < batchMails ? 0 : Math.max(0, current.mailsDue - rows.length)
  await tx
    .updateTable('import')
    .set({ mails_due: left, ...(left === 0 && { lease_until: null }) })
    .where('id', '=', current.id)
    .execute()
  return left > 0
}
