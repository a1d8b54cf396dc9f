import { hourMs } from '@verbatim/contract/durations.ts'
import type { ImportId } from '@verbatim/contract/ids.ts'
import type { ImportSettings, ImportState } from '@verbatim/contract/imports.ts'
import { undoHours } from '@verbatim/contract/imports.ts'
import { type RawBuilder, sql, type Updateable } from 'kysely'
import { recordAudit } from '#domains/audit/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import { requireVersion, type Seen } from '#kernel/version.ts'
import { insertMany, keyText } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { countOf } from '#platform/rows.ts'
import type { Table } from '@verbatim/documents/tables/table.ts'
import type { ImportTable } from '#schema/imports.ts'
import type { Mapping } from './model.ts'
import { forgetOutcomes } from './taking.ts'

/** Per organization; more imports wait. */
const mostUnfinished = 2

interface NewImport {
  readonly kind: string
  readonly fileName: string
  readonly table: Table
  readonly mapping: Mapping
  readonly settings: ImportSettings
  /** Imported at once, or stored until its columns are mapped. */
  readonly state: 'draft' | 'queued'
}

const rowsAtOnce = 250

/** Stores the rows of a file. @throws Failure `import.too-many` */
export async function createImport(
  tx: TenantTx,
  actor: Actor,
  { kind, fileName, table, mapping, settings, state }: NewImport,
  now: Date,
): Promise<ImportId> {
  if (state === 'queued') await checkRoom(tx)
  const id = newId<ImportId>(now)
  await tx
    .insertInto('import')
    .values({
      id,
      user_id: actor.userId,
      user_name: actor.name,
      mapped_by: actor.userId,
      uploaded_by: actor.userId,
      kind,
      file_name: keyText(fileName),
      format: table.format,
      headings: table.headings.map(keyText),
      mapping: JSON.stringify(mapping),
      settings: JSON.stringify(settings),
      state,
      rows_total: table.rows.length,
      lease_until: null,
      problem: null,
      created_at: now,
      finished_at: null,
    })
    .execute()
  // The endpoints wait while a statement is built, so it takes few rows at a time.
  for (let from = 0; from < table.rows.length; from += rowsAtOnce) {
    await insertMany(
      tx,
      'import_row',
      { import_id: 'uuid', ordinal: 'integer', line: 'integer', cells: 'text[]' },
      table.rows
        .slice(from, from + rowsAtOnce)
        .map(({ line, cells }, index) => ({ import_id: id, ordinal: from + index + 1, line, cells })),
    )
  }
  if (state === 'queued') await recordStart(tx, actor, { id, kind, fileName, rows: table.rows.length }, now)
  return id
}

