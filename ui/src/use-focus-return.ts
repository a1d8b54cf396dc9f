import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useKeptTab } from './use-kept-tab.ts'

/** What gets the focus back after the layers that are being removed: a layer that replaces one of them returns it there. */
let owed: Element | null = null

/**
 * Returns the focus to the previously focused element, usually a row or a button, when this layer is closed or removed. If something
 * outside the layer has taken the focus by then, such as a field with an error, it stays there. Until then, Tab stays in the layer. The
 * result is the ref of the layer.
 */
export function useFocusReturn(opened: boolean): RefObject<HTMLDivElement | null> {
  const layer = useKeptTab(opened)
  const before = useRef<Element>(null)
  // In the commit that opens the layer: effects may run after the layer has taken the focus.
  useLayoutEffect(() => {
    if (!opened) return undefined
    const focused = document.activeElement
    before.current = focused && focused !== document.body ? focused : owed
    return () => {
      owed = before.current
      queueMicrotask(() => (owed = null))
    }
  }, [opened])
  useEffect(() => {
    if (!opened) return undefined
    return () => {
      if (before.current instanceof HTMLElement && isFree(layer))
        before.current.focus({ preventScroll: true })
    }
  }, [opened, layer])
  return layer
}

/** Whether the focus is on nothing, within the layer, or on what can't keep it. */
function isFree(layer: RefObject<HTMLElement | null>): boolean {
  const focused = document.activeElement
  if (!focused || focused === document.body) return true
  return layer.current?.contains(focused) === true || focused.closest('[inert]') !== null
}
