import { defineWork } from '#platform/work/work.ts'
import { runImports, type RunImportsContext } from './run-imports.ts'
import { unfinishedImports } from './taking.ts'

export const importWork = defineWork<RunImportsContext>({ rows: unfinishedImports, run: runImports })
