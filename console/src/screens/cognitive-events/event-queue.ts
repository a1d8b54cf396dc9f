/**
 * The way through a list: its events as they were when the reader came from it. An event that they decide on leaves the list,
 * but not the way, and nothing that changes meanwhile affects what is behind them.
 */
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { type ListState, toListCall } from '@verbatim/client/list-state.ts'
import {
  type CognitiveEvent,
  cognitiveEventList,
  listCognitiveEvents,
} from '@verbatim/contract/cognitive-events.ts'
import { listQuery } from '#lists/list.ts'
import { eventsQuestion } from './queries.ts'

/** Some of the events, in their order. */
interface Stretch {
  readonly items: readonly CognitiveEvent[]
  /** Of the list at that time. */
  readonly total: number
  readonly isEnd: boolean
}

/** Which events: a page of the list, or those after the known stretches that are on none of them. */
type Which = { readonly page: number } | { readonly after: number }

type Queue = InfiniteData<Stretch, Which>

// Events that were passed without a decision are still in the list: they are read again, many at once.
const mostAtOnce = 200

export function queueQuery(api: Api, state: ListState) {
  const { page: began, ...question } = state
  const queryKey = ['event-queue', question]
  return infiniteQueryOptions<Stretch, Error, Queue, readonly unknown[], Which>({
    queryKey,
    queryFn: async ({ client, signal, pageParam }): Promise<Stretch> => {
      const queue = client.getQueryData<Queue>(queryKey)
      // A change of permissions, or a connection that is back, reloads every query: the way stays as it is.
      const known = queue?.pageParams.findIndex(
        (which) => JSON.stringify(which) === JSON.stringify(pageParam),
      )
      const stretch = queue?.pages[known ?? -1]
      if (stretch) return stretch
      const read = (page: number, size: number) =>
        api(listCognitiveEvents, { query: toListCall(cognitiveEventList, { ...state, page, size }) }, signal)
      const seen = new Set(queue?.pages.flatMap(({ items }) => items.map(({ id }) => id)))
      const isNew = ({ id }: CognitiveEvent) => !seen.has(id)
      if ('page' in pageParam) {
        const { items, total } = await read(pageParam.page, state.size)
        return { items: items.filter(isNew), total, isEnd: pageParam.page * state.size >= total }
      }
      // From the start: what was decided on has left the list, and what follows has moved up by an unknown number.
      for (let page = 1; ; page += 1) {
        const { items, total } = await read(page, mostAtOnce)
        const isEnd = page * mostAtOnce >= total
        const further = items.filter(isNew)
        if (further.length > 0 || isEnd) return { items: further, total, isEnd }
      }
    },
    initialPageParam: { page: began },
    getNextPageParam: ({ isEnd }, stretches) => (isEnd ? undefined : { after: stretches.length }),
    getPreviousPageParam: (_first, _all, which) =>
      'page' in which && which.page > 1 ? { page: which.page - 1 } : undefined,
    staleTime: Infinity,
  })
}

/** The events of all stretches, how many are before the first of them, and the total as far as it is known. */
export function layOut({ pages, pageParams }: Queue = { pages: [], pageParams: [] }, size: number) {
  const items = pages.flatMap((stretch) => stretch.items)
  const [began] = pageParams
  const before = began && 'page' in began ? (began.page - 1) * size : 0
  const known = before + items.length
  const isWhole = pages.at(-1)?.isEnd ?? false
  return { items, before, total: isWhole ? known : Math.max(known, ...pages.map(({ total }) => total)) }
}

/** Begins a reader's way with the list as they see it. */
export function startQueue(queryClient: QueryClient, api: Api, state: ListState): void {
  const seen = queryClient.getQueryData(listQuery(api, eventsQuestion, state).queryKey)
  queryClient.removeQueries({ queryKey: ['event-queue'] })
  if (!seen) return
  const { items, total } = seen
  const stretch = { items, total, isEnd: state.page * state.size >= total }
  queryClient.setQueryData<Queue>(queueQuery(api, state).queryKey, {
    pages: [stretch],
    pageParams: [{ page: state.page }],
  })
}
