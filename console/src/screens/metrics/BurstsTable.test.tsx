// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { listBursts } from '@verbatim/contract/metric-lists.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { SalesRows } from './SalesRows.tsx'

afterEach(cleanup)

const burst = (at: number, minutes: number | null, businessMinutes: number | null) => ({
  conversationId: '019aa000-0000-7000-8000-000000000003',
  messageId: `019aa000-0000-7000-8000-00000000001${at}`,
  channel: 'sms',
  title: `Client ${at}`,
  from: 'Ann Ash',
  postedAt: '2026-11-01T09:00:00.000Z',
  answeredAt: minutes === null ? null : '2026-11-01T09:26:00.000Z',
  minutes,
  businessMinutes,
  representatives: [],
})

test('an answer outside business hours took no minute of them, and not just under one', async () => {
  const items = [burst(1, 26, 0), burst(2, 26, 12), burst(3, 0, 0), burst(4, null, null)]
  drawPages(
    { '/': SalesRows },
    {
      at: '/?filter=bursts',
      viewer: { id: 'me', permissions: new Set(['metrics.sales']) },
      api: async (call: unknown) => (call === listBursts ? { items, total: items.length } : undefined),
    },
  )
  const table = await screen.findByRole('table', { name: 'Response times' })
  await within(table).findByText('Client 1')
  const [heads = [], ...rows] = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))
  const [took, business] = [heads.indexOf('Took'), heads.indexOf('In business hours')]
  expect(rows.map((cells) => [cells[took], cells[business]])).toEqual([
    ['26 minutes', '0 minutes'],
    ['26 minutes', '12 minutes'],
    ['under a minute', 'under a minute'],
    ['–', '–'],
  ])
})
