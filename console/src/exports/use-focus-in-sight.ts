import { type RefObject, useEffect, useRef } from 'react'

/** What takes room at the bottom as it grows moves what has the focus there back into sight. */
export function useFocusInSight(): RefObject<HTMLElement | null> {
  const part = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = part.current
    if (!element) return
    let before = element.offsetHeight
    const growth = new ResizeObserver(() => {
      const { top, height } = element.getBoundingClientRect()
      const grown = height - before
      before = height
      const focused = document.activeElement
      if (grown <= 0 || !focused || element.contains(focused)) return
      const box = focused.getBoundingClientRect()
      // What the reader had scrolled away stays there.
      if (box.bottom > top && box.top < top + grown) focused.scrollIntoView({ block: 'nearest' })
    })
    growth.observe(element)
    return () => growth.disconnect()
  }, [])
  return part
}
