import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { type ListState, toAddress } from '@verbatim/client/list-state.ts'
import type { ListSpec } from '@verbatim/contract/list.ts'
import {
  createSavedView,
  deleteSavedView,
  getSavedViewRemoval,
  listSavedViews,
  type SavedView,
  updateSavedView,
  type ViewedList,
  type ViewQuestion,
} from '@verbatim/contract/saved-views.ts'
import { useAct } from '#shell/use-act.ts'

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
export const useSaveView = (list: ViewedList) =>
  useAct({
    call: (api, { view, change }: { view: SavedView | undefined; change: ViewChange }) =>
      view
        ? api(updateSavedView, {
            params: { id: view.id },
            body: { ...change, expectedVersion: view.version },
          })
        : api(createSavedView, { body: { list, name: '', question: {}, ...change } }),
    touches: ['saved-views'],
  })

/** From how many other people its removal takes a view, read anew for each question; a private view is its owner's alone. */
export function viewRemovalQuery(api: Api, { id, isShared }: SavedView) {
  return queryOptions({
    // Not read again with the views: then this one is gone.
    queryKey: ['view-removal', id],
    queryFn: ({ signal }) =>
      isShared ? api(getSavedViewRemoval, { params: { id } }, signal) : { readers: 0 },
    gcTime: 0,
    staleTime: 0,
  })
}

/** Removes a view; the dialog closes also if it was not removed. */
export const useRemoveView = () =>
  useAct({
    call: (api, { id, version }: SavedView) =>
      api(deleteSavedView, { params: { id }, query: { expectedVersion: version } }),
    done: (_, { name }) => `“${name}” was removed`,
    failed: 'The view was not removed',
    touches: ['saved-views'],
  })
