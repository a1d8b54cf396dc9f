import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  conditionsOf,
  defaultListState,
  type ListState,
  pickListState,
  readListState,
  RoughListState,
  toAddress,
  withoutBroken,
} from '@verbatim/client/list-state.ts'
import type { ListSpec } from '@verbatim/contract/list.ts'
import type { ViewQuestion } from '@verbatim/contract/saved-views.ts'
import { useMemo } from 'react'

/**
 * A list's address, as its route reads it. The route accepts any list's address and does not know its fields. The screen knows
 * them, and reads the address again by the list's rules, so a list adds only its path to the first load.
 */
export const listAddress = {
  validateSearch: RoughListState,
  loaderDeps: ({ search }: { search: RoughListState }) => pickListState(search),
}

/** The state of the list on this screen, stored in the address. */
export function useListAddress(spec: ListSpec) {
  const navigate = useNavigate()
  const found: RoughListState = useSearch({ strict: false })
  const state = useMemo(() => readListState(spec, found), [spec, found])
  const initial = defaultListState(spec)
  const goTo = (next: ListState, replace = false) =>
    void navigate({ to: '.', search: toAddress(spec, next) as never, replace })
  return {
    state,
    conditions: conditionsOf(spec, state),
    /** Changes the question; goes to its first page, unless a page is named. */
    change: (change: Partial<ListState>) => goTo({ ...state, page: 1, ...change }),
    /** Replaces the whole question. */
    ask: ({ sort = initial.sort, period = initial.period, search, filter }: ViewQuestion) =>
      goTo({ ...initial, size: state.size, sort, period, search, filter }),
    /** Goes to the last page if the current one is past the end. */
    goToLast: (page: number) => goTo({ ...state, page }, true),
    /** Removes a part of the address that the list does not understand. */
    mend: (name: string) => goTo({ ...withoutBroken(state, name), page: 1 }),
    /** The address of the list as it first opens. */
    clear: () => goTo({ ...initial, size: state.size, sort: state.sort }),
    isNarrowed: Boolean(state.search ?? state.filter ?? state.broken) || state.period !== initial.period,
  }
}
