// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import type { CoveredDay, getAccountCoverage } from '@verbatim/contract/account-coverage.ts'
import type { CallOf, OutputOf } from '@verbatim/contract/endpoint.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { Coverage } from './Coverage.tsx'

type AccountCoverage = OutputOf<typeof getAccountCoverage>

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T15:00:00Z') }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const id = '0198abcd-0000-7000-8000-00000000000a' as AccountId
const listed: AccountCoverage = {
  isListed: true,
  isCompared: true,
  comparedUntil: '2026-11-28T14:00:00Z',
  since: '2026-10-01T00:00:00Z',
  days: [],
}
const dayOf = (day: string, some: Partial<CoveredDay>): CoveredDay => ({
  day,
  state: 'complete',
  reasons: [],
  received: 1_204,
  accepted: 1_204,
  duplicate: 0,
  quarantined: 0,
  refused: 0,
  lostFiles: 0,
  hoursDue: 24,
  hoursMissing: [],
  listed: 1_207,
  recovered: 3,
  gone: 0,
  unasked: 0,
  ...some,
})

function draw(some: Partial<AccountCoverage>, asked = '') {
  const calls: CallOf<typeof getAccountCoverage>[] = []
  const path = '/_shell/integrations/accounts/$id'
  drawPages(
    { [path]: () => <Coverage id={id} /> },
    {
      at: `${path.replace('$id', id)}${asked}`,
      api: async (_: unknown, call: CallOf<typeof getAccountCoverage>) => {
        calls.push(call)
        return { ...listed, ...some }
      },
      viewer: { id: 'me', permissions: new Set() },
    },
  )
  return calls
}

const rowOf = async (day: string) => (await screen.findByRole('rowheader', { name: day })).closest('tr')!
const statusOf = async (day: string) => within(await rowOf(day)).getAllByRole('cell')[0]!

test('an incomplete day says everything that it lacks, in numbers', async () => {
  draw({
    days: [
      dayOf('2026-11-27', {
        state: 'incomplete',
        reasons: ['hours', 'quarantined', 'lost', 'files'],
        hoursMissing: [3, 4],
        quarantined: 1_200,
        lostFiles: 1,
      }),
      dayOf('2026-11-26', { state: 'incomplete', reasons: ['source-lost'], quarantined: 2, lostFiles: 2 }),
      dayOf('2026-11-25', { state: 'incomplete', reasons: ['source-quarantined'] }),
    ],
  })
  expect((await statusOf('27 Nov 2026')).textContent).toBe(
    'Status: 22 of 24 hours compared, 1,200 in quarantine, messages lost, 1 file lostHours not compared with the provider’s list: 03:00–05:00',
  )
  expect((await statusOf('26 Nov 2026')).textContent).toBe(
    'Status: messages lostMessages lost in a gap of the account that it receives through',
  )
  expect((await statusOf('25 Nov 2026')).textContent).toBe(
    'Status: IncompleteRecords in quarantine of the account that it receives through, which may have messages of this one',
  )
})

test.each([
  [[9, 10, 11], '09:00–12:00'],
  [[0, 5, 6, 23], '00:00–01:00, 05:00–07:00, 23:00–24:00'],
  [[1, 3, 5, 7, 8], '01:00–02:00, 03:00–04:00, 05:00–06:00 and 1 more'],
  [[1, 3, 5, 7, 9], '01:00–02:00, 03:00–04:00, 05:00–06:00 and 2 more'],
])('a day names the hours that were not compared: %o', async (hoursMissing, words) => {
  draw({ days: [dayOf('2026-11-27', { state: 'incomplete', reasons: ['hours'], hoursMissing })] })
  const status = await statusOf('27 Nov 2026')
  within(status).getByText(`Hours not compared with the provider’s list: ${words}`)
})

test('a day without a fault is complete, today only so far, and a day that no list proves can’t be known', async () => {
  draw({
    days: [
      dayOf('2026-11-28', {}),
      dayOf('2026-11-27', {}),
      dayOf('2026-11-26', { state: 'unknown', reasons: ['disconnected', 'list-ended'] }),
    ],
  })
  expect((await statusOf('28 Nov 2026')).textContent).toBe('Status: Complete so far')
  expect((await statusOf('27 Nov 2026')).textContent).toBe('Status: Complete')
  expect((await statusOf('26 Nov 2026')).textContent).toBe(
    'Status: Can’t be knownDisconnected, and it is not known what was sent meanwhile; not compared in time, and the provider’s list goes back only a few days',
  )
})

test('why a day can’t be known is text of its row, which needs no pointer', async () => {
  draw({
    days: [dayOf('2026-11-27', { state: 'unknown', reasons: ['source-disconnected'] })],
  })
  const unknown = await statusOf('27 Nov 2026')
  within(unknown).getByText(/^The account that it receives through was disconnected/)
  expect(unknown.hasAttribute('title')).toBe(false)
})

test.each([
  ['owner-excludes', { mayExclude: true }, {}],
  ['no-list', { isListed: false }, {}],
  ['not-compared', { isCompared: false, comparedUntil: null }, { isCompared: false }],
] as const)(
  'the reason %s is not repeated for each day where it is said above them',
  async (reason, some, other) => {
    const days = [dayOf('2026-11-27', { state: 'unknown', reasons: [reason] })]
    draw({ ...some, days })
    expect((await statusOf('27 Nov 2026')).textContent).toBe('Status: Can’t be known')
    cleanup()
    draw({ ...other, days })
    expect((await statusOf('27 Nov 2026')).textContent).not.toBe('Status: Can’t be known')
  },
)

