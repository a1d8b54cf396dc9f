import { unmadeExports } from '#domains/exports/commands.ts'
import { defineWork } from '#platform/work/work.ts'
import type { ExportContext } from './run-exports.ts'

export const exportWork = defineWork<ExportContext>({
  rows: unmadeExports,
  load: async () => (await import('./run-exports.ts')).runExports,
})
