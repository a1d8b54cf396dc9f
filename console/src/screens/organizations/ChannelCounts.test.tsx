// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { ChannelCounts } from './ChannelCounts.tsx'

afterEach(cleanup)

const items = [{ channel: 'sms', connected: 17, waiting: 0, notConnected: 0 }]

function draw(first: () => unknown) {
  const server = { answer: first }
  const drawn = drawPages({ '/': ChannelCounts }, { api: async () => server.answer() })
  const readAgain = (failure: Failure) => {
    server.answer = () => {
      throw failure
    }
    return act(async () => {
      await drawn.queryClient.invalidateQueries()
      await new Promise((resolve) => setTimeout(resolve))
    })
  }
  return { ...drawn, server, readAgain }
}

test('the counts stay after a failure, and are taken away when access to them ends', async () => {
  const { readAgain } = draw(() => ({ items }))
  await screen.findByText('17')
  await readAgain(new Failure('unavailable'))
  expect(screen.getByText('17')).toBeTruthy()
  await readAgain(new Failure('access.denied', { details: { permission: 'integrations.view' } }))
  expect((await screen.findByRole('alert')).textContent).toContain(
    'You need the permission integrations.view.',
  )
  expect(screen.queryByText('17')).toBeNull()
})

test('counts that can’t be read are read again on request', async () => {
  const { server, user } = draw(() => {
    throw new Failure('unavailable')
  })
  await screen.findByRole('alert')
  server.answer = () => ({ items })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('17')).toBeTruthy()
})
