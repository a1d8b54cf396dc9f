import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import type { Endpoint } from '@verbatim/contract/endpoint.ts'
import { formatListQuery, type Page } from '@verbatim/contract/list.ts'
import type { Condition } from '@verbatim/contract/list-filter.ts'

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

interface Finding<E> {
  readonly items: readonly E[]
  /** The number of results that are not listed, if the server counts them. */
  readonly total?: number
}

/** A list from which things are chosen by their name. */
export interface Choice<Row> {
  readonly key: readonly unknown[]
  /** The list's call, or where its contract is, if that is not part of the first load. */
  readonly call: Later<Answering<Page<Row>>>
  /** The parts of its path. */
  readonly params?: Readonly<Record<string, string>>
  /** The field that is searched. Default: the name. */
  readonly field?: string
  /** The conditions of those that can be chosen. Default: all. */
  readonly only?: readonly Condition[]
}

export type Answering<Output> = Endpoint & {
  readonly response: { readonly _zod: { readonly output: Output } }
}
export type Later<Call> = Call | (() => Promise<Call>)

/** The most options that are offered for a text. */
export const mostOffered = 50

/** The things of a list, found by part of their name. */
export function listSource<Row, E extends Entity>(
  choice: Choice<Row>,
  toEntity: (row: Row) => E,
): EntitySource<E> {
  const { key, field = 'name', only = [] } = choice
  return {
    key,
    async find(api, text, signal) {
      const search = text && { search: { field, text } }
      const query = formatListQuery({ limit: mostOffered, filter: only, ...search })
      const { items, total } = await findChoices(api, choice, query, signal)
      return { items: items.map(toEntity), total }
    },
  }
}

/** A page of the list. The compiler cannot see what any call asks for. */
export async function findChoices<Row>(
  api: Api,
  { call, params }: Pick<Choice<Row>, 'call' | 'params'>,
  query: object,
  signal: AbortSignal,
): Promise<Page<Row>> {
  const known = await callOf(call)
  return api(known, { query, ...(params && { params }) }, signal) as Promise<Page<Row>>
}

export const callOf = <Call extends Endpoint>(call: Later<Call>) =>
  typeof call === 'function' ? call() : call

/** The first matches of a text. All pickers and filters of a source share the answer. */
export function foundQuery<E extends Entity>(api: Api, { key, find }: EntitySource<E>, text: string) {
  return queryOptions({
    queryKey: [...key, 'found', text],
    queryFn: ({ signal }) => find(api, text, signal),
    placeholderData: keepPreviousData,
  })
}
