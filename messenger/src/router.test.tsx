// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { App } from '#shell/App.tsx'
import { makeRouter } from './router.tsx'

afterEach(cleanup)

const reader = { id: 'rita', name: 'Rita', email: 'rita@desk.example', organization: 'desk' }

/** The messenger without a network, and what its list of conversations asks for. */
async function openAt(address: string) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const visit = { app: undefined, reader: () => reader, lock: () => Promise.resolve() }
  const router = makeRouter({ visit, queryClient })
  const history = createMemoryHistory({ initialEntries: [`/messenger${address}`] })
  router.update({ ...router.options, history })
  render(<App router={router} queryClient={queryClient} />)
  const box = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search people' })
  const asked = () =>
    queryClient
      .getQueryCache()
      .findAll({ queryKey: ['conversations', 'list'] })
      .map(({ queryKey }) => queryKey[2])
  return { box, asked, history, router }
}

test.each([
  ['12345', '12345'],
  ['%2B15550101234', '+15550101234'],
  ['12345678901234567890', '12345678901234567890'],
  ['1e3', '1e3'],
  ['true', 'true'],
  ['%22Ann%22', '"Ann"'],
  ['Ann+Bell', 'Ann Bell'],
])('the address ?find=%s looks for exactly this', async (written, find) => {
  const { box, asked } = await openAt(`/?find=${written}`)
  expect(box.value).toBe(find)
  expect(asked()).toEqual([find])
})

test('a number that is typed is in the address as it is', async () => {
  const { box, history } = await openAt('/')
  await userEvent.type(box, '12345{Enter}')
  expect(history.location.search).toBe('?find=12345')
})

test('a text that is too long is said to be, and conversations are not listed instead', async () => {
  const { box, asked } = await openAt(`/?find=${'x'.repeat(1001)}`)
  screen.getByText('This search is too long')
  expect(box.value).toHaveLength(1001)
  expect(asked()).toEqual([])
})

test('the facts beside a conversation are open at their address', async () => {
  const { router } = await openAt('/019aa000-0000-7000-8000-00000000000b?find=1&about=true')
  expect(router.state.matches.at(-1)?.search).toEqual({ find: '1', about: true })
})
