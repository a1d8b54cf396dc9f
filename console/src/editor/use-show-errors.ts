import { useEffect, useRef } from 'react'
import type { EditorDefinition, EditorTypes } from './define-editor.ts'
import { type Errors, isIn, wrongItem } from './use-editing.ts'
import type { AtPlace } from './use-editor-place.ts'

/** Shows errors at their fields, and moves the focus to the first one, after opening its tab and its item of a list. */
export function useShowErrors<S extends EditorTypes>(
  { tabs }: Pick<EditorDefinition<S>, 'tabs'>,
  { tab: current, goTo }: AtPlace,
  setErrors: (errors: Record<string, string>) => void,
  openItem: (key: string) => void,
): (errors: Errors) => void {
  const isSeeking = useRef(false)
  useEffect(() => {
    if (!isSeeking.current) return
    const field = document.querySelector<HTMLElement>('[aria-modal="true"] [aria-invalid="true"]')
    // Until the save has ended, the form cannot have the focus.
    if (!field || field.closest('[inert]')) return
    isSeeking.current = false
    field.focus()
  })
  return (errors) => {
    setErrors({ ...errors })
    isSeeking.current = true
    const names = Object.keys(errors)
    const item = wrongItem(names)
    if (item !== undefined) openItem(item)
    const wrong = tabs.filter(({ fields = [] }) => names.some((name) => isIn(fields, name)))
    const [first] = wrong
    if (first && wrong.every(({ id }) => id !== current)) goTo(first.id)
  }
}
