// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { type AccountHealth, updateChannelAccount } from '@verbatim/contract/accounts.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { Expectation, Silence } from './Expectation.tsx'

afterEach(cleanup)

const accountOf = (expectedHours: number | null, usualHours: number | null) =>
  ({ id: 'a1', lastEventAt: null, expectedHours, usualHours }) as unknown as AccountHealth

function draw(account: AccountHealth, may = 'integrations.manage') {
  const calls: unknown[] = []
  const { user } = drawPages(
    { '/': () => <Expectation account={account} /> },
    {
      api: async (endpoint: unknown, call: unknown) => {
        calls.push([endpoint, call])
        return {}
      },
      viewer: { id: 'me', permissions: new Set([may]) },
    },
  )
  return { user, calls }
}

const hours = () => screen.findByLabelText<HTMLInputElement>('Hours without a message')
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save expectation' })

test('hours beyond a year are refused at their field, and not sent by Enter either', async () => {
  const { user, calls } = draw(accountOf(12, null))
  await user.clear(await hours())
  await user.type(await hours(), '8761{Enter}')
  screen.getByText('From 1 to 8760 hours.')
  expect(calls).toEqual([])
  await user.type(await hours(), '{Backspace}{Enter}')
  expect(screen.queryByText('From 1 to 8760 hours.')).toBeNull()
  expect(calls).toEqual([[updateChannelAccount, { params: { id: 'a1' }, body: { expectedHours: 876 } }]])
})

test('a blank field means the usual interval, which the field names', async () => {
  const { user, calls } = draw(accountOf(12, 1))
  await screen.findByText(/Leave blank to use the usual interval: at least one message every hour\.$/)
  await user.clear(await hours())
  await user.click(save())
  expect(calls).toEqual([[updateChannelAccount, { params: { id: 'a1' }, body: { expectedHours: null } }]])
})

test.each([
  [accountOf(24, 3), 'Expected: at least one message every 24 hours.'],
  [accountOf(null, 3), 'Usual: at least one message every 3 hours.'],
  [accountOf(null, null), 'Expected: nothing.'],
])('a reader who may not change it reads what is expected: %#', async (account, words) => {
  draw(account, 'integrations.view')
  await screen.findByText(words)
  expect(screen.queryByRole('button')).toBeNull()
})

test('a silent account says what was expected of it, or what is usual', async () => {
  drawPages({ '/': () => <Silence account={accountOf(null, 5)} /> })
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Nothing has ever arrived. Usual: at least one message every 5 hours.',
  )
  cleanup()
  drawPages({
    '/': () => <Silence account={{ ...accountOf(2, 5), lastEventAt: new Date().toISOString() }} />,
  })
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The last message arrived just now. Expected: at least one message every 2 hours.',
  )
})
