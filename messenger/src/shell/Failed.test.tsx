// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import { afterEach, expect, test } from 'vitest'
import { Failed } from './Failed.tsx'

afterEach(cleanup)

async function draw(error: unknown): Promise<void> {
  const routeTree = createRootRoute({
    component: () => (
      <MantineProvider env="test">
        <Failed error={error} onRetry={() => {}} />
      </MantineProvider>
    ),
  })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  await router.load()
  render(<RouterProvider router={router as never} />)
}

test('a part that could not be loaded offers to load the page again, since a retry would find it missing again', async () => {
  await draw(new TypeError('Failed to fetch dynamically imported module: /assets/a.js'))
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('what does not exist leads back to the conversations', async () => {
  await draw(new Failure('request.not-found'))
  expect(screen.getByRole('link', { name: 'Go back' }).getAttribute('href')).toBe('/')
})

test('another failure can be tried again', async () => {
  await draw(new Failure('internal'))
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
})
