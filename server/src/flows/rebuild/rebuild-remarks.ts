import type { TenantId } from '@verbatim/contract/ids.ts'
import { beginReading, type RemarkKind } from '#domains/messages/remark-reading.ts'
import { readEarlier } from '#flows/find-remarks/read-earlier.ts'
import { type DbContext, inTenant } from '#platform/db.ts'

/** Reads an organization's earlier messages again for remarks of one kind. If it is killed or stopped, a worker goes on. */
export async function rebuildRemarks(
  ctx: DbContext,
  tenantId: TenantId,
  kind: RemarkKind,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted()
  await inTenant(ctx.db, tenantId, (tx) => beginReading(tx, kind, ctx.now()))
  while ((await readEarlier(ctx, tenantId, kind)) > 0) signal?.throwIfAborted()
}
