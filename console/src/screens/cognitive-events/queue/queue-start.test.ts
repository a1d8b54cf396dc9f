import { QueryClient } from '@tanstack/react-query'
import { defaultListState, type ListState } from '@verbatim/client/list-state.ts'
import { type CognitiveEvent, cognitiveEventList } from '@verbatim/contract/cognitive-events.ts'
import { expect, test } from 'vitest'
import { noteShown, type Queue, queueKey, startQueue } from './queue-start.ts'

const list: ListState = { ...defaultListState(cognitiveEventList), filter: 'status[eq]:new', size: 2 }
const second = { ...list, page: 2 }
const rows = (...ids: string[]) => ({ items: ids.map((id) => ({ id }) as CognitiveEvent), total: 5 })

function openQueues() {
  const queryClient = new QueryClient()
  const queue = (state = list) =>
    queryClient
      .getQueryData<Queue>(queueKey(state))
      ?.pages.flatMap(({ items }) => items.map(({ id }) => String(id)))
  return { queryClient, queue }
}

test('a queue begins with the page that the reader saw, and only if the event is on it', () => {
  const { queryClient, queue } = openQueues()
  noteShown(queryClient, second, rows('c', 'd'))
  startQueue(queryClient, second, 'd')
  expect(queue()).toEqual(['c', 'd'])
  startQueue(queryClient, second, 'x')
  expect(queue()).toBeUndefined()
})

test('an event that the reader comes back to keeps its queue, whatever the list has become meanwhile', () => {
  const { queryClient, queue } = openQueues()
  noteShown(queryClient, second, rows('c', 'd'))
  startQueue(queryClient, second, 'c')
  // It was decided on, so that the list goes on without it; an undo also drops what is loaded of lists.
  noteShown(queryClient, second, rows('d', 'e'))
  queryClient.removeQueries({ queryKey: ['cognitive-events'] })
  startQueue(queryClient, second, 'c')
  expect(queue()).toEqual(['c', 'd'])
  startQueue(queryClient, second, 'e')
  expect(queue()).toEqual(['d', 'e'])
})

test('the queue of one list is not that of another', () => {
  const { queryClient, queue } = openQueues()
  const all = { ...list, filter: undefined }
  noteShown(queryClient, list, rows('a', 'b'))
  startQueue(queryClient, list, 'a')
  startQueue(queryClient, all, 'a')
  expect(queue(all)).toBeUndefined()
  expect(queue()).toBeUndefined()
})
