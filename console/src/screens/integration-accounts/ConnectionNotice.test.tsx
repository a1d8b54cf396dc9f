// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import { connectionProblemTexts } from '@verbatim/contract/connection-problems.ts'
import {
  type IntegrationAccount,
  requestAccountReconnection,
} from '@verbatim/contract/integration-accounts.ts'
import { afterEach, expect, test } from 'vitest'
import type { EditorProps } from '#editor/define-editor.ts'
import { drawPages } from '#testing/draw-pages.tsx'
import type { AccountTypes } from './account-editor.tsx'
import { ConnectionNotice } from './ConnectionNotice.tsx'

afterEach(cleanup)

const account = {
  id: 'a1',
  channel: 'sms',
  version: 3,
  status: 'not-available',
  owner: null,
} as unknown as IntegrationAccount

function draw(some: object, may = 'integrations.manage', refusal?: Failure) {
  const calls: unknown[] = []
  const editor = { latest: { ...account, ...some } } as unknown as EditorProps<AccountTypes>['editor']
  const { user } = drawPages(
    {
      '/': () => (
        <main>
          <ConnectionNotice editor={editor} />
        </main>
      ),
    },
    {
      api: async (endpoint: unknown, call: unknown) => {
        calls.push([endpoint, call])
        if (refusal) throw refusal
        return account
      },
      session: { keptAt: 'pool' },
      viewer: { id: 'me', permissions: new Set([may]) },
    },
  )
  return { user, calls }
}
const said = async () => (await screen.findByRole('main')).textContent

test.each([
  [
    'that is being removed',
    { request: 'delete', problem: 'unreachable' },
    'This account is being removed. Nothing more is captured from it.',
  ],
  ['that is being connected', { request: 'connect' }, 'Verbatim is connecting the account at its provider.'],
  [
    'whose provider is away',
    { request: 'connect', problem: 'unreachable' },
    'The provider can’t be reached. Verbatim tries again automatically.Reconnect',
  ],
  [
    'with a problem',
    { problem: 'cannot-receive' },
    `This account is not connected${connectionProblemTexts['cannot-receive']}Reconnect`,
  ],
  [
    'that waits for its first delivery',
    { status: 'available' },
    'Nothing has arrived yet. The account is connected with the first delivery.',
  ],
  ['that is connected', { status: 'active' }, ''],
])('an account %s says what is next', async (_, some, words) => {
  draw(some)
  expect(await said()).toBe(words)
})

test('an account is reconnected with the version that is shown, and a refusal is said', async () => {
  const { user, calls } = draw(
    { problem: 'unreachable' },
    'integrations.manage',
    new Failure('request.too-many'),
  )
  await user.click(await screen.findByRole('button', { name: 'Reconnect' }))
  const call = { params: { type: 'sms', id: 'a1' }, body: { expectedVersion: 3 } }
  expect(calls).toEqual([[requestAccountReconnection, call]])
  await screen.findByText('The account is not being connected')
})

test('a reader who may not change accounts reads the problem, and can neither reconnect nor send a link', async () => {
  draw({ problem: 'cannot-receive' }, 'integrations.view')
  expect(await said()).toContain(connectionProblemTexts['cannot-receive'])
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  draw({ ownerLink: {}, owner: { id: 'u1', name: 'Rita Lund' } }, 'integrations.view')
  expect(await said()).toBe('Waiting for its ownerNo link was sent yet.')
  expect(screen.queryByRole('button')).toBeNull()
})

test('an account that its owner links says who is asked, and is linked here only where nothing is entered', async () => {
  draw({ channel: 'telegram', ownerLink: {} })
  expect(await said()).toBe('Waiting for its ownerChoose the owner who will link this account.Link now')
  cleanup()
  draw({ channel: 'imessage', ownerLink: {} })
  expect(await said()).toBe(
    'Waiting for its ownerChoose the owner who will link this account, or fill in the fields below.',
  )
  cleanup()
  const ownerLink = { sentTo: 'rita@halden.example', sentAt: '2026-11-28T09:00:00Z' }
  draw({
    channel: 'imessage',
    ownerLink,
    owner: { id: 'u1', name: 'Rita Lund' },
    problem: 'credentials-refused',
  })
  expect(await said()).toContain(connectionProblemTexts['credentials-refused'])
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Send link again'])
})
