import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ExportOmissions } from './export-omissions.ts'
import { ExportFormat } from './export-request.ts'
import { ExportId } from './ids.ts'

/** `queued` waits for a worker, for a moment or behind other exports. */
const exportStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

/** The progress of an export and, when it is done, the content of its file. */
export const Export = z.object({
  id: ExportId,
  kind: z.string(),
  format: ExportFormat,
  state: z.enum(exportStates),
  rowsDone: z.int(),
  /** Exact for the exported snapshot. Absent until it is counted. */
  rowsTotal: z.int().optional(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().optional(),
  /** The text to show if it failed. */
  problem: z.string().optional(),
  fileName: z.string(),
  /** The content of the file, for checking it: the number of rows without the heading, and the hash of its bytes. */
  manifest: z
    .object({
      rows: z.int(),
      columns: z.array(z.string()),
      sizeBytes: z.int(),
      sha256: z.string(),
      /** The moment whose data this is. */
      asOf: z.iso.datetime(),
      /** The question of the export, as parameters. */
      question: z.record(z.string(), z.string()),
      /** What it lacks; absent for files that an earlier release made. */
      omissions: ExportOmissions.optional(),
    })
    .optional(),
})
export type Export = z.infer<typeof Export>

const params = z.object({ id: ExportId })

/** Users see only their own exports. */
export const getExport = endpoint({
  method: 'GET',
  path: '/bff/api/v1/exports/:id',
  params,
  response: Export,
  access: 'signed-in',
  failures: ['export.not-found'],
})

export const getExportFile = endpoint({
  method: 'GET',
  path: '/bff/api/v1/exports/:id/file',
  params,
  response: z.any(),
  access: 'signed-in',
  failures: ['export.not-found', 'export.unfinished', 'export.withdrawn'],
  file: true,
})

/** Stops an export that runs and removes the file of one that is done. */
export const cancelExport = endpoint({
  method: 'DELETE',
  path: '/bff/api/v1/exports/:id',
  params,
  response: Export,
  access: 'signed-in',
  failures: ['export.not-found'],
})
