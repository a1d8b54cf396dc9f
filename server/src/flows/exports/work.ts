import { unmadeExports } from '#domains/exports/commands.ts'
import { defineWork } from '#platform/work/work.ts'
import { type ExportContext, runExports } from './run-exports.ts'

export const exportWork = defineWork<ExportContext>({ rows: unmadeExports, run: runExports })
