import type { AskedExport } from './export-tray.ts'
import { ExportLine } from './ExportLine.tsx'

interface ExportLinesProps {
  asked: readonly AskedExport[]
  /** Changes the list of them. */
  change: (to: (known: readonly AskedExport[]) => readonly AskedExport[]) => void
}

/** The exports in the tray. */
export function ExportLines({ asked, change }: ExportLinesProps) {
  return asked.map((one) => (
    <ExportLine
      key={one.id}
      asked={one}
      onSaved={() => change((known) => known.map((it) => (it.id === one.id ? { ...it, isSaved: true } : it)))}
      onDismiss={() => change((known) => known.filter(({ id }) => id !== one.id))}
    />
  ))
}
