import { useEffect, useState } from 'react'
import { useViewer } from '#shell/use-app-context.ts'
import type { EditorDefinition, EditorTypes } from './define-editor.ts'

interface Kept<S extends EditorTypes> {
  /** The base of the input; undefined for a new thing. */
  readonly base: S['thing'] | undefined
  readonly values: S['values']
}

/** A user's input when their session ended: this tab keeps it until they are back. */
export function useKept<S extends EditorTypes>(
  { slice, isKept }: Pick<EditorDefinition<S>, 'slice' | 'isKept'>,
  id: string | undefined,
) {
  const { id: viewerId } = useViewer()
  const name = `verbatim.unfinished.${viewerId}.${slice}.${id ?? 'new'}`
  const [kept] = useState(() => (isKept ? find<S>(name) : undefined))
  useEffect(() => sessionStorage.removeItem(name), [name])
  const keep = (unfinished: Kept<S>) => {
    if (!isKept) return
    try {
      sessionStorage.setItem(name, JSON.stringify(unfinished))
    } catch (error) {
      // Ten thousand long rules are more than a tab may keep.
      if (!(error instanceof DOMException)) throw error
    }
  }
  return { kept, keep }
}

function find<S extends EditorTypes>(name: string): Kept<S> | undefined {
  const text = sessionStorage.getItem(name)
  return text === null ? undefined : (JSON.parse(text) as Kept<S>) // only written above
}
