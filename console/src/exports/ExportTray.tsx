import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { type AskedExport, ExportTrayContext } from './export-tray.ts'
import classes from './ExportTray.module.css'

const ExportCard = lazy(() =>
  import('./ExportCard.tsx').then(({ ExportCard: Loaded }) => ({ default: Loaded })),
)

/** Shows the exports of this tab. They continue after the user leaves the screen where they started. */
export function ExportTray({ children }: { children: ReactNode }) {
  const { tray, isHigh } = useTrayAside()
  const [watched, setWatched] = useState<readonly AskedExport[]>([])
  const watch = useCallback((asked: AskedExport) => setWatched((known) => [asked, ...known]), [])
  return (
    <ExportTrayContext value={watch}>
      {children}
      <section ref={tray} className={classes.tray} data-high={isHigh || undefined} aria-label="Exports">
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

/** At the bottom, or below the head of the page: where it does not cover what a user of the keyboard is at. */
function useTrayAside() {
  const tray = useRef<HTMLElement>(null)
  const [isHigh, setHigh] = useState(false)
  useEffect(() => {
    const element = tray.current
    if (!element) return
    const makeWay = () => {
      const focused = document.activeElement
      if (!focused?.matches(':focus-visible') || element.contains(focused)) return
      if (covers(element.getBoundingClientRect(), focused.getBoundingClientRect())) setHigh((now) => !now)
    }
    const growth = new ResizeObserver(makeWay)
    growth.observe(element)
    document.addEventListener('focusin', makeWay)
    return () => {
      growth.disconnect()
      document.removeEventListener('focusin', makeWay)
    }
  }, [])
  return { tray, isHigh }
}

/** Whether the middle of something lies below the tray. */
function covers(tray: DOMRect, { left, right, top, bottom }: DOMRect): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  return x > tray.left && x < tray.right && y > tray.top && y < tray.bottom
}
