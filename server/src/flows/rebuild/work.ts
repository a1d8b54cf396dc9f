import { dueFigures } from '#domains/metrics/rebuild.ts'
import { defineWork } from '#platform/work/work.ts'
import type { SettingsContext } from './follow-settings.ts'

export const figuresWork = defineWork<SettingsContext>({
  rows: dueFigures,
  async open(ctx) {
    const { followSettings } = await import('./follow-settings.ts')
    return { turn: (tenantId) => followSettings(ctx, tenantId) }
  },
})
