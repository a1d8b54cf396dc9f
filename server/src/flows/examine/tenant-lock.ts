import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'

/** One raiser per tenant at a time, until the transaction ends: records become messages in order, and an incident one event. */
export async function lockTenant(tx: TenantTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ingest ${tx.tenantId}`}, 0))`.execute(tx)
}
