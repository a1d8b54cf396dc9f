import { type ReactNode, useCallback, useState } from 'react'
import { type AskedExport, ExportTrayContext } from './export-tray.ts'
import { ExportCard } from './ExportCard.tsx'
import classes from './ExportTray.module.css'

/** Holds the exports of this tab while one goes on working: they outlive the screen they were started on. */
export function ExportTray({ children }: { children: ReactNode }) {
  const [watched, setWatched] = useState<readonly AskedExport[]>([])
  const watch = useCallback((asked: AskedExport) => setWatched((known) => [asked, ...known]), [])
  return (
    <ExportTrayContext value={watch}>
      {children}
      <section className={classes.tray} aria-label="Exports">
        {watched.map((asked) => (
          <ExportCard
            key={asked.id}
            asked={asked}
            onDismiss={() => setWatched((known) => known.filter(({ id }) => id !== asked.id))}
          />
        ))}
      </section>
    </ExportTrayContext>
  )
}
