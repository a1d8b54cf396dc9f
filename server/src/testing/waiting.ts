import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'

/** How many wait for this transaction to end. */
export async function countWaiting(tx: TenantTx): Promise<number | undefined> {
  const { rows } = await sql<{ n: number }>`select count(distinct pid)::int as n from pg_locks
    where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(tx)
  return rows[0]?.n
}
