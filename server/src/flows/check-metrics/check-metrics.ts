import type { TenantId } from '@verbatim/contract/ids.ts'
import { checkSample } from '#domains/metrics/self-check.ts'
import { type DbContext, inTenant } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'

export interface MetricCheckContext extends DbContext {
  readonly log: Log
}

/** Compares a sample of what an organization's figures read with its messages and decisions. @returns Whether it was due: 1 or 0. */
export async function checkMetrics(
  { db, log, now }: MetricCheckContext,
  tenantId: TenantId,
): Promise<number> {
  const checked = await inTenant(db, tenantId, (tx) => checkSample(tx, now()))
  if (!checked) return 0
  const { days, differing } = checked
  if (differing > 0)
    log.error(
      { tenantId, days, differing },
      'counts, themes, mentions, openings or precedents for Key Metrics differ from the messages and decisions: run npm run verify, then npm run rebuild -- metrics',
    )
  return 1
}
