// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import { listArchiveMails, resendArchiveMails } from '@verbatim/contract/archive-mails.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { SendAllAgain } from './SendAllAgain.tsx'

afterEach(cleanup)

function draw(failed: object, may: readonly string[] = ['smtp_integration.manage']) {
  const server = { asked: [] as unknown[], sent: [] as unknown[], answer: {} as unknown }
  const { user } = drawPages(
    { '/': SendAllAgain },
    {
      api: async (endpoint: unknown, call: unknown) => {
        if (endpoint === resendArchiveMails) {
          server.sent.push(call)
          if (server.answer instanceof Failure) throw server.answer
          return server.answer
        }
        expect(endpoint).toBe(listArchiveMails)
        server.asked.push(call)
        return { items: [], ...failed }
      },
      viewer: { id: 'me', permissions: new Set(may) },
    },
  )
  return { server, user }
}

const open = 'Send all failed emails again'

test('all failed emails are sent again once their number is confirmed', async () => {
  const { server, user } = draw({ total: 1_204 })
  server.answer = { resent: 1_204, isAll: true }
  await user.click(await screen.findByRole('button', { name: open }))
  const question = await screen.findByRole('dialog', { name: 'Send 1,204 failed emails again?' })
  expect(server.sent).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(server.sent).toEqual([])
  await user.click(screen.getByRole('button', { name: open }))
  await user.click(await screen.findByRole('button', { name: 'Send all again' }))
  await screen.findByText('1,204 emails are queued again')
  expect(server.sent).toEqual([{ query: { filter: 'state[eq]:failed' } }])
  expect(screen.queryByText(/^More failed emails/)).toBeNull()
})

test('if one act does not take all of them, that is said; and so is a failure', async () => {
  const { server, user } = draw({ total: 100_000, atLeast: true })
  server.answer = { resent: 50_000, isAll: false }
  await user.click(await screen.findByRole('button', { name: open }))
  await screen.findByRole('dialog', { name: 'Send more than 100,000 failed emails again?' })
  await user.click(screen.getByRole('button', { name: 'Send all again' }))
  await screen.findByText('More failed emails are left. Send those again as well.')
  server.answer = new Failure('request.too-many')
  await user.click(screen.getByRole('button', { name: open }))
  await user.click(await screen.findByRole('button', { name: 'Send all again' }))
  await screen.findByText('The emails were not queued again')
})

test('without failed emails there is nothing to send again, nor for readers who may not manage archiving', async () => {
  const { server } = draw({ total: 0 })
  await expect.poll(() => server.asked.length).toBe(1)
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  const reader = draw({ total: 3 }, [])
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(screen.queryByRole('button', { name: open })).toBeNull()
  expect(reader.server.asked).toEqual([])
})
