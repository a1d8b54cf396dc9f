import { isTyping } from '@verbatim/ui/list-keys.ts'

/**
 * A key such as C leads to a field that may not be drawn yet. What is typed after it is text, not keys: it is kept, and put into
 * the field when that gets the focus. Source: docs/decisions/0077-keys-act-on-the-address.md.
 */
let typed: string | undefined

/** From now on keys are text, until a field has the focus. */
export function typeAhead(): void {
  typed ??= ''
}

/** Forgets the text: no field is coming, or the user has gone elsewhere. */
export function stopTyping(): void {
  typed = undefined
}

export const isTypingAhead = () => typed !== undefined

/** @returns Stops listening. */
export function listenForText(): () => void {
  window.addEventListener('keydown', keep, true)
  window.addEventListener('focusin', putIntoField)
  window.addEventListener('pointerdown', stopTyping, true)
  return () => {
    window.removeEventListener('keydown', keep, true)
    window.removeEventListener('focusin', putIntoField)
    window.removeEventListener('pointerdown', stopTyping, true)
  }
}

function keep(event: KeyboardEvent): void {
  if (typed === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  const next = isTyping(event.target) ? undefined : textAfter(typed, event.key)
  if (next === undefined && !isTyping(event.target) && event.key !== 'Escape') return
  typed = next
  if (next === undefined) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** The text after one more key; undefined if the key writes nothing. */
function textAfter(text: string, key: string): string | undefined {
  if (key === 'Backspace') return text.slice(0, -1)
  if (key === 'Enter') return `${text}\n`
  return key.length === 1 ? text + key : undefined
}

function putIntoField({ target }: FocusEvent): void {
  if (typed === undefined || !(target instanceof HTMLTextAreaElement)) return
  // Not while the screen that has given it the focus is being drawn.
  queueMicrotask(() => {
    const text = typed
    stopTyping()
    if (!text) return
    target.setRangeText(text, target.value.length, target.value.length, 'end')
    target.dispatchEvent(new InputEvent('input', { bubbles: true }))
  })
}
