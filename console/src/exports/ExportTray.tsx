import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { type AskedExport, ExportTrayContext } from './export-tray.ts'
import classes from './ExportTray.module.css'

const ExportCard = lazy(() =>
  import('./ExportCard.tsx').then(({ ExportCard: Loaded }) => ({ default: Loaded })),
)

/** Shows the exports of this tab. They continue after the user leaves the screen where they started. */
export function ExportTray({ children }: { children: ReactNode }) {
  const [watched, setWatched] = useState<readonly AskedExport[]>([])
  const watch = useCallback((asked: AskedExport) => setWatched((known) => [asked, ...known]), [])
  return (
    <ExportTrayContext value={watch}>
      {children}
      <section className={classes.tray} aria-label="Exports">
        <Suspense>
          {watched.map((asked) => (
            <ExportCard
              key={asked.id}
              asked={asked}
              onDismiss={() => setWatched((known) => known.filter(({ id }) => id !== asked.id))}
            />
          ))}
        </Suspense>
      </section>
    </ExportTrayContext>
  )
}
