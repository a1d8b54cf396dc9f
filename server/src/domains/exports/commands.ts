import type { ExportOmissions } from '@verbatim/contract/export-omissions.ts'
import type { ExportFormat } from '@verbatim/contract/export-request.ts'
import type { ExportId, UserId } from '@verbatim/contract/ids.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import { sql } from 'kysely'
import { purposeChange, recordAudit } from '#domains/audit/commands.ts'
import type { AccessScope, Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import type { TenantTx } from '#platform/db.ts'
import { countOf } from '#platform/rows.ts'
import type { DueRows } from '#platform/work/due-rows.ts'
import { giveUpSpent, prolong, settle, takeDue, type Try } from '#platform/work/tries.ts'
import { wake } from '#platform/work/wake.ts'

/** Unfinished exports of one user; more would only wait. */
const mostUnfinished = 2
/** After this time, an export starts again that lacked a database or space for its file. */
const putOffMs = 15_000

/** Exports that were requested and are not finished. */
export const unmadeExports: DueRows<'export'> = {
  name: 'exports',
  table: 'export',
  waits: () => sql`state in ('queued', 'running')`,
  lease: 'lease_until',
  // A worker reports far more often. If it does not report, it has stopped, and another starts again.
  leaseMs: 60_000,
  tries: 'attempts',
  uncounted: 'put_off',
  order: sql`created_at`,
  taking: { state: 'running', rows_done: '0' },
  held: sql`state = 'running'`,
  mostTries: 3,
  givingUp: (problem, now) => ({ state: 'failed', problem, lease_until: null, finished_at: now }),
  figures: {
    oldest: sql`min(created_at)`,
    givenUp: sql`select count(*) from public.export where state = 'failed'`,
  },
}

interface AskedExport {
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
  const unfinished = sql`export where user_id = ${actor.userId} and state in ('queued', 'running')`
  if ((await countOf(tx, unfinished)) >= mostUnfinished) throw new Failure('export.too-many')
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
  await recordExport(tx, actor, { kind, id, format, question }, now)
  await wake(tx, unmadeExports)
  return id
}

/** Also of a file that is made during its download, which has no ID of its own. */
export function recordExport(
  tx: TenantTx,
  actor: Actor,
  { kind, id, format, question }: AskedExport & { readonly id: string },
  now: Date,
): Promise<void> {
  const asked = Object.entries({ ...question, format })
  const changes = asked.map(([field, value]) => ({ field, old: null, new: value }))
  const stated = [...changes, ...purposeChange(actor)]
  return recordAudit(tx, actor, { type: 'export_created', target: { kind, id }, changes: stated }, now)
}

/** An export that a worker has taken. */
export interface TakenExport extends AskedExport {
  readonly id: ExportId
  readonly userId: UserId
  readonly tried: Try<'export'>
}

/** One attempt at an export, and its file. */
interface Attempt {
  readonly id: ExportId
  readonly attempt: number
}

export const attemptOf = ({ id, tried: { attempt } }: TakenExport): Attempt => ({ id, attempt })

export const fileIdOf = ({ id, attempt }: Attempt) => `${id}-${attempt}`

/** Takes the oldest due export for one lease. Exports that were interrupted too often fail. */
export async function takeExport(tx: TenantTx, now: Date): Promise<TakenExport | undefined> {
  await giveUpSpent(tx, unmadeExports, 'It was interrupted too often.', now)
  const [taken] = await takeDue(tx, unmadeExports, 1, now)
  if (!taken) return undefined
  const { id, user_id: userId, kind, format, question } = taken.row
  return { id, userId, kind, format, question, tried: taken.tried }
}

interface Progress {
  readonly rowsDone: number
  readonly rowsTotal: number
}

/** Reports progress and extends the lease. False if the export was cancelled. */
export async function reportProgress(
  tx: TenantTx,
  { tried }: TakenExport,
  { rowsDone, rowsTotal }: Progress,
  now: Date,
): Promise<boolean> {
  const progress = { rows_done: String(rowsDone), rows_total: rowsTotal }
  return (await prolong(tx, tried, now, progress)) !== undefined
}

interface FinishedExport extends Progress {
  readonly columns: readonly string[]
  readonly asOf: Date
  readonly sizeBytes: number
  readonly sha256: Uint8Array
  /** The access that the rows were read with. */
  readonly scope: AccessScope
  readonly permissions: readonly Permission[]
  readonly omissions: ExportOmissions
}

/** Marks the file as ready. False if the export was cancelled: then nothing refers to the file. */
export async function finishExport(
  tx: TenantTx,
  { tried }: TakenExport,
  made: FinishedExport,
  now: Date,
): Promise<boolean> {
  const done = {
    state: 'done' as const,
    rows_done: String(made.rowsDone),
    rows_total: made.rowsTotal,
    columns: [...made.columns],
    as_of: made.asOf,
    size_bytes: made.sizeBytes,
    sha256: Buffer.from(made.sha256),
    scope: JSON.stringify(made.scope),
    permissions: [...made.permissions],
    omissions: JSON.stringify(made.omissions),
    lease_until: null,
    finished_at: now,
  }
  return (await settle(tx, tried, { done }, now)) === 'done'
}

/** @param problem The text to show. */
export async function failExport(
  tx: TenantTx,
  { tried }: TakenExport,
  problem: string,
  now: Date,
): Promise<void> {
  await settle(tx, tried, { failed: problem, lasting: true }, now)
}

/** The export failed for a reason outside it: it is due again soon, and the attempt does not count. */
export async function putOffExport(tx: TenantTx, { tried }: TakenExport, now: Date): Promise<void> {
  await settle(tx, tried, { putOff: new Date(now.getTime() + putOffMs) }, now)
}

/** Cancels an export and releases its file. Cancelling it again changes nothing. */
export async function cancelExport(tx: TenantTx, userId: UserId, id: ExportId, now: Date): Promise<void> {
  await tx
    .updateTable('export')
    .set({ state: 'cancelled', lease_until: null, finished_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('state', 'in', ['queued', 'running', 'done'])
    .execute()
}

/** Releases files that were made before `before`; their rows stay. */
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
