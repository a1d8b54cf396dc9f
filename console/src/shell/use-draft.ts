import { useState } from 'react'
import { useViewer } from './use-app-context.ts'

type Draft = string | undefined | ((before: string) => string)

/**
 * The text a user is writing, kept in this tab until it is sent: a reload or a failed load does not lose it. It is that user's alone,
 * and deleted when they sign out.
 * Give `undefined` to delete it, or a function to continue from the stored text.
 */
export function useDraft(name: string): [text: string, keep: (next: Draft) => void] {
  const { id: viewerId } = useViewer()
  const key = `verbatim.draft.${viewerId}.${name}`
  const [draft, setDraft] = useState(() => ({ key, text: sessionStorage.getItem(key) ?? '' }))
  // The draft now belongs to another thing.
  if (draft.key !== key) setDraft({ key, text: sessionStorage.getItem(key) ?? '' })
  const keep = (next: Draft) => {
    const text = typeof next === 'function' ? next(sessionStorage.getItem(key) ?? '') : next
    setDraft({ key, text: text ?? '' })
    if (text) sessionStorage.setItem(key, text)
    else sessionStorage.removeItem(key)
  }
  return [draft.text, keep]
}
