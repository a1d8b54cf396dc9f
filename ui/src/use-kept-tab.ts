import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps Tab in an open layer, even after its focused element has disappeared: the library's trap lets it go behind the layer when
 * nothing has the focus, as after a button was hidden. The result is the ref of the layer.
 */
export function useKeptTab(opened: boolean): RefObject<HTMLDivElement | null> {
  const layer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!opened) return undefined
    const keep = ({ key }: KeyboardEvent) => {
      if (key !== 'Tab' || document.activeElement !== document.body) return
      const top = [...document.querySelectorAll<HTMLElement>('[aria-modal="true"]:not([inert] *)')].at(-1)
      // The trap, which hears the key afterwards, leads on from there.
      if (top && layer.current?.contains(top)) top.focus({ preventScroll: true })
    }
    document.addEventListener('keydown', keep, true)
    return () => document.removeEventListener('keydown', keep, true)
  }, [opened])
  return layer
}
