import type { TenantId } from '@verbatim/contract/ids.ts'
import { beginReading } from '#domains/messages/promise-reading.ts'
import { type EarlierContext, readEarlier } from '#flows/promises/read-earlier.ts'
import { inTenant } from '#platform/db.ts'

/** Reads an organization's messages of the last months anew for promises. If it is killed, a worker goes on. */
export async function rebuildPromises(ctx: EarlierContext, tenantId: TenantId): Promise<void> {
  await inTenant(ctx.db, tenantId, (tx) => beginReading(tx, ctx.now()))
  while ((await readEarlier(ctx, tenantId)) > 0);
}
