import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'

/** An option of pickers and filters: something with a name. */
export interface Entity {
  readonly id: string
  readonly name: string
  /** After the name: a mail address, a role. */
  readonly detail?: string
}

/** The search for it: by a part of the name, on the server. */
export interface EntitySource<E extends Entity> {
  /** Begins with the slice's name: when that changes, it is looked for again. Two sources never share one. */
  readonly key: readonly unknown[]
  readonly find: (api: Api, text: string, signal: AbortSignal) => Promise<Finding<E>>
}

export interface Finding<E> {
  readonly items: readonly E[]
  /** How many there are besides those offered, if the server counts them. */
  readonly total?: number
}

/** The first matches of a text: one answer for every picker and filter of a source. */
export function foundQuery<E extends Entity>(api: Api, { key, find }: EntitySource<E>, text: string) {
  return queryOptions({
    queryKey: [...key, 'found', text],
    queryFn: ({ signal }) => find(api, text, signal),
    placeholderData: keepPreviousData,
  })
}
