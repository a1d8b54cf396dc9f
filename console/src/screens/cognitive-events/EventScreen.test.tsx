// @vitest-environment happy-dom
import { createRootRoute, createRoute } from '@tanstack/react-router'
import { cleanup, screen } from '@testing-library/react'
import { listCognitiveEvents } from '@verbatim/contract/cognitive-events.ts'
import { afterEach, expect, test } from 'vitest'
import { listAddress } from '#lists/list-address.ts'
import { drawRoutes } from '#testing/draw-pages.tsx'
import { EventScreen } from './EventScreen.tsx'

afterEach(cleanup)

const id = '019aa000-0000-7000-8000-000000000001'

/** The page of an event that is still loading. The server counts the questions about the list. */
async function openAt(search: string) {
  const lists: unknown[] = []
  const root = createRootRoute()
  const shell = createRoute({ getParentRoute: () => root, id: '_shell' })
  const event = createRoute({
    ...listAddress,
    getParentRoute: () => shell,
    path: '/events/$id/{-$tab}',
    component: EventScreen,
  })
  drawRoutes(root.addChildren([shell.addChildren([event])]), {
    at: `/events/${id}${search}`,
    api: async (endpoint: unknown, { query }: { query?: unknown }) => {
      if (endpoint !== listCognitiveEvents) return new Promise(() => undefined)
      lists.push(query)
      return { items: [{ id }, { id: '019aa000-0000-7000-8000-000000000002' }], total: 2 }
    },
    viewer: { id: 'me', permissions: new Set() },
  })
  const back = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Cognitive Events' })
  return { lists, back: decodeURIComponent(back.getAttribute('href') ?? '') }
}

test('an event that was opened from a list leads through it', async () => {
  const { lists, back } = await openAt('?page=1&filter=status[eq]:new')
  await screen.findByText('1 of 2')
  expect(lists).toEqual([expect.objectContaining({ filter: 'status[eq]:new' })])
  expect(back).toBe('/events?filter=status[eq]:new')
})

test.each(['filter=statuss[eq]:new', 'filter=status[is]:new', 'filter=status[eq]:newish', 'period=often'])(
  'an event does not lead through all events because the list does not understand %s',
  async (broken) => {
    const { lists, back } = await openAt(`?page=1&${broken}`)
    expect(screen.queryByRole('navigation', { name: 'Events of the list' })).toBeNull()
    expect(lists).toEqual([])
    expect(back).toBe(`/events?${broken}`)
  },
)
