// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import type { NotificationId } from '@verbatim/contract/ids.ts'
import type { MailReceipt } from '@verbatim/contract/mail.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { MailsTab } from './MailsTab.tsx'

afterEach(cleanup)

const receipt = (id: string, some: Partial<MailReceipt>) =>
  ({
    id,
    to: `${id}@halden.example`,
    subject: 'New event',
    state: 'sent',
    createdAt: '2026-11-27T12:00:00Z',
    finishedAt: '2026-11-28T12:00:00Z',
    ...some,
  }) as unknown as MailReceipt

function draw(items: readonly MailReceipt[], waiting = 0, nextMailAt?: string) {
  const viewer = { id: 'me', permissions: new Set<string>(), mailWaits: true }
  drawPages(
    { '/': () => <MailsTab id={'n1' as NotificationId} /> },
    { api: async () => ({ items, waiting, nextMailAt }), session: { keptAt: 'pool' }, viewer },
  )
}
/** Each row's day or its address, in their order. */
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('th time')?.getAttribute('datetime') ?? row.children[1]?.textContent)
const rowOf = async (id: string) => (await screen.findByText(`${id}@halden.example`)).closest('tr')!
const waits = /No email server is configured/

test('a mail that failed says why, and one that waits says when it was made and that no server sends it', async () => {
  draw([
    receipt('ana', { state: 'failed', reason: '550 No such user' }),
    receipt('ben', { state: 'queued', finishedAt: undefined }),
  ])
  expect(
    within(await rowOf('ana'))
      .getAllByRole('cell')
      .at(-1)?.textContent,
  ).toBe('Status: Failed550 No such user')
  expect((await rowOf('ben')).textContent).toMatch(/^\d\d:00.*Status: Queued$/)
  expect(rows()).toEqual(['2026-11-28', 'ana@halden.example', '2026-11-27', 'ben@halden.example'])
  screen.getByText(waits)
})

test('mails are under the day on which they left, whichever was made first', async () => {
  draw([
    receipt('ana', { createdAt: '2026-11-28T10:00:00Z', finishedAt: '2026-11-28T11:00:00Z' }),
    receipt('ben', { createdAt: '2026-11-27T10:00:00Z', finishedAt: '2026-11-29T11:00:00Z' }),
    receipt('cem', { createdAt: '2026-11-27T09:00:00Z', finishedAt: '2026-11-28T10:00:00Z' }),
  ])
  await rowOf('ana')
  expect(rows()).toEqual([
    '2026-11-29',
    'ben@halden.example',
    '2026-11-28',
    'ana@halden.example',
    'cem@halden.example',
  ])
})

test('mails that were all sent say nothing of a missing server', async () => {
  draw([receipt('ana', {})])
  expect((await rowOf('ana')).textContent).toMatch(/Status: Sent$/)
  expect(screen.queryByText(waits)).toBeNull()
})

test('events that wait are counted, with the time of the next email once it is known', async () => {
  draw([], 1)
  expect((await screen.findByRole('status')).textContent).toBe('One event waits for the next email.')
  screen.getByText('No emails yet')
  cleanup()
  draw([], 12, '2026-11-28T12:00:00Z')
  expect((await screen.findByRole('status')).textContent).toMatch(
    /^12 events wait for the next email, which is sent at 28 Nov 2026/,
  )
})

test('a hundred mails are said to be the newest, and fewer are all', async () => {
  const many = Array.from({ length: 100 }, (_, at) => receipt(`n${at}`, {}))
  draw(many)
  await screen.findByText('The newest 100 emails are shown.')
  cleanup()
  draw(many.slice(1))
  await rowOf('n1')
  expect(screen.queryByText(/The newest/)).toBeNull()
})
