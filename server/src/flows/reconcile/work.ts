import { comparedAccounts } from '#domains/accounts/comparisons.ts'
import { defineWork } from '#platform/work/work.ts'
import type { ReconcileContext } from './reconcile.ts'

export const reconcileWork = defineWork<ReconcileContext>({
  rows: comparedAccounts,
  tenantsAtOnce: 4,
  async open(ctx) {
    const { reconcile } = await import('./reconcile.ts')
    return { turn: (tenantId) => reconcile(ctx, tenantId) }
  },
})
