import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import {
  type ListState,
  readListState,
  type RoughListState,
  toListCall,
} from '@verbatim/client/list-state.ts'
import type { Endpoint } from '@verbatim/contract/endpoint.ts'
import type { ExportId } from '@verbatim/contract/ids.ts'
import type { ListSpec, Page } from '@verbatim/contract/list.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import type { ViewedList } from '@verbatim/contract/saved-views.ts'
import type { Column, RowLike } from '@verbatim/ui/DataTable.tsx'
import type { Days } from '@verbatim/ui/DataTableDays.tsx'
import type { FilterField } from '@verbatim/ui/filter-words.ts'
import type { Icon } from '@tabler/icons-react'
import type { RouterContext } from '#shell/router-context.ts'

/** What a list requests from the server. `Answer` is a page of its rows, with this list's further answers. */
export interface ListQuestion<Answer extends Page<RowLike>> {
  /** The beginning of its query key; the first part is the slice, so that a change of the slice renews the list. */
  readonly key: readonly [slice: string, ...parts: string[]]
  readonly spec: ListSpec
  readonly call: Answering<Answer>
  /** Sent with every call, beside the address. */
  readonly fixed?: Readonly<Record<string, string | number>>
  /** Milliseconds until the next automatic refresh; `false` while changes are announced. */
  readonly againAfterMs?: (answer: Answer) => number | false
}

/** A slice's list: its question, its columns, its filters and its words. `ListScreen` does everything else. */
export interface List<Answer extends Page<RowLike>> extends ListQuestion<Answer> {
  readonly title: string
  /** Its name where questions of it are kept. */
  readonly saved: ViewedList
  /** The name of the rows with a number: "messages". */
  readonly noun: string
  readonly columns: readonly Column<Answer['items'][number]>[]
  /** The time that rows are listed under days by, while they are sorted by it. */
  readonly days?: Days<Answer['items'][number]>
  readonly fields: readonly FilterField[]
  readonly searchPlaceholder?: string
  readonly rowLabel: (row: Answer['items'][number]) => string
  /** The text of an empty list without filters. */
  readonly empty: { readonly icon: Icon; readonly title: string; readonly text: string }
  /** The list's own address, if a row opens over it, at `path/id`. */
  readonly path?: string
  /** The target of a row, if it does not open over the list. */
  readonly rowHref?: (row: Answer['items'][number]) => string
  /** The way to a new row, at `path/to`, for those who hold the permission. */
  readonly create?: {
    readonly to: string
    readonly label: string
    readonly icon?: Icon
    readonly needs: Permission
    /** Rows also come from a file, at `path/import`, for those who hold this permission too. */
    readonly importNeeds?: Permission
  }
  /** The call that writes the whole answer to a file. It is offered to users with its permission. */
  readonly exports?: { readonly title: string; readonly call: ExportCall }
}

type Answering<Output> = Endpoint & { readonly response: { readonly _zod: { readonly output: Output } } }
type ExportCall = Answering<{ readonly exportId: ExportId }> & { readonly access: Permission }

/** Names a list and keeps the type of its rows. */
export function list<Answer extends Page<RowLike>>(declared: List<Answer>): List<Answer> {
  return declared
}

/** One page of a list. What lies over the list does not make it another page. */
export function listQuery<Answer extends Page<RowLike>>(
  api: Api,
  { key, spec, call, fixed, againAfterMs }: ListQuestion<Answer>,
  state: ListState,
) {
  return queryOptions({
    queryKey: [...key, 'list', state],
    queryFn: ({ signal }): Promise<Answer> => {
      const asked = { query: { ...toListCall(spec, state), ...fixed } }
      return api(call, asked, signal) as Promise<Answer>
    },
    // What the address asks is not understood: the server would answer something wider.
    enabled: state.broken === undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && againAfterMs?.(data)) || false,
  })
}

interface ListRoute {
  readonly context: RouterContext
  /** The address as the route read it. */
  readonly deps: RoughListState
}

/** Requests a list while its screen is still loading. */
export function listLoader<Answer extends Page<RowLike>>(question: ListQuestion<Answer>) {
  return ({ context: { app, queryClient }, deps }: ListRoute): void => {
    const state = readListState(question.spec, deps)
    if (!state.broken) void queryClient.prefetchQuery(listQuery(app.api, question, state))
  }
}
