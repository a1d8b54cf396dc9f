import type { ExportFormat } from '@verbatim/contract/exports.ts'
import type { ExportId } from '@verbatim/contract/ids.ts'
import { createContext, useContext } from 'react'

/** A file that the user requested in this tab. */
export interface AskedExport {
  readonly id: ExportId
  /** The name of its rows: "Messages". */
  readonly title: string
  readonly format: ExportFormat
}

export const ExportTrayContext = createContext<(asked: AskedExport) => void>(() => {})

/** Watches an export that has begun, on any screen. */
export function useExportTray(): (asked: AskedExport) => void {
  return useContext(ExportTrayContext)
}

/** How a format is called. */
export const formatNames: Record<ExportFormat, string> = { csv: 'CSV', xlsx: 'XLSX' }
