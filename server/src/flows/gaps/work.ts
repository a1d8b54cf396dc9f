import { dueChecks } from '#domains/accounts/checks.ts'
import { dueGaps } from '#domains/accounts/gaps.ts'
import { defineWork } from '#platform/work/work.ts'
import type { CheckContext } from './check-accounts.ts'
import type { GapContext } from './notify-of-gaps.ts'

export const gapWork = defineWork<GapContext>({
  rows: dueGaps,
  async open(ctx) {
    const { notifyOfGaps } = await import('./notify-of-gaps.ts')
    return { turn: (tenantId) => notifyOfGaps(ctx, tenantId) }
  },
})

export const checkWork = defineWork<CheckContext>({
  rows: dueChecks,
  tenantsAtOnce: 4,
  async open(ctx) {
    const { checkAccounts } = await import('./check-accounts.ts')
    return { turn: (tenantId) => checkAccounts(ctx, tenantId) }
  },
})
