// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { defaultListState } from '@verbatim/client/list-state.ts'
import { cognitiveEventList } from '@verbatim/contract/cognitive-events.ts'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { useNeighbours } from './use-neighbours.ts'

afterEach(cleanup)

/** A server with events, two per page. */
function openServer(events: string[]) {
  const server = {
    events,
    asked: 0,
    afterAnswer: () => {},
    api: async (_endpoint: unknown, { query }: { query: { skip: number; limit: number } }) => {
      const items = events.slice(query.skip, query.skip + query.limit).map((id) => ({ id }))
      const total = events.length
      server.asked += 1
      server.afterAnswer()
      return { items, total }
    },
  }
  return server
}

const twoPerPage = { ...defaultListState(cognitiveEventList), size: 2 }

/** Walks through the list by its neighbours' addresses. */
function Walk({ from }: { from: { id: string; page: number } | undefined }) {
  const [at, setAt] = useState(from ?? { id: 'e2', page: 0 })
  const state = from && { ...twoPerPage, page: at.page }
  const { previous, next, position, total, isLoading, ahead } = useNeighbours(at.id, state, 'comments')
  const go = (href: string | undefined) => () => {
    const { pathname, searchParams } = new URL(href ?? '', 'http://a.b')
    setAt({ id: pathname.split('/').at(-1) ?? '', page: Number(searchParams.get('page')) })
  }
  return (
    <>
      <p>{isLoading ? 'Loading' : `${at.id} at ${position} of ${total}, then ${ahead.join(' ')}`}</p>
      <button disabled={!previous} onClick={go(previous)}>
        Previous
      </button>
      <button disabled={!next} onClick={go(next)}>
        Next
      </button>
    </>
  )
}

function open(
  from: { id: string; page: number } | undefined,
  events: readonly string[] = ['e1', 'e2', 'e3', 'e4', 'e5'],
) {
  const server = openServer([...events])
  const { user, queryClient } = drawPages({ '/': () => <Walk from={from} /> }, { api: server.api })
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  return { server, press, queryClient }
}

const says = (text: string) => screen.findByText(text)

test('the queue continues over the ends of pages in both directions', async () => {
  const { press } = open({ id: 'e2', page: 1 })
  await says('e2 at 2 of 5, then e3 e4 e1')
  await press('Next')
  await says('e3 at 3 of 5, then e4 e5 e2')
  await press('Next')
  await press('Next')
  await says('e5 at 5 of 5, then e4')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true)
  await press('Previous')
  await says('e4 at 4 of 5, then e5 e3')
})

test('a queue that began on a later page continues after it, and not with the start of the list', async () => {
  const { server, press } = open({ id: 'e4', page: 2 })
  await says('e4 at 4 of 5, then e5 e3')
  await press('Next')
  await says('e5 at 5 of 5, then e4')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true)
  for (const at of [4, 3, 2, 1]) {
    await press('Previous')
    await screen.findByText(new RegExp(`^e${at} at ${at} of 5`))
  }
  expect(server.events).toHaveLength(5)
})

test('no event is left out when all events of the page where the queue began have left the list', async () => {
  const { server, press } = open({ id: 'e3', page: 2 })
  server.afterAnswer = () => {
    server.events.splice(0, 5, 'e1', 'e2', 'e5')
  }
  for (const at of [3, 4, 1, 2, 5]) {
    await screen.findByText(new RegExp(`^e${at} at`))
    if (at !== 5) await press('Next')
  }
})

test('an event that is on another page by now is found there', async () => {
  open({ id: 'e3', page: 2 }, ['e2', 'e3', 'e4', 'e5'])
  await says('e3 at 2 of 4, then e4 e5 e2')
  cleanup()
  open({ id: 'e3', page: 2 }, ['e3'])
  await says('e3 at 1 of 1, then')
  cleanup()
  open({ id: 'e1', page: 1 }, ['n1', 'n2', 'n3', 'e1', 'e2'])
  await says('e1 at 4 of 5, then e2 n3')
})

test('an event that has left the list is looked for, and has no place', async () => {
  const { server } = open(
    { id: 'e9', page: 20 },
    Array.from({ length: 60 }, (_, at) => `e${100 + at}`),
  )
  await says('e9 at undefined of 60, then')
  expect(server.asked).toBeLessThan(10)
})

test('the queue does not change when everything is reloaded and its events have left the list', async () => {
  const { server, press, queryClient } = open({ id: 'e1', page: 1 })
  await says('e1 at 1 of 5, then e2 e3')
  server.events.splice(0, 4)
  await queryClient.invalidateQueries()
  await says('e1 at 1 of 5, then e2 e3')
  await press('Next')
  await says('e2 at 2 of 5, then e3 e4 e1')
})

test('no event is skipped when decided events leave the list', async () => {
  const { server, press } = open({ id: 'e1', page: 1 })
  server.events.push('e6', 'e7')
  for (const at of [1, 2, 3, 4, 5, 6]) {
    await screen.findByText(new RegExp(`^e${at} at ${at} of 7`))
    server.events.splice(server.events.indexOf(`e${at}`), 1)
    await press('Next')
  }
  await says('e7 at 7 of 7, then e6')
  expect(server.events).toEqual(['e7'])
})

test('an event that was not opened from a list has no neighbours', async () => {
  const { server } = open(undefined)
  await says('e2 at undefined of 0, then')
  expect(server.events).toHaveLength(5)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true)
})
