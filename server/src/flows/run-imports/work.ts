import { defineWork } from '#platform/work/work.ts'
import type { RunImportsContext } from './run-imports.ts'
import { unfinishedImports } from './taking.ts'

export const importWork = defineWork<RunImportsContext>({
  rows: unfinishedImports,
  load: async () => (await import('./run-imports.ts')).runImports,
})
