import { defineWork } from '#platform/work/work.ts'
import type { RunImportsContext } from './run-imports.ts'
import { unfinishedImports } from './taking.ts'

export const importWork = defineWork<RunImportsContext>({
  rows: unfinishedImports,
  run: async (ctx, tenantId) => (await import('./run-imports.ts')).runImports(ctx, tenantId),
})
