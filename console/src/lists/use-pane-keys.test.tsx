// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { Link } from '@verbatim/ui/Link.tsx'
import { DataTable } from '@verbatim/ui/table/DataTable.tsx'
import { isSelected, nothingSelected, toggleRow } from '@verbatim/ui/table/selection.ts'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { type ListPane, PaneSplit } from './PaneSplit.tsx'
import type { DrawnRow } from './pane-law.ts'
import { useReadingPane } from './reading-pane.ts'
import { usePaneKeys } from './use-pane-keys.ts'

const ids = ['a', 'b', 'c', 'd'].map((letter) => `019aa000-0000-7000-8000-00000000000${letter}`)
const rows = ids.map((id) => ({ id }))
const letterOf = (id: string) => id.slice(-1)

function setWidth(width: number): void {
  ;(window as never as { happyDOM: { setViewport: (to: { width: number }) => void } }).happyDOM.setViewport({
    width,
  })
}

beforeEach(() => {
  localStorage.clear()
  setWidth(1440)
})
afterEach(cleanup)

/** What has arrived of the rows' content, and what was decided on it. */
function openList() {
  const decided: string[] = []
  const selected: string[] = []
  const server = { arrive: (_id: string) => {} }

  function Content({ id, onDrawn }: { id: string; onDrawn: (drawn: DrawnRow<string> | undefined) => void }) {
    const [arrived, setArrived] = useState<readonly string[]>([])
    useEffect(() => {
      server.arrive = (one) => setArrived((known) => [...known, one])
    }, [])
    const isHere = arrived.includes(letterOf(id))
    useEffect(() => {
      onDrawn(isHere ? { id, content: letterOf(id) } : undefined)
    })
    return <p>{isHere ? `Reading ${letterOf(id)}` : 'Loading'}</p>
  }

  function List() {
    const state = useReadingPane((id) => `/page/${letterOf(id)}`)
    const [selection, setSelection] = useState(nothingSelected)
    const onDrawn = usePaneKeys<string>(state, rows, {
      onRow: {
        x: (id) => setSelection(toggleRow(selection, id)),
        s: () =>
          selected.push(
            rows
              .filter(({ id }) => isSelected(selection, id))
              .map(({ id }) => letterOf(id))
              .join('+'),
          ),
      },
      onContent: {
        1: (content) => decided.push(`1 on ${content}`),
        4: (content) => decided.push(`4 on ${content}`),
      },
    })
    const pane: ListPane = {
      state,
      one: 'event',
      pageOf: (id) => `/page/${letterOf(id)}`,
      draw: (id) => <Content id={id} onDrawn={onDrawn} />,
    }
    return (
      <PaneSplit pane={pane}>
        <input aria-label="Search" />
        <button onClick={() => decided.push('Elsewhere')}>Elsewhere</button>
        <DataTable
          label="Events"
          rows={rows}
          columns={[{ id: 'name', label: 'Name', cell: ({ id }) => letterOf(id) }]}
          rowHref={({ id }) => `/page/${letterOf(id)}`}
          rowLabel={({ id }) => `Event ${letterOf(id)}`}
          rowKeys={{ p: ({ id }) => state.toggle(id), ' ': ({ id }) => state.peek(id) }}
          {...(state.isOpen && { beside: state })}
          empty={<Link href="/">Nothing</Link>}
        />
      </PaneSplit>
    )
  }
  const drawn = drawPages({ '/': List, '/page/$id': () => <p>Its own page</p> })
  return { ...drawn, decided, selected, server }
}

const pane = () => screen.queryByRole('complementary', { name: 'Reading pane' })
const focused = () => document.activeElement?.getAttribute('aria-label')

test('J moves the row and the pane follows; keys wait until the pane is drawn, and act in their order', async () => {
  const { user, decided, server } = openList()
  await screen.findByRole('link', { name: 'Event a' })
  await user.keyboard('j')
  await user.keyboard('p')
  await screen.findByText('Loading')
  await user.keyboard('1j4j1')
  expect(decided).toEqual([])
  server.arrive('a')
  await waitFor(() => expect(focused()).toBe('Event b'))
  expect(decided).toEqual(['1 on a'])
  server.arrive('c')
  expect(decided).toEqual(['1 on a'])
  server.arrive('b')
  await waitFor(() => expect(decided).toEqual(['1 on a', '4 on b', '1 on c']))
  expect(focused()).toBe('Event c')
})

