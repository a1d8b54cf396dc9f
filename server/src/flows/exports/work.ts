import { unmadeExports } from '#domains/exports/commands.ts'
import { defineWork } from '#platform/work/work.ts'
import type { ExportContext } from './run-exports.ts'

export const exportWork = defineWork<ExportContext>({
  rows: unmadeExports,
  async open(ctx) {
    const { runExports } = await import('./run-exports.ts')
    return { turn: (tenantId) => runExports(ctx, tenantId) }
  },
})
