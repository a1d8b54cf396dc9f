// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useKeys } from '@verbatim/ui/list-keys.ts'
import { afterEach, expect, test } from 'vitest'
import { byKey } from '#lists/by-key.ts'
import { useKeysAhead } from './use-keys-ahead.ts'

afterEach(cleanup)

/** A list, and an event whose screen is drawn when its code has arrived. */
async function openPages(pendingMs: number) {
  const pressed: string[] = []
  const noting = (name: string) => {
    const note = ({ key, shiftKey, repeat }: KeyboardEvent) =>
      pressed.push(`${shiftKey ? 'Shift ' : ''}${key} on ${name}${repeat ? ' again' : ''}`)
    return { 1: note, 4: note, j: note, n: note, ' ': note }
  }
  const code = Promise.withResolvers<void>()
  function Frame() {
    useKeysAhead()
    return <Outlet />
  }
  function List() {
    useKeys(noting('list'))
    return <p>List</p>
  }
  function Event() {
    useKeys(noting('event'))
    return <p>Event</p>
  }
  const root = createRootRoute({ component: Frame })
  const getParentRoute = () => root
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute, path: '/', component: List }),
      createRoute({ getParentRoute, path: '/events/$id', component: Event, loader: () => code.promise }),
    ]),
    history: createMemoryHistory(),
    defaultPendingMs: pendingMs,
    defaultPendingMinMs: 0,
    defaultPendingComponent: () => <p>Loading</p>,
  })
  // The console registers its own tree of routes.
  render(<RouterProvider router={router as never} />)
  await screen.findByText('List')
  return { pressed, router, arrive: () => code.resolve(), user: userEvent.setup({ delay: null }) }
}

test.each([
  ['while the list stays drawn', 10_000, 'List'],
  ['while a placeholder is drawn', 0, 'Loading'],
])(
  'keys after the address has gone to an event act on the event, once it is drawn: %s',
  async (_, ms, seen) => {
    const { pressed, router, user, arrive } = await openPages(ms)
    await user.keyboard('1')
    router.history.push('/events/7')
    await screen.findByText(seen)
    await user.keyboard('4j1')
    expect(pressed).toEqual(['1 on list'])
    arrive()
    await screen.findByText('Event')
    await waitFor(() => expect(pressed).toEqual(['1 on list', '4 on event', 'j on event', '1 on event']))
    await user.keyboard('4')
    expect(pressed.at(-1)).toBe('4 on event')
  },
)

test('a key that comes while these are pressed again comes after them', async () => {
  const { pressed, router, user, arrive } = await openPages(10_000)
  router.history.push('/events/7')
  await user.keyboard('4j')
  arrive()
  // Between the two, as on a slow machine.
  const early = new MutationObserver(() => {
    if (screen.queryByText('Event')) setTimeout(() => void user.keyboard('1'))
  })
  early.observe(document.body, { childList: true, subtree: true })
  await screen.findByText('Event')
  await waitFor(() => expect(pressed.length).toBeGreaterThanOrEqual(3))
  early.disconnect()
  expect(pressed.slice(0, 3)).toEqual(['4 on event', 'j on event', '1 on event'])
})

test('such keys are kept if a key that was held changes the address', async () => {
  const { pressed, router, user, arrive } = await openPages(10_000)
  router.history.push('/events/7')
  await user.keyboard('4')
  byKey(router.history, () => router.history.push('/events/8'))
  await user.keyboard('1')
  arrive()
  await screen.findByText('Event')
  await waitFor(() => expect(pressed).toEqual(['4 on event', '1 on event']))
})

test('such keys are kept if the same page is opened once more, as by a second Enter on its row', async () => {
  const { pressed, router, user, arrive } = await openPages(10_000)
  router.history.push('/events/7')
  await user.keyboard('4')
  router.history.push('/events/7')
  await user.keyboard('1')
  arrive()
  await screen.findByText('Event')
  await waitFor(() => expect(pressed).toEqual(['4 on event', '1 on event']))
})

test('Space is kept after them, and not pressed on the screen before', async () => {
  const { pressed, router, user, arrive } = await openPages(10_000)
  router.history.push('/events/7')
  await user.keyboard('4 1')
  arrive()
  await screen.findByText('Event')
  await waitFor(() => expect(pressed).toEqual(['4 on event', '  on event', '1 on event']))
})

test('such keys are forgotten if the address changes again', async () => {
  const { pressed, router, user, arrive } = await openPages(10_000)
  router.history.push('/events/7')
  await user.keyboard('4')
  router.history.back()
  await user.keyboard('1')
  await waitFor(() => expect(pressed).toEqual(['1 on list']))
  arrive()
  router.history.push('/events/8')
  await screen.findByText('Event')
  await user.keyboard('j')
  await waitFor(() => expect(pressed).toEqual(['1 on list', 'j on event']))
})

test('they are pressed as they were: with Shift, and again while they are held down', async () => {
  const { pressed, router, user, arrive } = await openPages(10_000)
  router.history.push('/events/7')
  await user.keyboard('{Shift>}N{/Shift}{j>2}{/j}')
  arrive()
  await screen.findByText('Event')
  await waitFor(() => expect(pressed).toEqual(['Shift N on event', 'j on event', 'j on event again']))
})
