import { type RefObject, useLayoutEffect, useRef } from 'react'

interface Place {
  readonly element: HTMLElement
  /** Pixels below the upper edge of the scroller. */
  readonly top: number
}

/**
 * Keeps the visible messages in place while pages above them change. Browsers do this too, but not at the very top,
 * where earlier pages are requested.
 * @param content Changes with the contents of the scroller.
 */
export function useKeptPlace(scroller: RefObject<HTMLElement | null>, content: unknown): () => void {
  const place = useRef<Place>(undefined)
  useLayoutEffect(() => {
    const { element, top } = place.current ?? {}
    if (!scroller.current || !element?.isConnected || top === undefined) return
    scroller.current.scrollBy({ top: topOf(element, scroller.current) - top, behavior: 'instant' })
  }, [scroller, content])
  return () => {
    const element = scroller.current && firstInSight(scroller.current)
    place.current =
      scroller.current && element ? { element, top: topOf(element, scroller.current) } : undefined
  }
}

const topOf = (element: HTMLElement, scroller: HTMLElement) =>
  element.getBoundingClientRect().top - scroller.getBoundingClientRect().top

/** The first message whose upper edge is visible; they are in order, so bisection finds it. */
function firstInSight(scroller: HTMLElement): HTMLElement | undefined {
  const all = scroller.querySelectorAll<HTMLElement>('[data-message]')
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const element = all[middle]
    if (element && topOf(element, scroller) < 0) low = middle + 1
    else high = middle
  }
  return all[low]
}
