import { useSyncExternalStore } from 'react'
import { useViewer } from './use-app-context.ts'

type Draft = string | undefined | ((before: string) => string)

/** Storage itself tells only other tabs. */
const changed = 'verbatim-draft'

function onChange(draw: () => void): () => void {
  addEventListener(changed, draw)
  return () => removeEventListener(changed, draw)
}

/**
 * The text a user is writing, kept in this tab until it is sent: a reload or a failed load does not lose it. It is that user's alone,
 * and deleted when they sign out.
 * Give `undefined` to delete it, or a function to continue from the stored text, also after the field is gone; what is kept is returned.
 */
export function useDraft(name: string): [text: string, keep: (next: Draft) => string] {
  const { id: viewerId } = useViewer()
  const key = `verbatim.draft.${viewerId}.${name}`
  const read = () => sessionStorage.getItem(key) ?? ''
  const keep = (next: Draft) => {
    const text = (typeof next === 'function' ? next(read()) : next) ?? ''
    if (text) sessionStorage.setItem(key, text)
    else sessionStorage.removeItem(key)
    dispatchEvent(new Event(changed))
    return text
  }
  return [useSyncExternalStore(onChange, read), keep]
}

/** The next draft after `sent` was sent: what was written meanwhile stays. */
export const withoutSent = (sent: string) => (now: string) => (now === sent ? '' : now)
