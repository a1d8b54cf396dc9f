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

/**
 * A list's address, as its route reads it. The route accepts any list's address and does not know its fields. The screen knows
 * them, and reads the address again by the list's rules, so a list adds only its path to the first load.
 */
export const listAddress = {
  validateSearch: RoughListState,
  loaderDeps: ({ search }: { search: RoughListState }) => pickListState(search),
}

/** What addresses say, by the lists' rules. Many parts of a screen ask. */
const read = new WeakMap<RoughListState, { readonly spec: ListSpec; readonly state: ListState }>()

function stateIn(found: RoughListState, spec: ListSpec): ListState {
  const known = read.get(found)
  if (known?.spec === spec) return known.state
  const state = readListState(spec, found)
  read.set(found, { spec, state })
  return state
}

/** The state of the list on this screen, stored in the address. */
export function useListAddress(spec: ListSpec) {
  const navigate = useNavigate()
  const found: RoughListState = useSearch({ strict: false })
  const state = stateIn(found, spec)
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
