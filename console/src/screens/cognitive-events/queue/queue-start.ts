/**
 * What the queue of a list begins with. Routes are part of the first load, so this is apart from how the queue goes on
 * (event-queue.ts).
 */
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { ListState } from '@verbatim/client/list-state.ts'
import type { CognitiveEvent } from '@verbatim/contract/cognitive-events.ts'
import type { Page } from '@verbatim/contract/list.ts'

/** Some of the events, in their order. */
export interface Stretch {
  readonly items: readonly CognitiveEvent[]
  /** Of the list at that time. */
  readonly total: number
  readonly isEnd: boolean
}

/** Which events: a page of the list, or those after the known stretches and not in them. */
export type Which = { readonly page: number } | { readonly after: number }

export type Queue = InfiniteData<Stretch, Which>

export function queueKey(state: ListState) {
  const { page: _, ...question } = state
  return ['event-queue', question] as const
}
const shownKey = (state: ListState) => ['shown-events', state] as const

/** Notes the list as the reader sees it: with rows that have left it, and without those that arrived meanwhile. */
export function noteShown(
  queryClient: QueryClient,
  state: ListState,
  { items, total }: Page<CognitiveEvent>,
): void {
  queryClient.removeQueries({ queryKey: ['shown-events'] })
  // Kept however long the reader stays on an event.
  queryClient.setQueryDefaults(['shown-events'], { gcTime: Infinity })
  const shown: Stretch = { items, total, isEnd: state.page * state.size >= total }
  queryClient.setQueryData(shownKey(state), shown)
}

/**
 * Starts a reader's queue with the list as they saw it. What they came back to keeps its queue, because it may have left the
 * list or be on another page of it now. An event that is in neither is looked for in the list.
 */
export function startQueue(queryClient: QueryClient, state: ListState, id: string): void {
  const key = queueKey(state)
  const has = ({ items }: Stretch) => items.some((event) => event.id === id)
  const shown = queryClient.getQueryData<Stretch>(shownKey(state))
  const queue: Queue | undefined =
    shown && has(shown)
      ? { pages: [shown], pageParams: [{ page: state.page }] }
      : queryClient.getQueryData(key)
  queryClient.removeQueries({ queryKey: ['event-queue'] })
  if (queue?.pages.some(has)) queryClient.setQueryData(key, queue)
}
