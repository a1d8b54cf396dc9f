import { stripSearchParams, useNavigate, useSearch } from '@tanstack/react-router'
import {
  conditionsOf,
  defaultListState,
  type ListState,
  listState,
  toAddress,
} from '@verbatim/client/list-state.ts'
import type { ListSpec } from '@verbatim/contract/list.ts'

/** What a list's route says of its address: read by the list's schema, written without what goes without saying. */
export function listAddress(spec: ListSpec) {
  return {
    validateSearch: listState(spec),
    search: { middlewares: [stripSearchParams<ListState>({ ...defaultListState(spec) })] },
    loaderDeps: ({ search }: { search: ListState }) => stateOf(search),
  }
}

/** The state of the list on this screen, and the way to change it: the address. */
export function useListAddress(spec: ListSpec) {
  const found: Partial<ListState> = useSearch({ strict: false })
  const navigate = useNavigate()
  const state: ListState = { ...defaultListState(spec), ...stateOf(found) }
  const goTo = (next: ListState) => void navigate({ to: '.', search: toAddress(spec, next) as never })
  return {
    state,
    conditions: conditionsOf(spec, state),
    /** Changes what is shown; the first page of it, unless a page is named. */
    change: (change: Partial<ListState>) => goTo({ ...state, page: 1, ...change }),
    /** The list as it is when one first comes. */
    clear: () => goTo({ ...defaultListState(spec), size: state.size, sort: state.sort }),
    isNarrowed: Boolean(state.search ?? state.filter) || state.period !== defaultListState(spec).period,
  }
}

/** The list's own part of an address, in which more may stand. */
function stateOf(address: ListState): ListState
function stateOf(address: Partial<ListState>): Partial<ListState>
function stateOf({ page, size, sort, period, search, filter }: Partial<ListState>): Partial<ListState> {
  const state = { page, size, sort, period, search, filter }
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined))
}
