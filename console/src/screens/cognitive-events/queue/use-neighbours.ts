import { useInfiniteQuery } from '@tanstack/react-query'
import type { ListState } from '@verbatim/client/list-state.ts'
import { useEffect } from 'react'
import { useApi } from '#shell/use-app-context.ts'
import { layOut, queueQuery } from './event-queue.ts'
import { eventHref } from './event-views.ts'

export interface Neighbours {
  /** Addresses of the events before and after this one in the list it was opened from. */
  readonly previous: string | undefined
  readonly next: string | undefined
  /** Whether the list is still loading, so that there may be neighbours. */
  readonly isLoading: boolean
  /** Its position, from 1, and the total; unknown if it is not in the list. */
  readonly position: number | undefined
  readonly total: number
  /** The events that the reader opens next, in the likely order. */
  readonly ahead: readonly string[]
}

/** The queue of the list that an event was opened from, over the ends of its pages. */
export function useNeighbours(
  id: string,
  state: ListState | undefined,
  tab: 'comments' | 'history',
): Neighbours {
  const { items, before, total, parts, isLoading, load } = useQueue(state)
  const index = items.findIndex((event) => event.id === id)
  const more = index < 0 ? moreToSearch(parts, load) : moreAround(index, items.length, load)
  useEffect(() => more?.())
  if (!state || index < 0) return { ...none, total, isLoading: isLoading || more !== undefined }
  const hrefAt = (at: number) => {
    const event = items[at]
    const page = Math.floor((before + at) / state.size) + 1
    return event && eventHref(event.id, { ...state, page }, tab === 'history' ? tab : undefined)
  }
  return {
    previous: hrefAt(index - 1),
    next: hrefAt(index + 1),
    position: before + index + 1,
    total,
    isLoading: isLoading || more !== undefined,
    ahead: [index + 1, index + 2, index - 1].flatMap((at) => items[at]?.id ?? []),
  }
}

interface Load {
  readonly later: (() => void) | undefined
  readonly earlier: (() => void) | undefined
}

/** Loads one event before it is needed. */
const moreAround = (index: number, known: number, { later, earlier }: Load) =>
  (index >= known - 2 ? later : undefined) ?? (index <= 1 ? earlier : undefined)

/** In so many parts of the list an event is looked for. One that is in none of them is taken to have left it. */
const mostSearched = 8

/**
 * The event is not on the page of its address any more: decisions on others have moved it up, or new events down. Looks on both
 * sides in turn.
 */
function moreToSearch(parts: number, { later, earlier }: Load) {
  if (parts >= mostSearched) return undefined
  return parts % 2 === 1 ? (earlier ?? later) : (later ?? earlier)
}

const none = { previous: undefined, next: undefined, position: undefined, ahead: [] }

/** The known events of the list, and how to load more; without a state, none. */
function useQueue(state: ListState = noList) {
  const isList = state !== noList
  const { data, isFetching, ...queue } = useInfiniteQuery({
    ...queueQuery(useApi(), state),
    enabled: isList,
  })
  const canLoad = isList && !isFetching
  const canLoadLater = canLoad && queue.hasNextPage && !queue.isFetchNextPageError
  const canLoadEarlier = canLoad && queue.hasPreviousPage && !queue.isFetchPreviousPageError
  return {
    ...layOut(isList ? data : undefined, state.size),
    parts: data?.pages.length ?? 0,
    isLoading: isList && isFetching,
    load: {
      later: canLoadLater ? () => void queue.fetchNextPage() : undefined,
      earlier: canLoadEarlier ? () => void queue.fetchPreviousPage() : undefined,
    },
  }
}

const noList: ListState = { page: 0, size: 0, sort: '', period: '' }
