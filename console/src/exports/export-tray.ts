import type { ExportFormat } from '@verbatim/contract/export-request.ts'
import type { ExportId } from '@verbatim/contract/ids.ts'
import { createContext, useContext } from 'react'

/** A file that the user requested in this tab. */
export interface AskedExport {
  readonly id: ExportId
  /** The name of its rows: "Messages". */
  readonly title: string
  readonly format: ExportFormat
  /** Its file was saved: not again by itself, and it is shown no longer than this page. */
  readonly isSaved?: boolean
}

export const ExportTrayContext = createContext<(asked: AskedExport) => void>(() => {})

/** Watches a started export on any screen. */
export function useExportTray(): (asked: AskedExport) => void {
  return useContext(ExportTrayContext)
}

/** The name of a format. */
export const formatNames: Record<ExportFormat, string> = { csv: 'CSV', xlsx: 'XLSX' }
