import type { ExportFormat } from '@verbatim/contract/exports.ts'
import type { ExportId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { recordAudit } from '#domains/audit/commands.ts'
import type { AccessScope, Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import type { TenantTx } from '#platform/db.ts'

/** Of one user; further ones wait for nobody's benefit. */
const mostUnfinished = 2
/** A worker reports far more often; one that does not was cut off, and another begins again. */
const leaseMs = 60_000
const mostAttempts = 3
/** A worker that lacked a database or a place for the file begins again after so long. */
const putOffMs = 15_000

export interface AskedExport {
  readonly kind: string
  readonly format: ExportFormat
  /** The list's parameters without a page, as `formatListQuery` writes them. */
  readonly question: Readonly<Record<string, string>>
}

/**
 * Queues an export; a worker makes it.
 * @throws Failure `export.too-many`
 */
export async function createExport(
  tx: TenantTx,
  actor: Actor,
  { kind, format, question }: AskedExport,
  now: Date,
): Promise<ExportId> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`export ${actor.userId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from export
    where user_id = ${actor.userId} and state in ('queued', 'running')`.execute(tx)
  if ((rows[0]?.n ?? 0) >= mostUnfinished) throw new Failure('export.too-many')
  const id = newId<ExportId>(now)
  await tx
    .insertInto('export')
    .values({
      id,
      user_id: actor.userId,
      kind,
      format,
      question: JSON.stringify(question),
      file_name: `${kind}-${now.toISOString().slice(0, 16).replace(':', '')}.${format}`,
      created_at: now,
    })
    .execute()
  const changes = Object.entries({ ...question, format }).map(([field, value]) => ({
    field,
    old: null,
    new: value,
  }))
  await recordAudit(tx, actor, { type: 'export_created', target: { kind, id }, changes }, now)
  return id
}

/** An export that a worker has taken. */
export interface TakenExport extends AskedExport {
  readonly id: ExportId
  readonly userId: UserId
  /** Which attempt this is: a worker that was taken for lost must not speak for the next one. */
  readonly attempt: number
}

/** One attempt at an export, and its file. */
export type Attempt = Pick<TakenExport, 'id' | 'attempt'>

export const fileIdOf = ({ id, attempt }: Attempt) => `${id}-${attempt}`

/** Takes the oldest export that is due, for one lease; those that were cut off too often have failed. */
export async function takeExport(tx: TenantTx, now: Date): Promise<TakenExport | undefined> {
  const due = sql<boolean>`(state = 'queued' or (state = 'running' and lease_until <= ${now}))`
  await sql`update export set state = 'failed', finished_at = ${now}, problem = 'It was interrupted too often.'
    where ${due} and attempts - put_off >= ${mostAttempts}`.execute(tx)
  const row = await tx
    .updateTable('export')
    .set({ state: 'running', lease_until: leaseFrom(now), rows_done: '0', attempts: sql`attempts + 1` })
    .where('id', '=', (eb) =>
      eb.selectFrom('export').select('id').where(due).orderBy('created_at').limit(1).forUpdate().skipLocked(),
    )
    .returning(['id', 'user_id', 'kind', 'format', 'question', 'attempts'])
    .executeTakeFirst()
  if (!row) return undefined
  const { id, user_id: userId, kind, format, question, attempts: attempt } = row
  return { id, userId, kind, format, question, attempt }
}

export interface Progress {
  readonly rowsDone: number
  readonly rowsTotal: number
}

/** Reports progress and prolongs the lease. False where nobody waits for it any more. */
export async function reportProgress(
  tx: TenantTx,
  { id, attempt }: Attempt,
  { rowsDone, rowsTotal }: Progress,
  now: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('export')
    .set({ rows_done: String(rowsDone), rows_total: rowsTotal, lease_until: leaseFrom(now) })
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface FinishedExport extends Progress {
  readonly columns: readonly string[]
  readonly asOf: Date
  readonly sizeBytes: number
  readonly sha256: Uint8Array
  /** Under which the rows were read. */
  readonly scope: AccessScope
}

/** The file is there. False where the export was cancelled meanwhile: the file is then nobody's. */
export async function finishExport(
  tx: TenantTx,
  { id, attempt }: Attempt,
  done: FinishedExport,
  now: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('export')
    .set({
      state: 'done',
      rows_done: String(done.rowsDone),
      rows_total: done.rowsTotal,
      columns: [...done.columns],
      as_of: done.asOf,
      size_bytes: done.sizeBytes,
      sha256: Buffer.from(done.sha256),
      scope: JSON.stringify(done.scope),
      lease_until: null,
      finished_at: now,
    })
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @param problem Words to be shown. */
export async function failExport(
  tx: TenantTx,
  { id, attempt }: Attempt,
  problem: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('export')
    .set({ state: 'failed', problem, lease_until: null, finished_at: now })
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('state', '=', 'running')
    .execute()
}

/** It could not be made now, for no fault of its: it is due again shortly, and the attempt does not count. */
export async function putOffExport(tx: TenantTx, { id, attempt }: Attempt, now: Date): Promise<void> {
  await tx
    .updateTable('export')
    .set({ lease_until: new Date(now.getTime() + putOffMs), put_off: sql`put_off + 1` })
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('state', '=', 'running')
    .execute()
}

/** Stops an export and gives up its file. Again is nothing new. */
export async function cancelExport(tx: TenantTx, userId: UserId, id: ExportId, now: Date): Promise<void> {
  await tx
    .updateTable('export')
    .set({ state: 'cancelled', lease_until: null, finished_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('state', 'in', ['queued', 'running', 'done'])
    .execute()
}

/** Gives up files that were made before `before`; their rows stay. */
export async function expireExports(tx: TenantTx, before: Date, now: Date): Promise<Attempt[]> {
  const rows = await tx
    .updateTable('export')
    .set({ state: 'cancelled', finished_at: now })
    .where('state', '=', 'done')
    .where('finished_at', '<', before)
    .returning(['id', 'attempts'])
    .execute()
  return rows.map(({ id, attempts: attempt }) => ({ id, attempt }))
}

const leaseFrom = (now: Date) => new Date(now.getTime() + leaseMs)
