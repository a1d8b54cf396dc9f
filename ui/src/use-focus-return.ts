import { useEffect } from 'react'

/** What had the focus before this was opened has it again once it is closed or gone: usually a row or a button. */
export function useFocusReturn(opened: boolean): void {
  useEffect(() => {
    if (!opened) return
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [opened])
}
