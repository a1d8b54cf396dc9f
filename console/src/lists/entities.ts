import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'

/** An option of pickers and filters: something with a name. */
export interface Entity {
  readonly id: string
  readonly name: string
  /** Shown after the name, such as a mail address or a role. */
  readonly detail?: string
}

/** Its search, on the server by part of the name. */
export interface EntitySource<E extends Entity> {
  /** Starts with the slice's name: when the slice changes, it is searched again. Two sources never share a key. */
  readonly key: readonly unknown[]
  readonly find: (api: Api, text: string, signal: AbortSignal) => Promise<Finding<E>>
}

export interface Finding<E> {
  readonly items: readonly E[]
  /** The number of results that are not listed, if the server counts them. */
  readonly total?: number
}

/** The first matches of a text. All pickers and filters of a source share the answer. */
export function foundQuery<E extends Entity>(api: Api, { key, find }: EntitySource<E>, text: string) {
  return queryOptions({
    queryKey: [...key, 'found', text],
    queryFn: ({ signal }) => find(api, text, signal),
    placeholderData: keepPreviousData,
  })
}
