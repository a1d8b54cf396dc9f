import { z } from 'zod'
import { ExportId } from './ids.ts'

/** The file formats of an export. */
export const exportFormats = ['csv', 'xlsx'] as const
export const ExportFormat = z.enum(exportFormats)
export type ExportFormat = z.infer<typeof ExportFormat>

/** The body of every export call. The question is in the query. */
export const ExportRequest = z
  .strictObject({ format: ExportFormat.default('csv') })
  .default({ format: 'csv' })

export const ExportStarted = z.object({ exportId: ExportId })
