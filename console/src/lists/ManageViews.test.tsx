// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { deleteSavedView, getSavedViewRemoval, type SavedView } from '@verbatim/contract/saved-views.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { ManageViews } from './ManageViews.tsx'

afterEach(cleanup)

const view = { id: 'v1', list: 'messages', name: 'Late', isShared: true, canChange: true, version: 4 }
const views = [view, { ...view, id: 'v2', name: 'Mine', isShared: false }] as unknown as SavedView[]

async function open(name: string, readers = 12) {
  const api = vi.fn(async (_endpoint: unknown) => ({ readers }))
  const { user } = drawPages(
    {
      '/': () => (
        <ManageViews opened list="messages" title="Content Library" views={views} onClose={() => undefined} />
      ),
    },
    { api, viewer: { id: 'me', permissions: new Set() } },
  )
  await user.click(await screen.findByRole('button', { name: `Remove ${name}` }))
  return { user, calls: () => api.mock.calls.map(([endpoint]) => endpoint) }
}

test('removing a shared view says how many other people lose it, and then that it was removed', async () => {
  const { user, calls } = await open('Late')
  await screen.findByText(/^You and 12 other people who can open this list lose/)
  expect(calls()).toEqual([getSavedViewRemoval])
  await user.click(screen.getByRole('button', { name: 'Remove view' }))
  await screen.findByText('“Late” was removed')
  expect(calls()).toEqual([getSavedViewRemoval, deleteSavedView])
})

test('removing a private view takes it from its owner alone, without asking the server', async () => {
  const { calls } = await open('Mine')
  await screen.findByText(/^You lose/)
  expect(calls()).toEqual([])
})

test.each([
  [1, /^You and 1 other person who can open this list lose Late\./],
  [0, /^You lose Late\./],
])(
  'removing a shared view of %i other readers says that the reader loses it as well',
  async (readers, words) => {
    await open('Late', readers)
    await waitFor(() => expect(screen.getByRole('dialog').textContent).toMatch(/lose/))
    const line = screen.getByText(
      (_, element) => element?.tagName === 'P' && /lose/.test(element.textContent),
    )
    expect(line.textContent).toMatch(words)
  },
)