test('keys that were held act one by one, each on what the one before it has left', async () => {
  const { user, decided, selected, server } = openList()
  await screen.findByRole('link', { name: 'Event a' })
  await user.keyboard('jp')
  await screen.findByText('Loading')
  await user.keyboard('1xjxs')
  server.arrive('a')
  await waitFor(() => expect(selected).toEqual(['a+b']))
  expect(decided).toEqual(['1 on a'])
})

test('Space previews a row and closes the preview; the choice of P is remembered', async () => {
  const { user } = openList()
  await screen.findByRole('link', { name: 'Event a' })
  await user.keyboard('j ')
  await waitFor(() => expect(pane()).not.toBeNull())
  expect(focused()).toBe('Event a')
  await user.keyboard(' ')
  await waitFor(() => expect(pane()).toBeNull())
  await user.keyboard('p')
  await waitFor(() => expect(pane()).not.toBeNull())
  cleanup()
  const again = openList()
  await screen.findByText('No event selected')
  await again.user.click(screen.getByRole('link', { name: 'Event c' }))
  await screen.findByText('Loading')
  expect(again.router.history.location.search).toContain(ids[2])
})

test('keys right after Space act on the row that they were meant for, whether it opens the pane or closes it', async () => {
  const { user, decided, server } = openList()
  await screen.findByRole('link', { name: 'Event a' })
  await user.keyboard('j j1')
  await screen.findByText('Loading')
  expect(focused()).toBe('Event b')
  server.arrive('b')
  await waitFor(() => expect(decided).toEqual(['1 on b']))
  await user.keyboard(' j')
  expect(pane()).toBeNull()
  expect(focused()).toBe('Event c')
})

test('Enter after keys that wait opens the row that they lead to, and none of them is lost', async () => {
  const { user, decided, router, server } = openList()
  await screen.findByRole('link', { name: 'Event a' })
  await user.keyboard('jp')
  await screen.findByText('Loading')
  await user.keyboard('1j{Enter}')
  expect([decided, router.history.location.pathname]).toEqual([[], '/'])
  server.arrive('a')
  await screen.findByText('Its own page')
  expect([decided, router.history.location.pathname]).toEqual([['1 on a'], '/page/b'])
})

test('after a click, Enter is for what was clicked, while the keys before it still wait', async () => {
  const { user, decided, router, server } = openList()
  await screen.findByRole('link', { name: 'Event a' })
  await user.keyboard('jp')
  await screen.findByText('Loading')
  await user.keyboard('1')
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }))
  await user.keyboard('{Enter}')
  server.arrive('a')
  await waitFor(() => expect(decided).toEqual(['Elsewhere', 'Elsewhere', '1 on a']))
  expect(router.history.location.pathname).toBe('/')
})

test('a J that was held leaves the focus where the reader types by now', async () => {
  const { user, decided, server } = openList()
  await screen.findByRole('link', { name: 'Event a' })
  await user.keyboard('jp')
  await screen.findByText('Loading')
  await user.keyboard('1j')
  await user.click(screen.getByRole('textbox', { name: 'Search' }))
  server.arrive('a')
  await waitFor(() => expect(screen.getByRole('row', { current: true }).textContent).toContain('b'))
  expect(focused()).toBe('Search')
  server.arrive('b')
  await screen.findByText('Reading b')
  await user.keyboard('4')
  expect(decided).toEqual(['1 on a'])
})

test('on a narrow screen a row opens on its own page', async () => {
  setWidth(1100)
  const { user } = openList()
  await screen.findByRole('link', { name: 'Event a' })
  await user.keyboard('jp')
  expect(pane()).toBeNull()
  await user.keyboard(' ')
  await screen.findByText('Its own page')
})
