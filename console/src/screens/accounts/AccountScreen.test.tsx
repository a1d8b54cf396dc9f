// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { redriveChannelAccount } from '@verbatim/contract/account-redrives.ts'
import { getChannelAccount } from '@verbatim/contract/accounts.ts'
import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { AccountScreen } from './AccountScreen.tsx'

afterEach(cleanup)

type Account = OutputOf<typeof getChannelAccount>

const id = '0198abcd-0000-7000-8000-00000000000a'
const account = {
  id,
  channel: 'whatsapp',
  name: 'Desk',
  address: '+14155550142',
  owner: null,
  status: 'active',
  received: 1_210,
  accepted: 1_204,
  duplicate: 2,
  quarantined: 3,
  refused: 1,
  waiting: 0,
  absentFiles: 0,
  lastEventAt: null,
  expectedHours: null,
  usualHours: null,
  isSilent: false,
  webhookUrl: null,
  isFetched: false,
  gaps: [],
  canary: { way: null, everyMinutes: null },
  redrives: [],
  quarantinedRecords: [],
  refusedDeliveries: [],
} as unknown as Account

const coverage = { isListed: false, isCompared: false, comparedUntil: null, since: '2026-10-01', days: [] }

async function open(some: Partial<Account>, may = 'integrations.view') {
  const acts: unknown[] = []
  const path = '/_shell/integrations/accounts/$id'
  const { user } = drawPages(
    { [path]: AccountScreen },
    {
      at: path.replace('$id', id),
      api: async (endpoint: { readonly method: string }, call: unknown) => {
        if (endpoint.method !== 'GET') acts.push([endpoint, call])
        return endpoint === getChannelAccount ? { ...account, ...some } : { ...coverage, redriven: 3 }
      },
      viewer: { id: 'me', permissions: new Set([may]) },
    },
  )
  await screen.findByRole('heading', { level: 1 })
  return { user, acts }
}

const partOf = (name: string) => screen.getByText(name, { selector: 'dt' }).parentElement!
const numbersOf = (name: string) =>
  within(partOf(name))
    .getAllByRole('definition')
    .map(({ textContent }) => textContent)

test('what was received is the sum of its parts, and only a part that is a problem stands out', async () => {
  await open({ waiting: 1_500, refused: 0 })
  expect(numbersOf('Received')).toEqual(['1,210', '1,500 waiting to be processed'])
  expect(numbersOf('Accepted')).toEqual(['1,204', 'kept, with those waiting'])
  expect(partOf('Quarantined').querySelector('[data-problem]')?.textContent).toBe('3')
  for (const name of ['Accepted', 'Duplicate', 'Refused'])
    expect(partOf(name).querySelector('[data-problem]')).toBeNull()
})

test('all records in quarantine are retried at once by a person who may', async () => {
  const { user, acts } = await open({}, 'integrations.manage')
  await user.click(screen.getByRole('button', { name: 'Retry 3 quarantined' }))
  expect(acts).toEqual([[redriveChannelAccount, { params: { id }, body: {} }]])
})

test('no retry is offered to a reader who may not, or while nothing is in quarantine', async () => {
  await open({})
  expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull()
  cleanup()
  await open({ quarantined: 0 }, 'integrations.manage')
  expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull()
})

test('files that are absent and a phone that is away are said once they are', async () => {
  await open({})
  expect(screen.queryByRole('alert')).toBeNull()
  cleanup()
  await open({
    absentFiles: 1,
    absentPhone: { seenAt: '2026-11-20T09:00:00Z', endsAt: '2026-12-04T09:00:00Z' },
  })
  const [phone, files] = screen.getAllByRole('alert').map(({ textContent }) => textContent)
  expect(phone).toMatch(/^The owner’s phone has been offline.*the provider ends the link on 4 Dec 2026/)
  expect(files).toContain('1 file is missingThe file store does not have it right now.')
})

test('an account that has received nothing says never, and shows the address that its provider delivers to', async () => {
  await open({ webhookUrl: 'https://acme.example/in/7', isFetched: false })
  expect(partOf('Last received').textContent).toBe('Last receivedNever')
  screen.getByText('https://acme.example/in/7')
  screen.getByRole('button', { name: 'Copy for WhatsApp Business' })
  cleanup()
  await open({ isFetched: true })
  expect(partOf('Messages').textContent).toBe('MessagesFetched by Verbatim')
  expect(screen.queryByRole('button', { name: /^Copy/ })).toBeNull()
})

test('an account whose connection Verbatim holds says until when it is captured, and another one says nothing of it', async () => {
  await open({ capturedUntil: new Date(Date.now() - 60_000).toISOString() })
  expect(numbersOf('Captured until')).toEqual(['1 minute ago'])
  cleanup()
  await open({})
  expect(screen.queryByText('Captured until')).toBeNull()
})
