import { useEffect } from 'react'

/** Returns the focus to the previously focused element, usually a row or a button, when this is closed or removed. */
export function useFocusReturn(opened: boolean): void {
  useEffect(() => {
    if (!opened) return
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [opened])
}
