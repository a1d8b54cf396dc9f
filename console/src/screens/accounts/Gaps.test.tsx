// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import type { AccountGap } from '@verbatim/contract/account-gaps.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { Gaps, OpenGaps } from './Gaps.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T15:00:00Z') }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const gapOf = (some: Partial<AccountGap>) =>
  ({ id: some.kind, kind: 'disconnected', beganAt: '2026-11-28T09:00:00Z', ...some }) as AccountGap

test('what may be missing now says why and who was notified; what has ended and a silent account are said elsewhere', async () => {
  const gaps = [
    gapOf({ kind: 'disconnected', problem: 'credentials-refused', notifiedAt: '2026-11-28T14:57:00Z' }),
    gapOf({ kind: 'silent' }),
    gapOf({ kind: 'behind' }),
    gapOf({ kind: 'canary' }),
    gapOf({ kind: 'unstored', endedAt: '2026-11-28T10:00:00Z' }),
    gapOf({ kind: 'missing' }),
  ]
  drawPages({ '/': () => <OpenGaps gaps={gaps} status="not-available" /> })
  const alerts = await screen.findAllByRole('alert')
  expect(alerts.map(({ textContent }) => textContent.replace(/\d+ Nov 2026, \d\d:\d\d/, '#').trim())).toEqual(
    [
      'This account is not connectedSince #. The provider refuses the credentials. Correct them, then reconnect. Its owner and the administrators were notified 3 minutes ago.',
      'Capture is behindSince #. The account is connected, but messages sent since then are not all captured yet.',
      'A test message did not arriveIt was sent at #. Check that the provider delivers to Verbatim.',
      'Messages are missingSince #. Changes or receipts arrived for messages that are missing.',
    ],
  )
})

test('a provider that did not answer just now leaves the account connected, and the alert does not deny it', async () => {
  const gaps = [gapOf({ kind: 'disconnected', problem: 'unreachable' })]
  drawPages({ '/': () => <OpenGaps gaps={gaps} status="active" /> })
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The provider doesn’t answerSince /)
})

const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test('a gap that is over says the outcome for its messages, and one that lasts does not know it', async () => {
  const endedAt = '2026-11-28T10:00:00Z'
  const gaps = [
    gapOf({ kind: 'silent' }),
    gapOf({ kind: 'canary', endedAt }),
    gapOf({ kind: 'missing', endedAt, outcome: 'arrived' }),
    gapOf({ kind: 'disconnected', endedAt, outcome: 'lost' }),
    gapOf({ kind: 'behind', endedAt, outcome: 'arrived' }),
  ]
  drawPages({ '/': () => <Gaps gaps={gaps} /> })
  const rows = within(await screen.findByRole('table', { name: 'Gaps' })).getAllByRole('row')
  const [, silent, canary, missing, down, behind] = rows.map((row) =>
    row.querySelector('td') ? cellsOf(row) : [],
  )
  expect(silent?.slice(1)).toEqual(['Ongoing', 'Nothing arrived for longer than usual.', 'Not known yet'])
  expect(canary?.slice(2)).toEqual(['A test message did not arrive.', 'Not known yet'])
  expect(missing?.slice(3)).toEqual(['Arrived later'])
  const late = 'The account was connected, but messages were captured late.'
  expect(behind?.slice(2)).toEqual([late, 'Arrived later'])
  expect(down?.slice(2)).toEqual(['Verbatim was not running.', 'Messages are lost'])
  expect(down?.[1]).not.toBe('Ongoing')
})

test('lost messages that a damaged file still has are said to be kept, with the size of the file', async () => {
  const gap = gapOf({
    kind: 'unstored',
    endedAt: '2026-11-28T10:00:00Z',
    outcome: 'lost',
    heldBytes: 1_400_000,
  })
  drawPages({ '/': () => <Gaps gaps={[gap]} /> })
  const row = (await screen.findByText('Received messages could not be stored.')).closest('tr')!
  expect(cellsOf(row).at(-1)).toMatch(
    /^Messages are lost.*They are in a damaged file on the server \(1\.4 MB\)/,
  )
})

test('of a gap that outlasted what the provider keeps, the time before which messages are lost is said', async () => {
  const ended = { endedAt: '2026-11-28T14:00:00Z', lostBefore: '2026-11-28T11:00:00Z' }
  drawPages({ '/': () => <Gaps gaps={[gapOf({ kind: 'disconnected', ...ended, outcome: 'lost' })]} /> })
  const table = await screen.findByRole('table', { name: 'Gaps' })
  expect(cellsOf(within(table).getAllByRole('row')[1]!).at(-1)).toMatch(
    /^Those sent before 28 Nov 2026, 11:00 are lost\. The provider kept the others\.$/,
  )
})

test('an account without gaps says so, and has no table', async () => {
  drawPages({ '/': () => <Gaps gaps={[]} /> })
  await screen.findByText('This account has had no gaps of its own.')
  expect(screen.queryByRole('table')).toBeNull()
})
