// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { changeAccountHistory } from '@verbatim/contract/account-coverage.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { History, ImportedHistory } from './History.tsx'

afterEach(cleanup)

const id = 'a1' as AccountId

function draw(content: ReactNode, may = 'integrations.manage') {
  const calls: unknown[] = []
  const { user } = drawPages(
    { '/': () => content },
    {
      api: async (endpoint: unknown, call: { readonly body: object }) => {
        calls.push([endpoint, call])
        return call.body
      },
      viewer: { id: 'me', permissions: new Set([may]) },
    },
  )
  return { user, calls }
}

const history = { from: '2026-11-01T00:00:00Z', until: '2026-11-20T23:00:00Z', to: '2026-11-21T00:00:00Z' }
const progress = async () => (await screen.findByRole('progressbar')).getAttribute('aria-valuenow')

test('a history that is being imported is 100% only at its end, and never beyond it', async () => {
  draw(<History id={id} history={history} />)
  expect((await screen.findByText(/Importing the history/)).textContent).toContain(': 99%, up to')
  cleanup()
  draw(<History id={id} history={{ ...history, until: '2026-11-22T00:00:00Z' }} />)
  expect(await progress()).toBe('100')
  cleanup()
  draw(<History id={id} history={{ ...history, until: history.from, to: history.from }} />)
  expect(await progress()).toBe('100')
})

test('stopping says what stays: days of a compared list, or messages that the phone has handed over', async () => {
  const compared = draw(<History id={id} history={history} />)
  await compared.user.click(await screen.findByRole('button', { name: 'Stop import' }))
  expect(compared.calls).toEqual([[changeAccountHistory, { params: { id }, body: { action: 'stop' } }]])
  await screen.findByText(/Earlier days that were not compared stay incomplete\./)
  cleanup()
  const linked = { state: 'importing', progress: 40, at: history.until } as const
  const phone = draw(<ImportedHistory id={id} since={history.from} history={linked} />)
  await phone.user.click(await screen.findByRole('button', { name: 'Stop import' }))
  await screen.findByText(/Messages already imported are kept\./)
})

test('a reader who may not change accounts sees how far it is, and can neither stop nor restart it', async () => {
  draw(<History id={id} history={history} />, 'integrations.view')
  await screen.findByRole('progressbar')
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  draw(
    <>
      <p>Coverage</p>
      <History id={id} history={undefined} />
    </>,
    'integrations.view',
  )
  await screen.findByText('Coverage')
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  ['stopped', 40, 'The import of the history was stopped; the last part'],
  ['done', 40, '40% of the history arrived, and no more is expected; the last part'],
  ['done', 100, 'The history was imported; the last part'],
] as const)(
  'a history that was handed over and is %s at %i% says how it ended',
  async (state, share, words) => {
    const ended = { state, progress: share, at: history.until }
    draw(<ImportedHistory id={id} since={history.from} history={ended} />)
    expect((await screen.findByText(/The phone sends it only once/)).textContent).toContain(words)
    expect(screen.queryByRole('button')).toBeNull()
  },
)
