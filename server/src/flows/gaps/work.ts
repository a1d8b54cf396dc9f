import { dueGaps } from '#domains/accounts/gaps.ts'
import { defineWork } from '#platform/work/work.ts'
import type { GapContext } from './tell-gaps.ts'

export const gapWork = defineWork<GapContext>({
  rows: dueGaps,
  async open(ctx) {
    const { tellGaps } = await import('./tell-gaps.ts')
    return { turn: (tenantId) => tellGaps(ctx, tenantId) }
  },
})
