import { useVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'

const virtualFrom = 200

/**
 * Which rows are in the document: all of them, or beyond 200 only those in sight, with the height of what is left out
 * above and below.
 */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number) {
  const isVirtual = count > virtualFrom
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is memoized here
  const virtualizer = useVirtualizer({
    count,
    enabled: isVirtual,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  if (!isVirtual)
    return { drawn: Array.from({ length: count }, (_, i) => i), above: 0, below: 0, bring: () => {} }
  const seen = virtualizer.getVirtualItems()
  return {
    drawn: seen.map((row) => row.index),
    above: seen[0]?.start ?? 0,
    below: virtualizer.getTotalSize() - (seen.at(-1)?.end ?? 0),
    bring: (index: number) => virtualizer.scrollToIndex(index),
  }
}
