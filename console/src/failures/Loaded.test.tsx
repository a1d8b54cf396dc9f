// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query'
import { act, cleanup, screen } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import { ownFailures } from '@verbatim/contract/own-failures.ts'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { Loaded } from './Loaded.tsx'

afterEach(cleanup)

const key = ['desks']
const readDesks = async () => 'Two desks'
const denied = new Failure('access.denied', { details: { permission: 'desks.view' } })

/** Renders desks that a server may refuse. */
function draw(first: () => Promise<string>, inline?: true) {
  const server = { answer: first }
  function Desks() {
    const query = useQuery({ queryKey: key, queryFn: () => server.answer() })
    const frame = (content: ReactNode) => <section aria-label="Desks">{content}</section>
    return (
      <Loaded of={query} pending={<p>Pending</p>} frame={frame} {...(inline && { inline })}>
        {(data) => <p>{data}</p>}
      </Loaded>
    )
  }
  const { queryClient, user } = drawPages({ '/': Desks })
  const readAgain = (answer: () => Promise<string>) =>
    act(async () => {
      server.answer = answer
      await queryClient.invalidateQueries({ queryKey: key })
      await new Promise((resolve) => setTimeout(resolve))
    })
  return { server, user, readAgain }
}

const fail = (failure: Failure) => () => Promise.reject(failure)

test('until something is read, its frame has the skeleton', async () => {
  const answer = Promise.withResolvers<string>()
  draw(() => answer.promise)
  expect((await screen.findByRole('region', { name: 'Desks' })).textContent).toBe('Pending')
  await act(async () => answer.resolve('Two desks'))
  expect((await screen.findByRole('region', { name: 'Desks' })).textContent).toBe('Two desks')
})

test('what was read stays after a failure that is not a refusal', async () => {
  const { readAgain } = draw(readDesks)
  await screen.findByText('Two desks')
  await readAgain(fail(new Failure('internal')))
  expect(screen.getByText('Two desks')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([denied, new Failure('request.not-found')])(
  'what was read is taken away when access to it ends, also in a line: $code',
  async (refusal) => {
    for (const inline of [undefined, true] as const) {
      const { readAgain } = draw(readDesks, inline)
      await screen.findByText('Two desks')
      await readAgain(fail(refusal))
      expect(screen.getByRole('alert')).toBeTruthy()
      expect(screen.queryByText('Two desks')).toBeNull()
      cleanup()
    }
  },
)

test('a page that can’t be read is the page of the failure, without its frame, and is read again on request', async () => {
  const { server, user } = draw(fail(new Failure('internal', { requestId: 'r-7' })))
  await screen.findByRole('heading', { name: ownFailures.internal.message })
  expect(screen.queryByRole('region', { name: 'Desks' })).toBeNull()
  server.answer = readDesks
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Two desks')).toBeTruthy()
})

test('a part that can’t be read is one line with the request, and is read again on request', async () => {
  const { server, user } = draw(fail(new Failure('internal', { requestId: 'r-7' })), true)
  expect((await screen.findByRole('alert')).textContent).toBe(
    `${ownFailures.internal.message} Request r-7Try again`,
  )
  expect(screen.queryByRole('heading')).toBeNull()
  server.answer = readDesks
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Two desks')).toBeTruthy()
})

test('a part that the reader may not read names the missing permission, and offers no second try', async () => {
  draw(fail(denied), true)
  expect((await screen.findByRole('alert')).textContent).toContain('You need the permission desks.view.')
  expect(screen.queryByRole('button')).toBeNull()
})