test('a number that an earlier release did not count is not shown as zero', async () => {
  draw({ days: [dayOf('2026-11-27', { duplicate: null, refused: 7 })] })
  const cells = within(await rowOf('27 Nov 2026')).getAllByRole('cell')
  expect(cells.slice(1).map(({ textContent }) => textContent)).toEqual([
    '1,204',
    '1,204',
    'not counted',
    '0',
    '7',
    '1,207',
    '3',
  ])
})

test.each([
  ['a channel without a list', { isListed: false }, false],
  ['an account that was never compared', { isCompared: false, comparedUntil: null }, false],
  ['an account that is no longer compared', { isCompared: false }, true],
  ['an account whose comparison has just begun', { comparedUntil: null }, true],
] as const)('of %s, the provider’s numbers are shown only if there are any', async (_, some, hasThem) => {
  draw({ ...some, days: [dayOf('2026-11-27', {})] })
  await rowOf('27 Nov 2026')
  expect(
    screen.queryAllByRole('columnheader', { name: /^(At the provider|Fetched afterwards)$/ }).length,
  ).toBe(hasThem ? 2 : 0)
})

test.each([
  [{ mayExclude: true }, 'may exclude chats, and the provider does not say which'],
  [{ isListed: false }, 'has no list to compare with'],
  [{ isCompared: false, comparedUntil: null }, 'To begin, reconnect the account under Accounts.'],
  [{ comparedUntil: null }, 'The comparison with the provider’s list has just begun.'],
  [{}, 'Compared with the provider’s list until 1 hour ago. Days are in UTC'],
  [
    { isCompared: false },
    'until 1 hour ago. It is not compared any more. To resume, reconnect the account under Accounts. Days are in UTC',
  ],
] as const)('the days are introduced by how far they were compared: %o', async (some, words) => {
  draw(some)
  expect((await screen.findByText(/Days are in UTC/)).textContent).toContain(words)
})

test('an earlier day of the address is fetched and marked, with a way back to the latest days', async () => {
  const calls = draw({ days: [dayOf('2026-07-02', {}), dayOf('2026-07-01', {})] }, '?day=2026-07-01')
  const asked = await rowOf('1 Jul 2026')
  expect(calls).toEqual([{ params: { id }, query: { until: '2026-07-02' } }])
  expect(asked.getAttribute('aria-current')).toBe('date')
  expect((await rowOf('2 Jul 2026')).hasAttribute('aria-current')).toBe(false)
  screen.getByText(/These are the days until 2 Jul 2026\./)
  expect(screen.getByRole('link', { name: 'Show the latest days' }).getAttribute('href')).toBe(
    `/integrations/accounts/${id}`,
  )
})

test('a day that is among the latest ones needs no other days', async () => {
  const calls = draw({ days: [dayOf('2026-11-20', {})] }, '?day=2026-11-20')
  expect((await rowOf('20 Nov 2026')).getAttribute('aria-current')).toBe('date')
  expect(calls).toEqual([{ params: { id }, query: {} }])
  expect(screen.queryByRole('link', { name: 'Show the latest days' })).toBeNull()
})

test('messages that only Verbatim has are counted on their days, with where their IDs are', async () => {
  draw({ days: [dayOf('2026-11-27', { gone: 1_002 }), dayOf('2026-11-26', {})] })
  const cellsOf = async (day: string) =>
    within(await rowOf(day))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect((await cellsOf('27 Nov 2026')).at(-1)).toBe('1,002')
  expect((await cellsOf('26 Nov 2026')).at(-1)).toBe('0')
  expect(screen.getByRole('columnheader', { name: 'No longer there' })).toBeTruthy()
  expect(screen.getByText(/no longer at the provider.*The export has their IDs/)).toBeTruthy()
})

test('messages that the provider is still to be asked about are counted on their days, beside those that it no longer has', async () => {
  draw({
    days: [
      dayOf('2026-11-28', { gone: 2, unasked: 1_200 }),
      dayOf('2026-11-27', { unasked: 12 }),
      dayOf('2026-11-26', {}),
    ],
  })
  const cellOf = async (day: string) =>
    within(await rowOf(day))
      .getAllByRole('cell')
      .at(-1)?.textContent
  expect(await cellOf('28 Nov 2026')).toBe('21,200 still to be asked about')
  expect(await cellOf('27 Nov 2026')).toBe('012 still to be asked about')
  expect(await cellOf('26 Nov 2026')).toBe('0')
  expect(screen.getByText(/asks the provider for each one by its ID/)).toBeTruthy()
  cleanup()
  draw({ days: [dayOf('2026-11-27', { gone: 2 })] })
  expect(await cellOf('27 Nov 2026')).toBe('2')
  expect(screen.queryByText(/asked about|asks the provider/)).toBeNull()
})

test('nothing is said of such messages where there are none', async () => {
  draw({ days: [dayOf('2026-11-27', {})] })
  await rowOf('27 Nov 2026')
  expect(screen.queryByRole('columnheader', { name: 'No longer there' })).toBeNull()
  expect(screen.queryByText(/no longer at the provider/)).toBeNull()
})
