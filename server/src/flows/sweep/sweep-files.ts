import { hourMs } from '@verbatim/contract/durations.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { expireExports } from '#domains/exports/commands.ts'
import { findExportFileIds } from '#domains/exports/queries.ts'
import { exportLifeMs } from '#flows/make-exports/run-exports.ts'
import type { Blobs } from '#platform/blobs.ts'
import { type DbContext, inTenant } from '#platform/db.ts'
import type { NamedFiles } from '#platform/named-files.ts'

/** After this long without a new byte, a file's writer is gone. */
const abandonedMs = hourMs

/**
 * Removes files that are no longer needed: expired exports, and files that killed processes left unfinished or without a
 * row. Stored blobs are never removed.
 * @returns How many files it removed.
 */
export async function sweepFiles(
  { db, blobs, exportFiles, now }: DbContext & { readonly blobs: Blobs; readonly exportFiles: NamedFiles },
  tenantId: TenantId,
): Promise<number> {
  const time = now().getTime()
  const wanted = await inTenant(db, tenantId, async (tx) => {
    await expireExports(tx, new Date(time - exportLifeMs), now())
    return findExportFileIds(tx)
  })
  const before = new Date(time - abandonedMs)
  return (await exportFiles.sweep(tenantId, { wanted, before })) + (await blobs.sweep(tenantId, before))
}
