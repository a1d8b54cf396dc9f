import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useViewer } from '#shell/use-app-context.ts'
import { type AskedExport, ExportTrayContext } from './export-tray.ts'
import classes from './ExportTray.module.css'

const ExportCards = lazy(() =>
  import('./ExportCards.tsx').then(({ ExportCards: Loaded }) => ({ default: Loaded })),
)

/**
 * Shows the exports of this tab. They continue after the user leaves the screen where they started. Those whose files are not saved yet are
 * here again after a reload, or when the same user is back after the session ended.
 */
export function ExportTray({ children }: { children: ReactNode }) {
  const tray = useRef<HTMLElement>(null)
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
      {children}
      <section ref={tray} className={classes.tray} aria-label="Exports">
        <Suspense>{asked.length > 0 && <ExportCards {...{ asked, tray, change }} />}</Suspense>
      </section>
    </ExportTrayContext>
  )
}
