import { useEffect, useLayoutEffect, useRef } from 'react'

/** What is inert or disabled loses the focus. This restores it afterwards, unless something else has it. */
export function useFocusBack(isLocked: boolean): void {
  const before = useRef<Element>(null)
  useLayoutEffect(() => {
    if (isLocked) before.current = document.activeElement
  }, [isLocked])
  useEffect(() => {
    if (!isLocked) return undefined
    return () => {
      if (document.activeElement === document.body && before.current instanceof HTMLElement)
        before.current.focus()
    }
  }, [isLocked])
}
