import { pendingMedia } from '#domains/messages/media-commands.ts'
import { Budget } from '#platform/budget.ts'
import { defineWork } from '#platform/work/work.ts'
import type { MediaContext } from './fetch-media.ts'

export const mediaWork = defineWork<MediaContext>({
  rows: pendingMedia,
  tenantsAtOnce: 4,
  async open(ctx) {
    const { fetchDueMedia, mostMediaBytes } = await import('./fetch-media.ts')
    const budget = new Budget(mostMediaBytes)
    return { turn: (tenantId) => fetchDueMedia(ctx, tenantId, budget) }
  },
})
