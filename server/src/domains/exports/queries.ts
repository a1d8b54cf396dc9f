import type { Export } from '@verbatim/contract/exports.ts'
import type { ExportId, UserId } from '@verbatim/contract/ids.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import type { Selectable } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { reachesAsFar } from '#access/scope.ts'
import type { TenantTx } from '#platform/db.ts'
import type { ExportTable } from '#schema/exports.ts'
import { fileIdOf } from './commands.ts'

/** @throws Failure `export.not-found`, also if another user requested it. */
export async function requireExport(tx: TenantTx, userId: UserId, id: ExportId): Promise<Export> {
  const row = await tx
    .selectFrom('export')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow(() => new Failure('export.not-found', { id }))
  return toExport(row)
}

/**
 * The file of an export, only for the user who requested it, while they may see everything it was made from.
 * @param parts The permissions that may have decided what is in it: an earlier release did not note those that it was made with.
 * @throws Failure `export.not-found`, `export.unfinished`, `export.withdrawn`
 */
export async function requireExportFile(
  tx: TenantTx,
  actor: Pick<Actor, 'userId' | 'scope' | 'permissions'>,
  id: ExportId,
  parts: readonly Permission[],
): Promise<{ made: Export; fileId: string }> {
  const made = await requireExport(tx, actor.userId, id)
  if (made.state !== 'done') throw new Failure('export.unfinished', { id, state: made.state })
  const row = await tx
    .selectFrom('export')
    .select(['attempts', 'scope', 'permissions'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const maySee = (row.permissions ?? parts).every((one) => actor.permissions.has(one))
  if (!row.scope || !reachesAsFar(actor.scope, row.scope) || !maySee)
    throw new Failure('export.withdrawn', { id })
  return { made, fileId: fileIdOf({ id, attempt: row.attempts }) }
}

/** Where the file of a user's own export is stored. */
export async function findExportFileId(tx: TenantTx, userId: UserId, id: ExportId): Promise<string> {
  const { attempts: attempt } = await tx
    .selectFrom('export')
    .select('attempts')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return fileIdOf({ id, attempt })
}

/** The files of all exports that can still be downloaded. */
export async function findExportFileIds(tx: TenantTx): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('export')
    .select(['id', 'attempts'])
    .where('state', 'in', ['running', 'done'])
    .execute()
  return new Set(rows.map(({ id, attempts: attempt }) => fileIdOf({ id, attempt })))
}

function toExport(row: Selectable<ExportTable>): Export {
  return {
    id: row.id,
    kind: row.kind,
    format: row.format,
    state: row.state,
    rowsDone: Number(row.rows_done),
    ...(row.rows_total !== null && { rowsTotal: Number(row.rows_total) }),
    createdAt: row.created_at.toISOString(),
    ...(row.finished_at && { finishedAt: row.finished_at.toISOString() }),
    ...(row.problem && { problem: row.problem }),
    fileName: row.file_name,
    ...manifestOf(row),
  }
}

function manifestOf(row: Selectable<ExportTable>): Pick<Export, 'manifest'> {
  if (row.state !== 'done' || !row.sha256 || !row.as_of) return {}
  return {
    manifest: {
      rows: Number(row.rows_done),
      columns: row.columns ?? [],
      sizeBytes: Number(row.size_bytes),
      sha256: row.sha256.toString('hex'),
      asOf: row.as_of.toISOString(),
      question: row.question,
      ...(row.omissions && { omissions: row.omissions }),
    },
  }
}
