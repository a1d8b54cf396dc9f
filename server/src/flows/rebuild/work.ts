import { dueFigures } from '#domains/metrics/rebuild.ts'
import type { DbContext } from '#platform/db.ts'
import { defineWork } from '#platform/work/work.ts'

export const figuresWork = defineWork<DbContext>({
  rows: dueFigures,
  load: async () => (await import('./follow-settings.ts')).followSettings,
})
