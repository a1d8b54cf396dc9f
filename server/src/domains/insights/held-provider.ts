import type { InsightProviderId } from '@verbatim/contract/insight-providers.ts'
import type { TenantTx } from '#platform/db.ts'

/** Whether a provider is connected; if so, it is not removed before the transaction ends. */
export async function holdProvider(tx: TenantTx, id: InsightProviderId): Promise<boolean> {
  const row = await tx
    .selectFrom('insight_provider')
    .select('id')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}
