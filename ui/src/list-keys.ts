import { useEffect, useEffectEvent } from 'react'

/** The next row for J, K and similar keys, from row `current` (-1 for none) in a list of `count` rows. */
export function nextRow(key: string, current: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'j') return Math.min(current + 1, count - 1)
  if (key === 'k') return Math.max(current - 1, 0)
  return undefined
}

/** Whether a key belongs to the focused element (a text field, a menu, a dialog) and is not a shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('textarea, select, [role="menu"], [role="listbox"]'))
    return true
  return target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'radio'
}

/** Whether Space presses or scrolls the focused element: it does neither to the page itself and to the link of a row. */
function isPressedBySpace(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target !== document.body && !target.matches('[data-row-link]')
}

/** A panel that lies over the page without being modal, or the button that opened it: its keys are not for the row behind it. */
const panels = '[role="dialog"], [aria-haspopup][aria-expanded="true"]'

/** Whether keys at this element are for the page: the user does not type, no dialog is open, and no panel has the focus. */
export function areKeysForPage(target: EventTarget | null): boolean {
  if (isTyping(target) || document.querySelector('[aria-modal="true"]')) return false
  return !(target instanceof Element && target.closest(panels))
}

interface KeysGiven {
  /** Asked with every key; if one is not, it is left to other handlers. */
  readonly isReady?: (key: string) => boolean
  /** Whether keys wait that lead away from what has the focus: Space does not press it then. */
  readonly areWaiting?: () => boolean
}

/**
 * Single-key shortcuts of a screen: letter or `Shift+Letter` → what it does. They are disabled while the user types, while a dialog
 * is open or a panel has the focus, and if another handler has used the key.
 */
export function useKeys(
  keys: Readonly<Record<string, ((event: KeyboardEvent) => void) | undefined>>,
  { isReady, areWaiting }: KeysGiven = {},
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (!areKeysForPage(event.target)) return
    if (event.key === ' ' && isPressedBySpace(event.target) && !areWaiting?.()) return
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const act = keys[key]
    if (!act || isReady?.(key) === false) return
    event.preventDefault()
    act(event)
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** Presses a key again where the focus is by now. */
export function pressAgain(
  key: Pick<KeyboardEvent, 'key'> & Partial<Pick<KeyboardEvent, 'shiftKey' | 'repeat'>>,
): void {
  const pressed = new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true })
  ;(document.activeElement ?? document.body).dispatchEvent(pressed)
}
