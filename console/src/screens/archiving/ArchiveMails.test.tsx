// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { type ArchivedMail, listArchiveMails, resendArchiveMail } from '@verbatim/contract/archive-mails.ts'
import { Failure } from '@verbatim/client/failure.ts'
import { failures } from '@verbatim/contract/errors.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { ArchiveMails } from './ArchiveMails.tsx'

afterEach(cleanup)

const mail = (id: string, some: Partial<ArchivedMail>) =>
  ({
    id,
    event: 'message',
    state: 'accepted',
    attempts: 1,
    createdAt: '2026-11-28T09:00:00Z',
    refusedRecipients: [],
    ...some,
  }) as unknown as ArchivedMail

function draw(items: readonly ArchivedMail[], { at = '/', may = ['messages.view'] } = {}) {
  const server = { asked: [] as { query: { about?: string; filter?: string } }[], resent: [] as unknown[] }
  const { user, router } = drawPages(
    { '/': ArchiveMails },
    {
      at,
      api: async (endpoint: unknown, call: never) => {
        if (endpoint === resendArchiveMail) {
          server.resent.push(call)
          throw new Failure('archiving.not-failed', failures['archiving.not-failed'])
        }
        expect(endpoint).toBe(listArchiveMails)
        server.asked.push(call)
        return { items, total: items.length }
      },
      viewer: { id: 'me', permissions: new Set(may) },
    },
  )
  return { server, user, router }
}

const rows = async () => {
  const list = await screen.findByRole('list', { name: 'Emails to the archive' })
  return within(list).getAllByRole('listitem')
}

test('an email names its message as a link, its day, or what happened, to those who may read it', async () => {
  const items = [
    mail('a', { messageId: 'm1' as never, about: 'See you at nine', event: 'edit' }),
    mail('b', { messageId: 'm2' as never, event: 'reaction' }),
    mail('c', { event: 'day', day: { date: '2026-11-27', items: 1, number: 2 } }),
  ]
  draw(items)
  await screen.findByRole('link', { name: 'See you at nine' })
  const words = (await rows()).map((row) => row.firstElementChild?.firstElementChild?.textContent)
  expect(words).toEqual([
    'See you at nine Edit',
    'Reaction',
    'Conversation of 27 Nov 2026, supplement 2 1 entry',
  ])
  expect(screen.getByRole('link', { name: 'Reaction' }).getAttribute('href')).toBe('/messages/m2')
  cleanup()
  draw(items, { may: [] })
  await screen.findByText('Reaction')
  expect(screen.queryByRole('link', { name: /nine|Reaction/ })).toBeNull()
})

test('an email that waits says when it is tried next, and one that failed why, with a way to send it again', async () => {
  const { server, user } = draw([
    mail('a', { state: 'deferred', attempts: 2, dueAt: '2026-11-28T12:00:00Z', problem: 'busy' }),
    mail('b', { state: 'queued', attempts: 0, dueAt: '2026-11-28T12:00:00Z' }),
    mail('c', {
      state: 'failed',
      problem: 'recipients',
      refusedRecipients: ['x@archive.example'],
      answer: '550 No',
    }),
  ])
  const [deferred, queued, failed] = await rows()
  expect(deferred?.textContent).toMatch(
    /Status: Deferred2 attempts, next at 28 Nov 2026, \d\d:\d\dThe server asked/,
  )
  expect(queued?.textContent).toMatch(/Status: Queued$/)
  expect(failed?.textContent).toMatch(/Refused: x@archive\.exampleThe server said: 550 NoSend again$/)
  expect(screen.getAllByRole('button', { name: 'Send again' }).length).toBe(1)
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  expect(server.resent).toEqual([{ params: { id: 'c' } }])
  expect((await screen.findByRole('alert')).textContent).toContain(failures['archiving.not-failed'].message)
})

test('an accepted email has the ID under which the archive’s server queued it', async () => {
  draw([mail('a', { queueId: '4bTz9Q1xYr', answer: '250 2.0.0 Ok' }), mail('b', { answer: '250 2.0.0 Ok' })])
  const [named, unnamed] = await rows()
  expect(named?.textContent).toMatch(/The server said: 250 2\.0\.0 OkQueue ID: 4bTz9Q1xYr$/)
  expect(unnamed?.textContent).toMatch(/The server said: 250 2\.0\.0 Ok$/)
})

test('the chosen state is in the address and is asked for, and one that is none shows no emails', async () => {
  const { server, user, router } = draw([])
  await screen.findByText('No emails.')
  await user.selectOptions(screen.getByLabelText('Status'), 'Failed')
  await screen.findByText('No emails in this state.')
  expect(router.state.location.search).toEqual({ state: 'failed' })
  expect(server.asked.at(-1)?.query.filter).toBe('state[eq]:failed')
  cleanup()
  const broken = draw([mail('a', {})], { at: '/?state=lost' })
  await screen.findByText(/lost/)
  expect(broken.server.asked).toEqual([])
})
