import { type FocusEvent, type UIEvent, useRef } from 'react'

const nearTop = 8

/** Watches whether the reader is working in the rows: has scrolled, or has the focus on one. */
export function useBusyRows(onBusy: ((isBusy: boolean) => void) | undefined) {
  const state = useRef({ isAway: false, isInside: false })
  const change = (part: Partial<typeof state.current>) => {
    state.current = { ...state.current, ...part }
    onBusy?.(state.current.isAway || state.current.isInside)
  }
  return {
    onScroll: (event: UIEvent<HTMLElement>) => change({ isAway: event.currentTarget.scrollTop > nearTop }),
    onFocus: (event: FocusEvent<HTMLElement>) =>
      change({ isInside: event.target.closest('[data-row]') !== null }),
    onBlur: () => change({ isInside: false }),
  }
}
