// @vitest-environment happy-dom
import { act, cleanup, screen, within } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import type { User } from '@verbatim/contract/users.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { SignInPanel } from './SignInPanel.tsx'

afterEach(cleanup)

const user = {
  id: '019aa000-0000-7000-8000-000000000001',
  email: 'ann@halden.example',
  fullName: 'Ann Lee',
  status: 'active',
  source: 'invitation',
  lastSignInAt: '2026-03-01T10:00:00Z',
  createdAt: '2026-03-01T10:00:00Z',
} as unknown as User

test('a reset of the second step that fails after the panel is closed says so', async () => {
  const answer = Promise.withResolvers<unknown>()
  const pages = drawPages(
    {
      '/': () => <SignInPanel side="platform" user={user} canEdit />,
      '/users': () => <h1>Users</h1>,
    },
    { api: () => answer.promise, viewer: { id: 'v', permissions: new Set() } },
  )
  await pages.user.click(await screen.findByRole('button', { name: 'Reset second step' }))
  const question = await screen.findByRole('dialog')
  await pages.user.click(within(question).getByRole('button', { name: 'Reset second step' }))
  await act(() => pages.router.navigate({ to: '/users' as never }))
  await screen.findByRole('heading', { name: 'Users' })
  await act(async () => answer.reject(new Failure('request.invalid')))
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The second step of “Ann Lee” was not reset',
  )
})
