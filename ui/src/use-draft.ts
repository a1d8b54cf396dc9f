import { useState } from 'react'

/**
 * Text that somebody is writing, kept in this tab until it is sent: a reload or a failed load does not lose it.
 * Give `undefined` to forget it.
 */
export function useDraft(name: string): [text: string, keep: (text: string | undefined) => void] {
  const key = `verbatim.draft.${name}`
  const [draft, setDraft] = useState(() => ({ key, text: sessionStorage.getItem(key) ?? '' }))
  // Another thing is being written about now.
  if (draft.key !== key) setDraft({ key, text: sessionStorage.getItem(key) ?? '' })
  const keep = (text: string | undefined) => {
    setDraft({ key, text: text ?? '' })
    if (text) sessionStorage.setItem(key, text)
    else sessionStorage.removeItem(key)
  }
  return [draft.text, keep]
}
