import { dueFigures } from '#domains/metrics/rebuild.ts'
import { defineWork } from '#platform/work/work.ts'
import type { SettingsContext } from './follow-settings.ts'

export const figuresWork = defineWork<SettingsContext>({
  rows: dueFigures,
  load: async () => (await import('./follow-settings.ts')).followSettings,
})
