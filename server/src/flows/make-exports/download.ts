import type { Export } from '@verbatim/contract/exports.ts'
import type { ExportId } from '@verbatim/contract/ids.ts'
import { requireExport, requireExportFile } from '#domains/exports/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { exportKinds } from './kinds.ts'

/**
 * A user's own file that is ready. What it was made with is checked again at each download; a kind that no longer exists has none.
 * @throws Failure `export.not-found`, `access.denied`, `export.unfinished`, `export.withdrawn`
 */
export async function requireDownload(
  tx: TenantTx,
  actor: Actor,
  id: ExportId,
): Promise<{ readonly made: Export; readonly fileId: string }> {
  const { kind, manifest } = await requireExport(tx, actor.userId, id)
  const { permission, parts } = exportKinds[kind] ?? {}
  if (!permission || !actor.permissions.has(permission))
    throw new Failure('access.denied', { permission: permission ?? kind })
  return requireExportFile(tx, actor, id, parts?.(manifest?.question ?? {}, {}) ?? [])
}
