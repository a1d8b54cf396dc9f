/**
 * The queue of a list: its events when the reader came from it. An event that they decide on leaves the list,
 * but not the queue, and changes meanwhile do not affect earlier events.
 */
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { type ListState, toListCall } from '@verbatim/client/list-state.ts'
import {
  type CognitiveEvent,
  cognitiveEventList,
  listCognitiveEvents,
} from '@verbatim/contract/cognitive-events.ts'
import { type Queue, queueKey, type Stretch, type Which } from './queue-start.ts'

// Events that were passed without a decision are still in the list, so they are read again in large pages.
const mostAtOnce = 200

export function queueQuery(api: Api, state: ListState) {
  const { page: began } = state
  const queryKey = queueKey(state)
  return infiniteQueryOptions<Stretch, Error, Queue, readonly unknown[], Which>({
    queryKey,
    queryFn: async ({ client, signal, pageParam }): Promise<Stretch> => {
      const queue = client.getQueryData<Queue>(queryKey)
      // A change of permissions or a restored connection reloads every query, but the queue does not change.
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
      const [first] = queue?.pageParams ?? []
      return readAfter(seen, first && 'page' in first ? first.page : 1, (page) => read(page, mostAtOnce))
    },
    initialPageParam: { page: began },
    getNextPageParam: ({ isEnd }, stretches) => (isEnd ? undefined : { after: stretches.length }),
    getPreviousPageParam: (_first, _all, which) =>
      'page' in which && which.page > 1 ? { page: which.page - 1 } : undefined,
    staleTime: Infinity,
  })
}

/**
 * The next events after those that were seen: from the start of the list, because decided events have left it and others have
 * moved up by an unknown number. If the queue began on a later page, what the list has before it does not come after it.
 */
async function readAfter(
  seen: ReadonlySet<string>,
  began: number,
  read: (page: number) => Promise<Pick<Stretch, 'items' | 'total'>>,
): Promise<Stretch> {
  const isSeen = ({ id }: CognitiveEvent) => seen.has(id)
  let passed: readonly CognitiveEvent[] = []
  let isReached = began === 1
  for (let page = 1; ; page += 1) {
    const { items, total } = await read(page)
    const isEnd = page * mostAtOnce >= total
    const from = isReached ? 0 : items.findIndex(isSeen)
    isReached ||= from >= 0
    if (!isReached) passed = [...passed, ...items]
    const further = isReached ? items.slice(from).filter((event) => !isSeen(event)) : []
    if (further.length > 0) return { items: further, total, isEnd }
    // If none of the queue's events is in the list any more, its place is unknown, and no event is left out.
    if (isEnd) return { items: isReached ? [] : passed, total, isEnd }
  }
}

/** The events of all stretches, how many are before the first of them, and the known total. */
export function layOut({ pages, pageParams }: Queue = { pages: [], pageParams: [] }, size: number) {
  const items = pages.flatMap((stretch) => stretch.items)
  const [began] = pageParams
  const before = began && 'page' in began ? (began.page - 1) * size : 0
  const known = before + items.length
  const isWhole = pages.at(-1)?.isEnd ?? false
  return { items, before, total: isWhole ? known : Math.max(known, ...pages.map(({ total }) => total)) }
}
