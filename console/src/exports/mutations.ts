import { useMutation } from '@tanstack/react-query'
import type { ExportFormat } from '@verbatim/contract/export-request.ts'
import type { ExportId } from '@verbatim/contract/ids.ts'
import { useFailureToast } from '#failures/failure-toast.ts'
import { formatNames, useExportTray } from './export-tray.ts'

/** Requests an export's file from the server. */
export type StartExport = (format: ExportFormat) => Promise<{ exportId: ExportId }>

/** Starts an export and shows it in the tray. */
export function useStartExport(title: string, start: StartExport, onStarted?: () => void) {
  const watch = useExportTray()
  const tellFailure = useFailureToast()
  return useMutation({
    mutationFn: start,
    onSuccess: ({ exportId }, format) => {
      watch({ id: exportId, title, format })
      onStarted?.()
    },
    onError: (error, format) => {
      tellFailure(failureTitle(format), error)
    },
  })
}

/** Source: docs/rules/texts.md. */
export const failureTitle = (format: ExportFormat) =>
  `Cannot generate ${formatNames[format]} file with given data`
