import { useEffect, useState } from 'react'
import { useViewer } from '#shell/use-app-context.ts'
import type { EditorDefinition, EditorTypes } from './define-editor.ts'

interface Kept<S extends EditorTypes> {
  /** The base of the input; undefined for a new thing. */
  readonly base: S['thing'] | undefined
  readonly values: S['values']
}

/** Keeps a user's input in this tab after their session ended, until they are back. */
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
      // Ten thousand long rules exceed the storage of a tab.
      if (!(error instanceof DOMException)) throw error
    }
  }
  return { kept, keep }
}

function find<S extends EditorTypes>(name: string): Kept<S> | undefined {
  const text = sessionStorage.getItem(name)
  return text === null ? undefined : (JSON.parse(text) as Kept<S>) // only the code above writes it
}
