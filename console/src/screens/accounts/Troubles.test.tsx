// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { redriveChannelAccount } from '@verbatim/contract/account-redrives.ts'
import type { QuarantinedRecord, RefusedDelivery } from '@verbatim/contract/accounts.ts'
import { failures } from '@verbatim/contract/errors.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import type { Redrive } from '@verbatim/contract/redrive.ts'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { Redrives } from './Redrives.tsx'
import { QuarantinedRecords, RefusedDeliveries } from './Troubles.tsx'

afterEach(cleanup)

const id = '0198abcd-0000-7000-8000-00000000000a' as AccountId
const recordOf = (name: string, reason: string) =>
  ({
    recordId: `record ${name}`,
    quarantinedAt: '2026-11-28T09:00:00Z',
    receivedAt: '2026-11-28T09:00:00Z',
    attempts: 2,
    reason,
    sizeBytes: 1_400,
    sha256: name.repeat(64),
  }) as unknown as QuarantinedRecord

const records = [recordOf('a', 'account.not-found'), recordOf('b', '552 The header is too long.')]

/** The table at an account, whose first record leaves the quarantine on request. */
function draw(permissions: readonly string[]) {
  const calls: unknown[] = []
  function Page() {
    const [shown, setShown] = useState(records)
    return (
      <>
        <button onClick={() => setShown(records.slice(1))}>Leave</button>
        <QuarantinedRecords id={id} records={shown} />
      </>
    )
  }
  const { user } = drawPages(
    { '/': Page },
    {
      api: async (endpoint: unknown, call: unknown) => {
        calls.push([endpoint, call])
        return { redriven: 1 }
      },
      viewer: { id: 'me', permissions: new Set(permissions) },
    },
  )
  return { user, calls }
}

test('chosen records are retried, without one that has left the quarantine since it was chosen', async () => {
  const { user, calls } = draw(['integrations.manage'])
  await user.click(await screen.findByRole('checkbox', { name: 'Select record aaaaaaaaaaaa' }))
  expect(screen.getByRole('button', { name: /^Retry/ }).textContent).toBe('Retry 1 selected record')
  await user.click(screen.getByRole('checkbox', { name: 'Select record bbbbbbbbbbbb' }))
  screen.getByRole('button', { name: 'Retry 2 selected records' })
  await user.click(screen.getByRole('button', { name: 'Leave' }))
  await user.click(screen.getByRole('button', { name: 'Retry 1 selected record' }))
  expect(calls).toEqual([[redriveChannelAccount, { params: { id }, body: { recordIds: ['record b'] } }]])
  expect((await screen.findByRole('status')).textContent).toContain(
    '1 record in quarantine is being processed again.',
  )
})

test('a reader who may not retry reads why records are in quarantine, and can choose none', async () => {
  draw(['integrations.view'])
  const table = await screen.findByRole('table', { name: 'Quarantine' })
  within(table).getByText(failures['account.not-found'].message)
  within(table).getByText('552 The header is too long.')
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: /Retry/ })).toBeNull()
})

test('a refused delivery says why, from where, and how many more there were in its minute', async () => {
  const refused = (remote: string | null, reason: string): RefusedDelivery =>
    ({
      id: reason,
      at: '2026-11-28T09:00:00Z',
      remote,
      reason,
      sizeBytes: 900,
      timesInMinute: 1_250,
    }) as never
  drawPages({
    '/': () => (
      <RefusedDeliveries deliveries={[refused('192.0.2.7', 'account.not-found'), refused(null, '550 No.')]} />
    ),
  })
  const [, first, second] = within(await screen.findByRole('table', { name: 'Refused' })).getAllByRole('row')
  const cellsOf = (row: HTMLElement | undefined) =>
    [...(row?.querySelectorAll('td') ?? [])].slice(1).map(({ textContent }) => textContent)
  expect(cellsOf(first)).toEqual([failures['account.not-found'].message, '192.0.2.7', '1,250', '900 B'])
  expect(cellsOf(second)).toEqual(['550 No.', 'unknown', '1,250', '900 B'])
})

test('a retry says what came of its records, and no more once all were processed', async () => {
  const redrive = (name: string, records: number, accepted: number, waiting: number) =>
    ({
      id: name,
      at: '2026-11-28T09:00:00Z',
      by: 'Ana Bell',
      records,
      accepted,
      waiting,
      failed: records - accepted - waiting,
    }) as unknown as Redrive
  const redrives = [
    redrive('one', 1, 1, 0),
    redrive('all', 1_200, 1_200, 0),
    redrive('some', 5, 2, 2),
    redrive('none', 2, 0, 0),
  ]
  drawPages({ '/': () => <Redrives redrives={redrives} /> })
  const [, ...rows] = within(await screen.findByRole('table', { name: 'Retried' })).getAllByRole('row')
  expect(rows.map((row) => [...row.querySelectorAll('td')].at(-1)?.textContent)).toEqual([
    'It was processed',
    'All were processed',
    '2 processed, 2 waiting, 1 record in quarantine again',
    '0 processed, 2 records in quarantine again',
  ])
})
