import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useEscape } from './escape.tsx'

/** The button of what opens under it. Escape closes that from the moment it is asked for, and leads back here. */
export function useDropButton(opened: boolean, onClose: () => void): RefObject<HTMLElement | null> {
  const button = useRef<HTMLElement>(null)
  useEscape(opened, () => {
    onClose()
    focusOn(button.current)
  })
  return button
}

/**
 * Whether what is asked for may show: it opens once it has been in the document for a frame. The focus is on its button
 * before that, also where a key asked for it, and again as soon as it closes: at once, so that a dialog that takes its
 * place leads back to the button.
 */
export function useShows(opened: boolean, button: RefObject<HTMLElement | null>): boolean {
  const [stands, setStands] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setStands(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  useLayoutEffect(() => {
    const held = document.activeElement
    if (opened || held === document.body || held?.closest('[inert]')) focusOn(button.current)
  }, [opened, button])
  return opened && stands
}

/** A button, or the first one in what stands for it. */
function focusOn(target: HTMLElement | null): void {
  const button = target?.matches('button') ? target : target?.querySelector('button')
  button?.focus({ preventScroll: true })
}
