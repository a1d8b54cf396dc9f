// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { deleteSavedView, getSavedViewRemoval, type SavedView } from '@verbatim/contract/saved-views.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { ManageViews } from './ManageViews.tsx'

afterEach(cleanup)

const view = { id: 'v1', list: 'messages', name: 'Late', isShared: true, canChange: true, version: 4 }
const views = [view, { ...view, id: 'v2', name: 'Mine', isShared: false }] as unknown as SavedView[]

async function open(name: string) {
  const api = vi.fn(async (_endpoint: unknown) => ({ readers: 12 }))
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
  await screen.findByText(/^12 other people who can open this list lose/)
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
