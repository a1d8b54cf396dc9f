// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import {
  type ArchiveBackFill,
  type ArchivingSettings,
  cancelArchiveBackFill,
  startArchiveBackFill,
  testArchiving,
} from '@verbatim/contract/archiving.ts'
import { failures } from '@verbatim/contract/errors.ts'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { type ArchivingEditing, type Values } from './archiving-form.ts'
import { ArchivingState } from './ArchivingState.tsx'
import { ArchivingSummary } from './ArchivingSummary.tsx'
import { BackFill } from './BackFill.tsx'
import { TestMail } from './TestMail.tsx'

afterEach(cleanup)

function draw(content: () => ReactNode, may: readonly string[] = ['smtp_integration.manage']) {
  const server = { calls: [] as unknown[][], answer: {} as unknown }
  const { user } = drawPages(
    { '/': content },
    {
      api: async (endpoint: unknown, call: unknown) => {
        server.calls.push([endpoint, call])
        if (server.answer instanceof Failure) throw server.answer
        return server.answer
      },
      viewer: { id: 'me', permissions: new Set(may) },
    },
  )
  return { server, user }
}

test.each([
  [undefined, 'Off. No email is queued or sent.'],
  [{ mode: 'off', delivery: 'per_message' }, 'Off. No email is queued or sent.'],
  [{ mode: 'paused', delivery: 'per_message' }, 'Paused. Emails are queued and wait; none is sent.'],
  [
    { mode: 'on', delivery: 'per_message' },
    'On. Each message, edit, deletion and reaction is sent as an email.',
  ],
  [
    { mode: 'on', delivery: 'conversation_day' },
    'On. Each conversation is sent as one email per day, once the day is over.',
  ],
])('the state of archiving is said in words: %o', async (settings, words) => {
  draw(() => <ArchivingState settings={settings as ArchivingSettings | undefined} />)
  await screen.findByText(words)
  expect(screen.queryByText(/^Once archiving is set up/) === null).toBe(settings !== undefined)
})

test('a pause of a receiver is said while it lasts, with what its server answered', async () => {
  const trouble = {
    problem: 'busy',
    answer: '421 Later',
    at: '2026-11-28T09:00:00Z',
    since: '2026-11-28T08:00:00Z',
  }
  const paused = (pausedUntil: Date) =>
    ({
      mode: 'on',
      delivery: 'per_message',
      trouble: { ...trouble, pausedUntil: pausedUntil.toISOString() },
    }) as never
  draw(() => <ArchivingState settings={paused(new Date(Date.now() + 60_000))} />)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The server said: 421 Later')
  expect(alert.textContent).toMatch(/Nothing is sent before .*\. The emails wait; none is lost\.$/)
  cleanup()
  draw(() => <ArchivingState settings={paused(new Date(Date.now() - 60_000))} />)
  expect((await screen.findByRole('alert')).textContent).not.toContain('Nothing is sent before')
})

const on = { mode: 'on' } as ArchivingSettings
const backFill = {
  state: 'running',
  from: '2026-10-01T00:00:00Z',
  startedAt: '2026-11-28T08:00:00Z',
  total: 1_200,
  looked: 300,
  queued: 1,
} as ArchiveBackFill

test('earlier messages are archived from a day, and without one nothing is asked for', async () => {
  const { server, user } = draw(() => <BackFill settings={on} backFill={undefined} />)
  await user.click(await screen.findByRole('button', { name: 'Archive earlier messages' }))
  screen.getByText('Choose a day.')
  expect(server.calls).toEqual([])
  await user.click(screen.getByLabelText(/^Archive from/))
  await user.paste('2026-10-01')
  await user.tab()
  await user.click(screen.getByRole('button', { name: 'Archive earlier messages' }))
  expect(server.calls).toEqual([[startArchiveBackFill, { body: { startFrom: '2026-10-01' } }]])
  expect(screen.queryByText('Choose a day.')).toBeNull()
})

