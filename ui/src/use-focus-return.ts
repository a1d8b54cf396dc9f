import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Returns the focus to the previously focused element, usually a row or a button, when this layer is closed or removed. If something
 * outside the layer has taken the focus by then, such as a field with an error, it stays there. Until then, Tab stays in the layer, even after
 * the focused element has disappeared. The result is the ref of the layer.
 */
export function useFocusReturn(opened: boolean): RefObject<HTMLDivElement | null> {
  const layer = useRef<HTMLDivElement>(null)
  const before = useRef<Element>(null)
  // In the commit that opens the layer: effects may run after the layer has taken the focus.
  useLayoutEffect(() => {
    if (opened) before.current = document.activeElement
  }, [opened])
  useEffect(() => {
    if (!opened) return undefined
    const stopKeeping = keepTabIn(layer)
    return () => {
      stopKeeping()
      if (before.current instanceof HTMLElement && isFree(layer))
        before.current.focus({ preventScroll: true })
    }
  }, [opened])
  return layer
}

/** Whether the focus is on nothing, within the layer, or on what can't keep it. */
function isFree(layer: RefObject<HTMLElement | null>): boolean {
  const focused = document.activeElement
  if (!focused || focused === document.body) return true
  return layer.current?.contains(focused) === true || focused.closest('[inert]') !== null
}

/** The library's trap lets Tab go behind the layer when nothing has the focus, as after a button was hidden. */
function keepTabIn(layer: RefObject<HTMLElement | null>): () => void {
  const keep = ({ key }: KeyboardEvent) => {
    if (key !== 'Tab' || document.activeElement !== document.body) return
    const top = [...document.querySelectorAll<HTMLElement>('[aria-modal="true"]:not([inert] *)')].at(-1)
    // The trap, which hears the key afterwards, leads on from there.
    if (top && layer.current?.contains(top)) top.focus({ preventScroll: true })
  }
  document.addEventListener('keydown', keep, true)
  return () => document.removeEventListener('keydown', keep, true)
}
