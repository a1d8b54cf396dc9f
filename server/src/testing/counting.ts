import type { TenantId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { PartCounting } from '#domains/metrics/counted-parts.ts'
import { type Db, inTenant } from '#platform/db.ts'

/** The reader stays, and each part has to be counted. */
export const wholly: PartCounting = {
  signal: new AbortController().signal,
  onFailure(_, error) {
    throw error
  },
}

/** Keeps a table from all who read it, until what it returns is called. */
export async function holdTable(db: Db, tenantId: TenantId, table: string): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const holding = inTenant(db, tenantId, async (tx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
    held.resolve()
    await released.promise
  })
  await Promise.race([held.promise, holding])
  return async () => {
    released.resolve()
    await holding
  }
}
