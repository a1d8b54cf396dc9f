import { type RefObject, useEffect } from 'react'
import type { AskedExport } from './export-tray.ts'
import { ExportCard } from './ExportCard.tsx'

interface ExportCardsProps {
  asked: readonly AskedExport[]
  tray: RefObject<HTMLElement | null>
  /** Changes the list of them. */
  change: (to: (known: readonly AskedExport[]) => readonly AskedExport[]) => void
}

/** The exports in the tray. */
export function ExportCards({ asked, tray, change }: ExportCardsProps) {
  useTrayAside(tray)
  return asked.map((one) => (
    <ExportCard
      key={one.id}
      asked={one}
      onSaved={() => change((known) => known.map((it) => (it.id === one.id ? { ...it, isSaved: true } : it)))}
      onDismiss={() => change((known) => known.filter(({ id }) => id !== one.id))}
    />
  ))
}

/** At the bottom, or below the head of the page: where it does not cover what a user of the keyboard is at. */
function useTrayAside(tray: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = tray.current
    if (!element) return
    const makeWay = () => {
      const focused = document.activeElement
      if (!focused?.matches(':focus-visible') || element.contains(focused)) return
      if (covers(element.getBoundingClientRect(), focused.getBoundingClientRect()))
        element.toggleAttribute('data-high')
    }
    const growth = new ResizeObserver(makeWay)
    growth.observe(element)
    document.addEventListener('focusin', makeWay)
    return () => {
      growth.disconnect()
      document.removeEventListener('focusin', makeWay)
    }
  }, [tray])
}

/** Whether the middle of something lies below the tray. */
function covers(tray: DOMRect, { left, right, top, bottom }: DOMRect): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  return x > tray.left && x < tray.right && y > tray.top && y < tray.bottom
}
