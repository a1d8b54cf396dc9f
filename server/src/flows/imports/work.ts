import { defineWork } from '#platform/work/work.ts'
import type { RunImportsContext } from './run-imports.ts'
import { unfinishedImports } from './taking.ts'

export const importWork = defineWork<RunImportsContext>({
  rows: unfinishedImports,
  async open(ctx) {
    const { runImports } = await import('./run-imports.ts')
    return { turn: (tenantId) => runImports(ctx, tenantId) }
  },
})
