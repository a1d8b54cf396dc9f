import { useQuery } from '@tanstack/react-query'
import type { ListState } from '@verbatim/client/list-state.ts'
import { useApi } from '#shell/use-app-context.ts'
import { eventHref } from './event-views.ts'
import { queueQuery } from './queries.ts'

export interface Neighbours {
  /** Addresses of the events before and after this one in the list it was opened from. */
  readonly previous: string | undefined
  readonly next: string | undefined
  /** The list is still loading: there may be neighbours. */
  readonly isLoading: boolean
  /** Its position, from 1, and the total; unknown if it is not in the list. */
  readonly position: number | undefined
  readonly total: number
  /** The events that the reader opens next, in the likely order. */
  readonly ahead: readonly string[]
}

/** The way through the list that an event was opened from, over the ends of its pages. */
export function useNeighbours(
  id: string,
  state: ListState | undefined,
  tab: 'comments' | 'history',
): Neighbours {
  const queue = useQueue(state)
  const { items, total } = queue
  const index = items.findIndex((event) => event.id === id)
  const isFirst = index === 0 && queue.page > 1
  const isLast = index >= 0 && index === items.length - 1 && queue.page * queue.size < total
  const before = useQueue(state && isFirst ? { ...state, page: state.page - 1 } : undefined)
  const after = useQueue(state && isLast ? { ...state, page: state.page + 1 } : undefined)
  const isLoading = queue.isLoading || before.isLoading || after.isLoading
  if (!state || index < 0)
    return { previous: undefined, next: undefined, position: undefined, total, isLoading, ahead: [] }
  const href = (event: { id: string } | undefined, at: Queue) =>
    event && eventHref(event.id, { ...state, page: at.page }, tab === 'history' ? tab : undefined)
  const [previous, atPrevious] = isFirst ? [before.items.at(-1), before] : [items[index - 1], queue]
  const [next, atNext] = isLast ? [after.items[0], after] : [items[index + 1], queue]
  return {
    previous: href(previous, atPrevious),
    next: href(next, atNext),
    position: (queue.page - 1) * queue.size + index + 1,
    total,
    isLoading,
    ahead: [next, items[index + 2], previous].flatMap((event) => event?.id ?? []),
  }
}

type Queue = ReturnType<typeof useQueue>

/** A page of the list; without a state, nothing. */
function useQueue(state: ListState | undefined) {
  const { data, isLoading } = useQuery({
    ...queueQuery(useApi(), state ?? noList),
    enabled: state !== undefined,
  })
  const { items = [], total = 0 } = (state && data) ?? {}
  return {
    items,
    total,
    isLoading: isLoading && state !== undefined,
    page: state?.page ?? 1,
    size: state?.size ?? 0,
  }
}

const noList: ListState = { page: 0, size: 0, sort: '', period: '' }
