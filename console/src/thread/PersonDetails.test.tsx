// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import { ownFailures } from '@verbatim/contract/own-failures.ts'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { PersonDetails } from './PersonDetails.tsx'

afterEach(cleanup)

const card = { name: 'Dana Cole', pages: [], groups: [{ id: 'g', name: 'Asia Desk' }] }
const refused = 'You can’t see more about this person.'

function draw(first: () => unknown) {
  const server = { answer: first }
  const { queryClient, user } = drawPages(
    { '/': () => <PersonDetails kind="contact" id="c1" address={undefined} /> },
    { api: async () => server.answer(), viewer: { id: 'me', permissions: new Set() } },
  )
  const readAgain = (answer: () => unknown) => {
    server.answer = answer
    return act(async () => {
      await queryClient.invalidateQueries({ queryKey: ['contacts'] })
      await new Promise((resolve) => setTimeout(resolve))
    })
  }
  return { server, user, readAgain }
}

const fail = (failure: Failure) => () => {
  throw failure
}
const withoutNetwork = fail(new Failure('network'))

test('a card that can’t be read for want of a network says that, and is read again on request', async () => {
  const { server, user } = draw(withoutNetwork)
  expect((await screen.findByRole('alert')).textContent).toContain(ownFailures.network.message)
  expect(screen.queryByText(refused)).toBeNull()
  server.answer = () => card
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Asia Desk')).toBeTruthy()
})

test('a card stays readable if it can’t be read again, until access to it ends', async () => {
  const { readAgain } = draw(() => card)
  await screen.findByText('Asia Desk')
  await readAgain(withoutNetwork)
  expect(screen.getByText('Asia Desk')).toBeTruthy()
  await readAgain(fail(new Failure('request.not-found')))
  expect(await screen.findByText(refused)).toBeTruthy()
  expect(screen.queryByText('Asia Desk')).toBeNull()
})

test.each([
  ['user', 'users'],
  ['contact', 'contacts'],
] as const)('the card of a %s is read again when %s change', async (kind, slice) => {
  const asked: string[] = []
  const { queryClient } = drawPages(
    { '/': () => <PersonDetails kind={kind} id="p1" address={undefined} /> },
    {
      api: async () => {
        asked.push(kind)
        return { ...card, groups: [{ id: 'g', name: asked.length === 1 ? 'Asia Desk' : 'South' }] }
      },
      viewer: { id: 'me', permissions: new Set() },
    },
  )
  await screen.findByText('Asia Desk')
  await act(() => queryClient.invalidateQueries({ queryKey: [slice] }))
  await screen.findByText('South')
  expect(asked).toHaveLength(2)
})

test('a card that is opened again counts the open events of now', async () => {
  let openEvents = 1
  function Name() {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <button onClick={() => setOpen(!isOpen)}>Ana</button>
        {isOpen && <PersonDetails kind="user" id="p1" address={undefined} />}
      </>
    )
  }
  const { user } = drawPages(
    { '/': Name },
    { api: async () => ({ ...card, openEvents }), viewer: { id: 'me', permissions: new Set() } },
  )
  const name = await screen.findByRole('button', { name: 'Ana' })
  await user.click(name)
  await screen.findByText('1 open event')
  await user.click(name)
  openEvents = 0
  await user.click(name)
  await waitFor(() => expect(screen.queryByText('1 open event')).toBeNull())
  await screen.findByText('No open events')
})
