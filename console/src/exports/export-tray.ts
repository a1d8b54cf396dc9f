import type { ExportFormat } from '@verbatim/contract/exports.ts'
import type { ExportId } from '@verbatim/contract/ids.ts'
import { createContext, useContext } from 'react'

/** A file that somebody asked for in this tab. */
export interface AskedExport {
  readonly id: ExportId
  /** What it lists: "Messages". */
  readonly title: string
  readonly format: ExportFormat
}

export const ExportTrayContext = createContext<(asked: AskedExport) => void>(() => {})

/** Watches over an export that has begun, whatever screen comes next. */
export function useExportTray(): (asked: AskedExport) => void {
  return useContext(ExportTrayContext)
}

/** How a format is called. */
export const formatNames: Record<ExportFormat, string> = { csv: 'CSV', xlsx: 'XLSX' }
