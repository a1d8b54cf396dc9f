import { type ExportedRows, exportedRows } from '@verbatim/contract/exported-rows.ts'
import { type RowExportCall, rowExportCalls } from '@verbatim/contract/row-exports.ts'
import type { StartExport } from '#exports/mutations.ts'
import type { z } from 'zod'
import { useApi } from '#shell/use-app-context.ts'

/** How all rows of a list are exported. */
export interface RowExport {
  /** The name of the rows. */
  readonly title: string
  readonly start: StartExport
}

type Question<K extends ExportedRows> = z.input<(typeof rowExportCalls)[K]['query']>

/** The export of a list's rows: of the question that it shows, in its order. */
export function useRowExport<K extends ExportedRows>(kind: K, query: Question<K>): RowExport {
  const api = useApi()
  const call: RowExportCall = rowExportCalls[kind]
  const name = exportedRows[kind]
  return {
    title: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    start: (format) => api(call, { query, body: { format } }),
  }
}
