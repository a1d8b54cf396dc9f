// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { listAccountDays } from '@verbatim/contract/metric-lists.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { AccountDaysTable } from './AccountDaysTable.tsx'

afterEach(cleanup)

const rita = { id: '019aa000-0000-7000-8000-000000000001', name: 'Rita Lund' }
const dayOf = (at: number, name: string, owner?: typeof rita) => ({
  accountId: `019aa000-0000-7000-8000-00000000001${at}`,
  name,
  address: `+1555010000${at}`,
  channel: 'sms',
  day: '2026-11-01',
  state: 'complete',
  reasons: [],
  hoursDue: 24,
  hoursMissing: 0,
  ...(owner && { owner }),
})

test('an account day names the owner once: beside the account only if its name is another', async () => {
  const items = [dayOf(1, 'Rita Lund', rita), dayOf(2, 'Second desk', rita), dayOf(3, 'Front desk')]
  drawPages(
    { '/': AccountDaysTable },
    {
      at: '/?filter=complete',
      viewer: { id: 'me', permissions: new Set(['integrations.view']) },
      api: async (call: unknown) =>
        call === listAccountDays ? { items, total: items.length } : { items: [], total: 0 },
    },
  )
  const table = await screen.findByRole('table', { name: 'Complete' })
  await within(table).findByText('Second desk')
  expect(within(table).queryByRole('columnheader', { name: 'Owner' })).toBeNull()
  const [heads = [], ...rows] = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))
  const account = heads.indexOf('Account')
  expect(rows.map((cells) => cells[account])).toEqual([
    'Rita Lund',
    'Second deskOwner: Rita Lund',
    'Front desk',
  ])
})
