import { comparedAccounts } from '#domains/accounts/comparisons.ts'
import { defineWork } from '#platform/work/work.ts'
import type { ReconcileContext } from './reconcile.ts'

export const reconcileWork = defineWork<ReconcileContext>({
  rows: comparedAccounts,
  tenantsAtOnce: 4,
  load: async () => (await import('./reconcile.ts')).reconcile,
})
