/** The rows of an imported file, with the result of each. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ImportId } from './ids.ts'
import { listQuery, listSpec, page } from './list.ts'

const params = z.object({ id: ImportId })

/** The outcome of a row, or its expected outcome while an import is only checked. */
export const importOutcomes = ['created', 'updated', 'skipped', 'failed'] as const
export const ImportOutcome = z.enum(importOutcomes)
export type ImportOutcome = z.infer<typeof ImportOutcome>

/** One row of the file and its outcome. */
export const ImportRow = z.object({
  /** As a spreadsheet counts, from 1. */
  line: z.int(),
  cells: z.array(z.string()),
  outcome: ImportOutcome.optional(),
  reason: z.string().optional(),
  /** If the import was undone: whether this row was, and why not. */
  undone: z.boolean().optional(),
  undoNote: z.string().optional(),
})
export type ImportRow = z.infer<typeof ImportRow>

export const importRowList = listSpec({
  fields: { line: { type: 'number', sort: true }, outcome: { type: 'enum', values: importOutcomes } },
  defaultSort: 'line',
})

/** Only for the person who started the import, and for readers of all groups: a row may be about people of any group. */
export const listImportRows = endpoint({
  method: 'GET',
  path: '/bff/api/v1/imports/:id/rows',
  params,
  query: listQuery(importRowList),
  response: page(ImportRow),
  access: 'signed-in',
  failures: ['import.not-found', 'import.rows-hidden'],
})

/** The failed rows with their reasons, as a file that can be corrected and uploaded again. */
export const getFailedRows = endpoint({
  method: 'GET',
  path: '/bff/api/v1/imports/:id/failed',
  params,
  response: z.any(),
  access: 'signed-in',
  failures: ['import.not-found', 'import.rows-hidden'],
  file: true,
})
