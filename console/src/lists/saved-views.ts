import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { type ListState, toAddress } from '@verbatim/client/list-state.ts'
import type { ListSpec } from '@verbatim/contract/list.ts'
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  type SavedView,
  updateSavedView,
  type ViewedList,
  type ViewQuestion,
} from '@verbatim/contract/saved-views.ts'
import { useApi } from '#shell/use-app-context.ts'

const longMs = 5 * 60_000

/** The views of a list, by name. */
export function savedViewsQuery(api: Api, list: ViewedList) {
  return queryOptions({
    queryKey: ['saved-views', list],
    queryFn: async ({ signal }) => (await api(listSavedViews, { query: { list } }, signal)).items,
    staleTime: longMs,
  })
}

/** The question of a list's state without its page, as stored in a view. */
export function questionOf(spec: ListSpec, state: ListState): ViewQuestion {
  const { sort, period, search, filter } = toAddress(spec, state)
  return {
    ...(sort && { sort }),
    ...(period && { period }),
    ...(search && { search }),
    ...(filter && { filter }),
  }
}

export const isSameQuestion = (a: ViewQuestion, b: ViewQuestion): boolean =>
  a.sort === b.sort && a.period === b.period && a.search === b.search && a.filter === b.filter

/** The input for saving a view. */
export interface ViewChange {
  readonly name?: string
  readonly isShared?: boolean
  readonly question?: ViewQuestion
}

/** Saves a new view, or a change of one. */
export function useSaveView(list: ViewedList) {
  const api = useApi()
  const fresh = useFreshViews()
  return useMutation({
    mutationFn: ({ view, change }: { view: SavedView | undefined; change: ViewChange }) =>
      view
        ? api(updateSavedView, {
            params: { id: view.id },
            body: { ...change, expectedVersion: view.version },
          })
        : api(createSavedView, { body: { list, name: '', question: {}, ...change } }),
    onSettled: fresh,
  })
}

export function useRemoveView() {
  const api = useApi()
  const fresh = useFreshViews()
  return useMutation({
    mutationFn: ({ id, version }: SavedView) =>
      api(deleteSavedView, { params: { id }, query: { expectedVersion: version } }),
    onSettled: fresh,
  })
}

function useFreshViews() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['saved-views'] })
}
