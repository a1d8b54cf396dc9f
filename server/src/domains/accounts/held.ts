import type { TenantTx } from '#platform/db.ts'
import type { Held } from './collections.ts'

/** Whether another process has the connection by now. If none has, none takes it before the transaction ends. */
export async function isHeldElsewhere(tx: TenantTx, { id, holder }: Held): Promise<boolean> {
  const row = await tx
    .selectFrom('account_session')
    .where('account_id', '=', id)
    .select('holder')
    .forShare()
    .executeTakeFirst()
  return row !== undefined && row.holder !== null && row.holder !== holder
}
