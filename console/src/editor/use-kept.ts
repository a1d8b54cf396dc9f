import { useEffect, useState } from 'react'
import { useViewer } from '#shell/use-app-context.ts'

/** Unfinished input. */
interface Kept<T, V> {
  /** The base of the input; undefined for a new thing. */
  readonly base: T | undefined
  /** Without secrets. */
  readonly values: Partial<V>
}

interface KeptOptions<V> {
  /** The place of the form. */
  readonly at: string
  readonly secrets?: readonly (keyof V & string)[] | undefined
}

/** Keeps a user's input in this tab after their session ended, until they are back. Secrets are not kept. */
export function useKept<T, V extends object>({ at, secrets = [] }: KeptOptions<V>) {
  const { id: viewerId } = useViewer()
  const name = `verbatim.unfinished.${viewerId}.${at}`
  const [kept] = useState(() => find<T, V>(name))
  useEffect(() => sessionStorage.removeItem(name), [name])
  const keep = (base: T | undefined, values: V) => {
    const open = Object.entries(values).filter(([field]) => !secrets.some((secret) => secret === field))
    try {
      sessionStorage.setItem(name, JSON.stringify({ base, values: Object.fromEntries(open) }))
    } catch (error) {
      // Ten thousand long rules exceed the storage of a tab.
      if (!(error instanceof DOMException)) throw error
    }
  }
  return { kept, keep }
}

function find<T, V>(name: string): Kept<T, V> | undefined {
  const text = sessionStorage.getItem(name)
  return text === null ? undefined : (JSON.parse(text) as Kept<T, V>) // only the code above writes it
}
