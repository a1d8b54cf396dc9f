import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'

/** Admits one raiser per tenant until the transaction ends, so that message order is kept and an incident is one event. */
export async function lockTenant(tx: TenantTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ingest ${tx.tenantId}`}, 0))`.execute(tx)
}
