import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { useViewer } from '#shell/use-app-context.ts'
import { type AskedExport, ExportTrayContext } from './export-tray.ts'
import classes from './ExportTray.module.css'
import { useFocusInSight } from './use-focus-in-sight.ts'

const ExportLines = lazy(() =>
  import('./ExportLines.tsx').then(({ ExportLines: Loaded }) => ({ default: Loaded })),
)

/**
 * Shows the exports of this tab. They continue after the user leaves the screen where they started. Those whose files are not saved yet are
 * here again after a reload, or when the same user is back after the session ended.
 * @param children Places the tray, which has room of its own: it covers nothing.
 */
export function ExportTray({ children }: { children: (tray: ReactNode) => ReactNode }) {
  const tray = useFocusInSight()
  const key = `verbatim.exports.${useViewer().id}`
  const [asked, change] = useState<readonly AskedExport[]>(
    () => JSON.parse(sessionStorage.getItem(key) ?? '[]') as AskedExport[], // only the effect below writes it
  )
  useEffect(
    () => sessionStorage.setItem(key, JSON.stringify(asked.filter(({ isSaved }) => !isSaved))),
    [key, asked],
  )
  const watch = useCallback(
    (one: AskedExport) => change((known) => [one, ...known.filter(({ id }) => id !== one.id)]),
    [],
  )
  return (
    <ExportTrayContext value={watch}>
      {children(
        <section ref={tray} className={classes.tray} aria-label="Exports" data-screen-only>
          <Suspense>{asked.length > 0 && <ExportLines {...{ asked, change }} />}</Suspense>
        </section>,
      )}
    </ExportTrayContext>
  )
}