async function checkRoom(tx: TenantTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('imports' || current_setting('app.tenant_id'), 0))`.execute(
    tx,
  )
  const unfinished = sql`import where state in ('queued', 'running')`
  if ((await countOf(tx, unfinished)) >= mostUnfinished) throw new Failure('import.too-many')
}

function recordStart(
  tx: TenantTx,
  actor: Actor,
  { id, kind, fileName, rows }: { id: ImportId; kind: string; fileName: string; rows: number },
  now: Date,
): Promise<void> {
  const target = { kind: 'import', id, name: fileName }
  const changes = [{ field: 'kind', old: null, new: kind }]
  return recordAudit(tx, actor, { type: 'import_started', target, changes, counts: { rows } }, now)
}

/**
 * The user who starts an import is responsible for it: the worker uses their permissions, and the audit trail names them, even if
 * another user uploaded the file.
 */
const startedBy = ({ userId, name }: Actor) => ({ user_id: userId, user_name: name })

/** Sets the mapping of the columns. @throws Failure `import.wrong-state` */
export async function mapImport(
  tx: TenantTx,
  actor: Actor,
  id: ImportId,
  { mapping, settings }: { readonly mapping: Mapping; readonly settings: ImportSettings },
): Promise<void> {
  const said = {
    mapping: JSON.stringify(mapping),
    settings: JSON.stringify(settings),
    mapped_by: actor.userId,
    version: sql<number>`version + 1`,
  }
  await goAnew(tx, actor, id, { state: 'draft', ...said })
}

/** Its version is how often the mapping has been set. */
export type SeenImport = Seen<ImportId>

/** Queues a check of every row. @throws Failure `import.wrong-state`, `import.changed` */
export async function beginCheck(
  tx: TenantTx,
  actor: Actor,
  { id, expectedVersion }: SeenImport,
): Promise<void> {
  await requireSeen(tx, actor, { id, expectedVersion })
  await goAnew(tx, actor, id, { state: 'checking' })
}

/** Queues the import of the rows. @throws Failure `import.wrong-state`, `import.changed`, `import.too-many` */
export async function beginImport(
  tx: TenantTx,
  actor: Actor,
  { id, expectedVersion }: SeenImport,
  now: Date,
): Promise<void> {
  await checkRoom(tx)
  await requireSeen(tx, actor, { id, expectedVersion })
  const row = await goAnew(tx, actor, id, { state: 'queued' })
  await recordStart(tx, actor, { id, kind: row.kind, fileName: row.file_name, rows: row.rows_total }, now)
}

/**
 * The import runs with the permissions of the user who starts it, so they have set the mapping themselves or name the version they
 * saw.
 * @throws Failure `import.changed`
 */
async function requireSeen(
  tx: TenantTx,
  { userId }: Actor,
  { id, expectedVersion }: SeenImport,
): Promise<void> {
  const { version, mapped_by } = await tx
    .selectFrom('import')
    .select(['version', 'mapped_by'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const expected = expectedVersion ?? (mapped_by === userId ? version : undefined)
  if (expected === undefined) throw new Failure('import.changed', { version })
  requireVersion('import.changed', version, expected)
}

/**
 * Cancels after the current batch. Cancelling again changes nothing. Rows that were only checked are reset.
 * @throws Failure `import.wrong-state`
 */
export async function cancelImport(tx: TenantTx, actor: Actor, id: ImportId, now: Date): Promise<void> {
  const before = await tx
    .selectFrom('import')
    .select('state')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (before.state === 'cancelled') return
  const isTaken = before.state === 'running'
  const row = await go(tx, id, ['draft', 'checking', 'checked', 'queued', 'running'], {
    ...(!isTaken && fromTheStart),
    state: 'cancelled',
    lease_until: null,
    finished_at: now,
  })
  if (!isTaken) await forgetOutcomes(tx, id)
  const target = { kind: 'import', id, name: row.file_name }
  await recordAudit(tx, actor, { type: 'import_cancelled', target, counts: { rows: row.rows_done } }, now)
}

/**
 * Queues the undo of rows that were not changed since. It has the permissions of the user who asks for it; the import is still shown
 * as started by the same user.
 * @throws Failure `import.undo-over`
 */
export async function beginUndo(tx: TenantTx, actor: Actor, id: ImportId, now: Date): Promise<void> {
  const since = new Date(now.getTime() - undoHours * hourMs)
  const row = await tx
    .selectFrom('import')
    .select(['file_name', 'state', 'rows_done'])
    .where('id', '=', id)
    .where('state', 'in', ['done', 'cancelled', 'failed'])
    .where('finished_at', '>', since)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Failure('import.undo-over', { hours: undoHours })
  await tx
    .updateTable('import')
    .set({
      user_id: actor.userId,
      state: 'undoing',
      rows_done: 0,
      attempts: 0,
      lease_until: null,
      mails_due: 0,
      undo_counts: '{}',
    })
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('import_row')
    .set({ mail_due: false })
    .where('import_id', '=', id)
    .where('mail_due', '=', true)
    .execute()
  const target = { kind: 'import', id, name: row.file_name }
  const changes = [{ field: 'state', old: row.state, new: 'undoing' }]
  const counts = { rows: row.rows_done }
  await recordAudit(tx, actor, { type: 'import_undone', target, changes, counts }, now)
}

const fromTheStart = {
  rows_done: 0,
  attempts: 0,
  lease_until: null,
  counts: '{}',
  problem: null,
  finished_at: null,
} as const

type Change = Omit<Updateable<ImportTable>, 'version'> & { readonly version?: RawBuilder<number> }

/** Starts without the results of an earlier check. @throws Failure `import.wrong-state` */
async function goAnew(tx: TenantTx, actor: Actor, id: ImportId, change: Change) {
  const row = await go(tx, id, ['draft', 'checked'], { ...fromTheStart, ...startedBy(actor), ...change })
  await forgetOutcomes(tx, id)
  return row
}

async function go(tx: TenantTx, id: ImportId, from: readonly ImportState[], change: Change) {
  const row = await tx
    .updateTable('import')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .returning(['kind', 'file_name', 'rows_total', 'rows_done'])
    .executeTakeFirst()
  if (!row) throw new Failure('import.wrong-state')
  return row
}
