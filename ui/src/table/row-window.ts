import { type RefObject, useLayoutEffect, useState } from 'react'

const windowedFrom = 200
/** Rows drawn beyond the edges, so that scrolling shows no gap. */
const margin = 20

/** Rows `from` (included) to `to` (excluded) of `count`, for a view that is scrolled by `top`. */
export function rowsInSight(view: { top: number; height: number }, rowHeight: number, count: number) {
  const first = Math.floor(view.top / rowHeight) - margin
  const last = Math.ceil((view.top + view.height) / rowHeight) + margin
  const from = Math.min(Math.max(first, 0), count)
  return { from, to: Math.max(Math.min(last, count), from) }
}

/**
 * Which rows are in the document: all of them or, beyond 200, only visible ones, with the height of the omitted rows
 * above and below. All rows have the same height, so no library needs to measure them.
 */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number) {
  const isWindowed = count > windowedFrom
  const [sight, setSight] = useState({ from: 0, to: margin * 4 })
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || !isWindowed) return
    const look = () => {
      const seen = rowsInSight({ top: element.scrollTop, height: element.clientHeight }, rowHeight, count)
      setSight((known) => (known.from === seen.from && known.to === seen.to ? known : seen))
    }
    const resized = new ResizeObserver(look)
    resized.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller, isWindowed, rowHeight, count])

  const from = isWindowed ? Math.min(sight.from, count) : 0
  const to = isWindowed ? Math.min(sight.to, count) : count
  return {
    drawn: Array.from({ length: to - from }, (_, i) => from + i),
    above: from * rowHeight,
    below: (count - to) * rowHeight,
    /** Scrolls just far enough to show a row below the header. */
    bring: (index: number) => {
      const element = scroller.current
      if (!element || !isWindowed) return
      const top = index * rowHeight
      const last = element.scrollTop + element.clientHeight - rowHeight * 2
      if (top < element.scrollTop || top > last) element.scrollTo({ top: top - element.clientHeight / 2 })
    },
  }
}
