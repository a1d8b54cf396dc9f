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
import type { Column, RowLike } from '@verbatim/ui/table/DataTable.tsx'
import type { Days } from '@verbatim/ui/table/DataTableDays.tsx'
import type { DrawingName } from '@verbatim/ui/Drawing.tsx'
import type { FilterField } from '@verbatim/ui/filters/filter-words.ts'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { RouterContext } from '#shell/router-context.ts'

/** A list's request to the server. `Answer` is a page of its rows, with further data of this list. */
export interface ListQuestion<Answer extends Page<RowLike>> {
  /** The start of its query key; the first part is the slice, so that a change of the slice reloads the list. */
  readonly key: readonly [slice: string, ...parts: string[]]
  readonly spec: ListSpec
  readonly call: Answering<Answer>
  /** Sent with every call, in addition to the address. */
  readonly fixed?: Readonly<Record<string, string | number>>
  /** A condition that holds for every row, in addition to the filter of the address. */
  readonly within?: string
  /** The parts of the call's path. */
  readonly params?: Readonly<Record<string, string>>
  /** Milliseconds until the next automatic refresh; `false` while changes are announced. */
  readonly againAfterMs?: (answer: Answer) => number | false
}

/** A slice's list: its question, columns, filters and texts. `ListScreen` does everything else. */
export interface List<Answer extends Page<RowLike>> extends ListQuestion<Answer> {
  readonly title: string
  /** Its name for saved views. */
  readonly saved: ViewedList
  /** The name of the rows with a number: "messages". */
  readonly noun: string
  readonly columns: readonly Column<Answer['items'][number]>[]
  /** The time field by which rows are grouped under days, while they are sorted by it. */
  readonly days?: Days<Answer['items'][number]>
  readonly fields: readonly FilterField[]
  readonly searchPlaceholder?: string
  readonly rowLabel: (row: Answer['items'][number]) => string
  /** The text of an empty list without filters. */
  readonly empty: {
    readonly icon: Icon
    readonly drawing?: DrawingName
    readonly title: string
    readonly text: ReactNode
    /** Links to where rows come from, if they are not created here. */
    readonly next?: readonly NextStep[]
  }
  /** The list's own address, if rows open over it at `path/id`. */
  readonly path?: string
  /** The target of a row, if rows do not open over the list. */
  readonly rowHref?: (row: Answer['items'][number]) => string
  /** The link to a new row at `path/to`, for users with the permission. */
  readonly create?: {
    readonly to: string
    readonly label: string
    readonly icon?: Icon
    readonly needs: Permission
    /** Rows can also be imported at `path/import`, by users who also have this permission. */
    readonly importNeeds?: Permission
  }
  /** The call that exports all rows. It is offered to users with its permission. */
  readonly exports?: { readonly title: string; readonly call: ExportCall }
}

/** A way on from an empty list, for those who hold the permission. */
export interface NextStep {
  readonly label: string
  readonly href: string
  readonly needs: Permission
}

type Answering<Output> = Endpoint & { readonly response: { readonly _zod: { readonly output: Output } } }
type ExportCall = Answering<{ readonly exportId: ExportId }> & { readonly access: Permission }

/** Declares a list and keeps the type of its rows. */
export function list<Answer extends Page<RowLike>>(declared: List<Answer>): List<Answer> {
  return declared
}

/** One page of a list. Layers over the list do not change the page. */
export function listQuery<Answer extends Page<RowLike>>(
  api: Api,
  { key, spec, call, fixed, within, params, againAfterMs }: ListQuestion<Answer>,
  state: ListState,
) {
  return queryOptions({
    queryKey: [...key, 'list', state],
    queryFn: ({ signal }): Promise<Answer> => {
      const filter = [state.filter, within].filter(Boolean).join(',')
      const query = { ...toListCall(spec, state), ...(filter && { filter }), ...fixed }
      const asked = { query, ...(params && { params }) }
      return api(call, asked, signal) as Promise<Answer>
    },
    // The list does not understand part of the address, and the server would return more rows.
    enabled: state.broken === undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && againAfterMs?.(data)) || false,
  })
}

export interface ListRoute {
  readonly context: RouterContext
  /** The address, as read by the route. */
  readonly deps: RoughListState
}

/** Requests a list while its screen is still loading. */
export function listLoader<Answer extends Page<RowLike>>(question: ListQuestion<Answer>) {
  return ({ context: { app, queryClient }, deps }: ListRoute): void => {
    const state = readListState(question.spec, deps)
    if (!state.broken) void queryClient.prefetchQuery(listQuery(app.api, question, state))
  }
}
