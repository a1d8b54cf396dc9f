// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import { afterEach, expect, test } from 'vitest'
import type { EditorProps } from '#editor/define-editor.ts'
import { drawPages } from '#testing/draw-pages.tsx'
import type { InsightTypes } from './insight-editor.tsx'
import { VersionsTab } from './VersionsTab.tsx'

afterEach(cleanup)

const base = { id: 'i', version: 2, name: 'Desks', provider: 'native' }
const editor = { base, canEdit: true, isDirty: false } as unknown as EditorProps<InsightTypes>['editor']
const versions = [{ version: 1, changedAt: '2026-03-01T10:00:00Z', changedBy: 'Ana Bell', tileCount: 4 }]

function draw(first: () => unknown) {
  const server = { answer: first }
  const drawn = drawPages(
    { '/': () => <VersionsTab editor={editor} /> },
    { api: async () => server.answer(), viewer: { id: 'me', permissions: new Set(['insights.manage']) } },
  )
  return { ...drawn, server }
}

test('versions that can’t be read say why, not that something could not be counted', async () => {
  const { server, user } = draw(() => {
    throw new Failure('internal', { requestId: 'r-7' })
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Request r-7')
  expect(screen.queryByText(/counted/)).toBeNull()
  server.answer = () => ({ items: versions })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Ana Bell')).toBeTruthy()
})

test('versions are taken away when access to them ends', async () => {
  const { server, queryClient } = draw(() => ({ items: versions }))
  await screen.findByText('Ana Bell')
  server.answer = () => {
    throw new Failure('access.denied', { details: { permission: 'insights.manage' } })
  }
  await act(() => queryClient.invalidateQueries({ queryKey: ['insights'] }))
  expect((await screen.findByRole('alert')).textContent).toContain('insights.manage')
  expect(screen.queryByText('Ana Bell')).toBeNull()
})