test('a running back-fill says how far it is, and can be cancelled instead of started again', async () => {
  const { server, user } = draw(() => <BackFill settings={on} backFill={backFill} />)
  expect((await screen.findByText(/^Running/)).textContent).toMatch(
    /^Running: captured since 1 Oct 2026, \d\d:\d\d, 300 of 1,200 messages checked, 1 entry queued\.$/,
  )
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
  expect(screen.queryByRole('button', { name: 'Archive earlier messages' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(server.calls).toEqual([[cancelArchiveBackFill, {}]])
  await screen.findByText('Archiving of earlier messages was cancelled')
})

test('nothing is back-filled while archiving is off, or by a reader who may not manage it', async () => {
  draw(() => <BackFill settings={{ ...on, mode: 'off' }} backFill={undefined} />)
  await screen.findByText('Turn archiving on or pause it first.')
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  draw(() => <BackFill settings={on} backFill={backFill} />, [])
  await screen.findByText(/^Running/)
  expect(screen.queryByRole('button')).toBeNull()
})

test('messages without an email are counted for all, and led to only for those who may read them', async () => {
  const differences = Array.from({ length: 100 }, (_, at) => `message-${at}`)
  const summary = (some: object) => ({ days: [], differences, conversations: [], ...some })
  const { server } = draw(() => <ArchivingSummary />, ['messages.view'])
  server.answer = summary({})
  await screen.findByText('At least 100 messages have no email, or one that failed.')
  screen.getByText('There was nothing to archive in this period.')
  const named = within(screen.getByRole('list', { name: 'The newest of them' })).getAllByRole('link')
  expect([named.length, named[0]?.getAttribute('href')]).toEqual([10, '/messages/message-0'])
  cleanup()
  const other = draw(() => <ArchivingSummary />, [])
  const day = { day: '2026-11-27', captured: 1_204, queued: 1_203, accepted: 1_200, failed: 3 }
  other.server.answer = summary({ days: [day], differences: ['message-1'] })
  await screen.findByText('1 message has no email, or one that failed.')
  expect(screen.queryByRole('link')).toBeNull()
  const cells = within(screen.getAllByRole('row')[1]!).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual(['1,204', '1,203', '1,200', '3', '4'])
})

test('a conversation whose change of members has no email is counted, and led to for those who may read it', async () => {
  const { server } = draw(() => <ArchivingSummary />, ['messages.view'])
  server.answer = { days: [], differences: [], conversations: ['c1'] }
  await screen.findByText('1 conversation has a change of members without an email, or with one that failed.')
  expect(screen.queryByText(/message has/)).toBeNull()
  expect(screen.getByRole('link', { name: 'c1' }).getAttribute('href')).toContain('c1')
})

const receiver = {
  host: 'mail.archive.example',
  port: 587,
  security: 'tls',
  signIn: 'plain',
  user: 'halden',
  password: '',
  refreshToken: '',
  fromAddress: 'archive@halden.example',
  journalRecipients: ['journal@archive.example'],
} as unknown as Values

test('a test email says what its server made of it, and a missing password is said at its field', async () => {
  const errors: object[] = []
  const editing = { values: receiver, canEdit: true, setErrors: (some: object) => errors.push(some) }
  const { server, user } = draw(() => <TestMail {...(editing as unknown as ArchivingEditing)} />)
  server.answer = {
    accepted: false,
    message: 'The server does not accept email for a recipient.',
    answer: '550 No',
    refusedRecipients: ['journal@archive.example'],
  }
  const send = await screen.findByRole('button', { name: 'Send test email' })
  await user.click(send)
  await screen.findByText('The server does not accept email for a recipient.')
  expect(screen.getByRole('status').textContent).toContain(
    'Refused: journal@archive.exampleThe server said: 550 No',
  )
  expect(server.calls[0]).toMatchObject([testArchiving, { body: { host: 'mail.archive.example' } }])
  expect(errors).toEqual([{}])
  server.answer = {
    accepted: true,
    message: 'The server took the test email.',
    answer: '250 2.0.0 Ok: queued as 4bTz9Q1xYr',
    queueId: '4bTz9Q1xYr',
    refusedRecipients: [],
  }
  await user.click(send)
  await screen.findByText('The server took the test email.')
  expect(screen.getByRole('status').textContent).toMatch(/Queue ID: 4bTz9Q1xYr$/)
  server.answer = new Failure('archiving.no-password', failures['archiving.no-password'])
  await user.click(send)
  await expect.poll(() => errors.at(-1)).toEqual({ password: failures['archiving.no-password'].message })
  expect(screen.getByRole('status').textContent).toBe('')
  server.answer = new Failure('request.too-many')
  await user.click(send)
  expect((await screen.findByRole('alert')).textContent).toContain('The test email was not sent')
})
