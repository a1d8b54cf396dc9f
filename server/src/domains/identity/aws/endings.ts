import { dayMs } from '@verbatim/contract/durations.ts'
import type { TenantId, UserId } from '@verbatim/contract/ids.ts'
import { type DbContext, inTenant, type TenantTx } from '#platform/db.ts'

/** A session that another process ended is refused after this long. */
const memoryMs = 3_000
/** Longest lifetime of a pool's access token. */
const longestTokenMs = dayMs

/** AWS ends refresh tokens; access tokens already issued are refused here. Source: docs/rules/identity.md. */
export async function refuseEarlier(tx: TenantTx, userId: UserId, before: Date): Promise<void> {
  await tx
    .insertInto('identity_signed_out')
    .values({ user_id: userId, before })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet({ before }))
    .execute()
}

/** Users whose sessions ended while their tokens may still be valid; read again every few seconds. */
export function rememberEndings({ db, now }: DbContext) {
  const known = new Map<TenantId, { readonly at: number; readonly endings: Map<string, Date> }>()
  return async (tenantId: TenantId): Promise<Map<string, Date>> => {
    const time = now().getTime()
    const entry = known.get(tenantId)
    if (entry && Math.abs(time - entry.at) < memoryMs) return entry.endings
    const rows = await inTenant(db, tenantId, (tx) =>
      tx
        .selectFrom('identity_signed_out')
        .select(['user_id', 'before'])
        .where('before', '>', new Date(time - longestTokenMs))
        .execute(),
    )
    const endings = new Map<string, Date>(rows.map((row) => [row.user_id, row.before]))
    known.set(tenantId, { at: time, endings })
    return endings
  }
}
