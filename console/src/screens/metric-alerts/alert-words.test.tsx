// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import type { MetricAlertId } from '@verbatim/contract/ids.ts'
import type { MetricAlert, MetricCrossing } from '@verbatim/contract/metric-alerts.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { busyAlert } from '#testing/metric-alerts.ts'
import { CrossingsTab } from './CrossingsTab.tsx'
import { metricAlertsList } from './metric-alerts.tsx'

afterEach(cleanup)

const alert: MetricAlert = { ...busyAlert, filter: { channel: ['whatsapp'] } }

/** The cells of an alert by their columns, for a reader who may not change it. */
async function cellsOf(some: object) {
  drawPages(
    {
      '/': () =>
        metricAlertsList.columns.map(({ id, cell }) => (
          <section key={id} aria-label={id}>
            {cell({ ...alert, ...some } as MetricAlert)}
          </section>
        )),
    },
    { viewer: { id: 'me', permissions: new Set() } },
  )
  await screen.findByText('Busy')
  const cells = [...document.querySelectorAll('section[aria-label]')]
  const words = Object.fromEntries(cells.map((one) => [one.getAttribute('aria-label'), one.textContent]))
  cleanup()
  return words
}

test('a row says what is compared, for how many it is crossed, and since when checks fail', async () => {
  expect(await cellsOf({})).toMatchObject({
    name: 'BusyMessages (WhatsApp Business) rises by 20% or more compared with the previous period, 7 days to yesterday',
    recipients: '1 recipient',
    checked: 'Not yet',
  })
  const checkedAt = new Date().toISOString()
  expect(await cellsOf({ crossedFor: 2, failedChecks: 1, checkedAt })).toMatchObject({
    recipients: '1 recipientcrossed for 2',
    checked: 'just now1 check failed since',
  })
})

test('a figure of now names no period, and a disabled alert says that it is', async () => {
  const now = {
    metric: 'open-events',
    filter: {},
    condition: { kind: 'above', value: 1_200 },
    enabled: false,
  }
  expect(await cellsOf(now)).toMatchObject({
    name: 'BusyOpen events above 1,200',
    enabled: 'Disabled',
  })
})

const crossing = (name: string, some: Partial<MetricCrossing>) =>
  ({
    id: name,
    recipient: { id: name, name },
    at: '2026-11-28T09:00:00Z',
    isCrossed: true,
    ...some,
  }) as unknown as MetricCrossing

function drawHistory(items: readonly MetricCrossing[]) {
  const viewer = { id: 'me', permissions: new Set<string>(), mailWaits: true }
  drawPages(
    { '/': () => <CrossingsTab id={'a1' as MetricAlertId} /> },
    { api: async () => ({ items }), session: { keptAt: 'pool' }, viewer },
  )
}
const statusOf = async (name: string) =>
  (await screen.findByText(name)).closest('tr')?.lastElementChild?.textContent
const waits = /No email server is configured/

test('a crossing says whether it is over, and whether its email was sent', async () => {
  drawHistory([
    crossing('Ana', {}),
    crossing('Ben', { isCrossed: false, mail: { state: 'sent' } }),
    crossing('Cy', { mail: { state: 'failed', reason: '550 No such user' } }),
  ])
  expect(await statusOf('Ana')).toBe('Status: Crossed')
  expect(await statusOf('Ben')).toBe('Status: Back to normalEmailed')
  expect(await statusOf('Cy')).toBe('Status: CrossedEmail failed: 550 No such user')
  expect(screen.getAllByRole('rowheader')).toHaveLength(1)
  expect(screen.queryByText(waits)).toBeNull()
})

test('an email that no server sends is said to wait, and an alert that was never crossed says so', async () => {
  drawHistory([crossing('Ana', { mail: { state: 'queued' } })])
  expect(await statusOf('Ana')).toBe('Status: CrossedEmail queued')
  screen.getByText(waits)
  cleanup()
  drawHistory([])
  await screen.findByText('Not crossed yet')
  expect(screen.queryByRole('table')).toBeNull()
})
