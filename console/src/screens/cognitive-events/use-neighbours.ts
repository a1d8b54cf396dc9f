import { useQuery } from '@tanstack/react-query'
import type { ListState } from '@verbatim/client/list-state.ts'
import { useApi } from '#shell/use-app-context.ts'
import { eventHref } from './event-views.ts'
import { queueQuery } from './queries.ts'

export interface Neighbours {
  /** Addresses of the events before and after this one in the list it was opened from. */
  readonly previous: string | undefined
  readonly next: string | undefined
  /** Its position, from 1, and the total; unknown if it is not in the list. */
  readonly position: number | undefined
  readonly total: number
}

/** The way through the list that an event was opened from, over the ends of its pages. */
export function useNeighbours(id: string, state: ListState, tab: 'comments' | 'history'): Neighbours {
  const api = useApi()
  const { items = [], total = 0 } = useQuery(queueQuery(api, state)).data ?? {}
  const index = items.findIndex((event) => event.id === id)
  const before: ListState = { ...state, page: state.page - 1 }
  const after: ListState = { ...state, page: state.page + 1 }
  const isFirst = index === 0 && before.page > 0
  const isLast = index >= 0 && index === items.length - 1 && state.page * state.size < total
  const earlier = useQuery({ ...queueQuery(api, before), enabled: isFirst })
  const later = useQuery({ ...queueQuery(api, after), enabled: isLast })
  const href = (event: { id: string } | undefined, at: ListState) =>
    event && eventHref(event.id, at, tab === 'history' ? tab : undefined)
  if (index < 0) return { previous: undefined, next: undefined, position: undefined, total }
  return {
    previous: isFirst ? href(earlier.data?.items.at(-1), before) : href(items[index - 1], state),
    next: isLast ? href(later.data?.items[0], after) : href(items[index + 1], state),
    position: (state.page - 1) * state.size + index + 1,
    total,
  }
}
