// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { listProviderNumbers } from '@verbatim/contract/provider-connections.ts'
import { connectionProblemTexts } from '@verbatim/contract/connection-problems.ts'
import type { ConnectableChannel } from '@verbatim/contract/channels.ts'
import type { IntegrationAccount } from '@verbatim/contract/integration-accounts.ts'
import { afterEach, expect, test } from 'vitest'
import { useEditor } from '#editor/use-editor.ts'
import { drawPages } from '#testing/draw-pages.tsx'
import { accountEditors } from './account-editor.tsx'
import { AccountFields } from './AccountFields.tsx'

afterEach(cleanup)

const account = {
  id: '0198abcd-0000-7000-8000-00000000000b',
  channel: 'imessage',
  version: 3,
  name: 'Rita’s Mac',
  address: '+14155550142',
  owner: null,
  status: 'active',
  details: { serverUrl: 'https://mac.halden.example' },
  isAddressFixed: true,
  secrets: ['password'],
  created: '2026-11-28T09:00:00Z',
} as unknown as IntegrationAccount

/** What the provider answers when it is asked for its numbers. */
const provider = { numbers: [] as object[], problem: undefined as string | undefined }

async function open(channel: ConnectableChannel, some: Partial<IntegrationAccount> = {}) {
  const latest = { ...account, channel, ...some }
  function Fields() {
    const editor = useEditor(accountEditors[channel], latest)
    return (
      <>
        <AccountFields channel={channel} editor={editor} />
        <button onClick={() => editor.form.setFieldError('password', 'The agent refused it.')}>Refuse</button>
      </>
    )
  }
  const { user } = drawPages(
    { '/': Fields },
    {
      api: async (endpoint: unknown) =>
        endpoint === listProviderNumbers ? provider : { items: [], total: 0 },
      viewer: { id: 'me', permissions: new Set(['integrations.view', 'integrations.manage']) },
    },
  )
  await screen.findByText('Owner')
  const write = async (label: RegExp, text: string) => {
    await user.clear(field(label))
    await user.click(field(label))
    await user.paste(text)
  }
  return { user, write }
}

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' })
const kept = () => screen.queryByText('A value is set. Leave blank to keep it.') !== null

test('a stored password is kept for the same agent alone, and asked for again for another', async () => {
  const { write } = await open('imessage')
  expect(kept()).toBe(true)
  await write(/^Agent address/, ' https://mac.halden.example ')
  expect(kept()).toBe(true)
  await write(/^Agent address/, 'https://other.example')
  expect(kept()).toBe(false)
  screen.getByText('Stored encrypted and never shown again.')
})

test('a secret that was refused is marked at its field, and no other field is', async () => {
  const { user } = await open('imessage')
  expect(field(/^Agent password/).hasAttribute('aria-invalid')).toBe(false)
  await user.click(screen.getByText('Refuse'))
  screen.getByText('The agent refused it.')
  expect(field(/^Agent password/).getAttribute('aria-invalid')).toBe('true')
  expect(field(/^Agent address/).getAttribute('aria-invalid')).not.toBe('true')
})

test('each list of an account says how an entry of it is ended', async () => {
  await open('proofpoint')
  const hints = [...document.querySelectorAll('.mantine-InputWrapper-description')].map(
    (one) => one.textContent,
  )
  expect(
    hints
      .filter((hint) => hint.includes('Press Enter after each '))
      .map((hint) => hint.slice(hint.lastIndexOf('Press'))),
  ).toEqual([
    'Press Enter after each address or domain.',
    'Press Enter after each network.',
    ...Array.from({ length: 5 }, () => 'Press Enter after each header.'),
  ])
})

test('an address that was connected is read, and not written over', async () => {
  await open('imessage')
  const address = field(/^Number or address/)
  expect(address.readOnly).toBe(true)
  screen.getByText('Can’t be changed after connecting. To use another one, add an account.')
  cleanup()
  await open('imessage', { isAddressFixed: false })
  expect(field(/^Number or address/).readOnly).toBe(false)
})

test('of the provider’s numbers, one that is an account already can’t be chosen, and one of another application says so', async () => {
  provider.numbers = [
    { address: '+15550100001', label: 'Front desk', isConnected: true, isTaken: false },
    { address: '+15550100002', label: 'Sales', isConnected: false, isTaken: true },
    { address: '+15550100003', label: 'Support', isConnected: false, isTaken: false },
  ]
  const { user, write } = await open('sms', { isAddressFixed: false, details: {}, secrets: [] })
  await screen.findByText('Choose a number of your provider, or enter one.')
  await write(/^Number/, '+1555')
  await screen.findByText('Already added')
  const list = document.getElementById(field(/^Number/).getAttribute('aria-controls') ?? '')
  const options = [...(list?.querySelectorAll('[role="option"]') ?? [])]
  expect(options.map(({ textContent }) => textContent)).toEqual([
    '+15550100001Already added',
    '+15550100002Used by another application',
    '+15550100003Support',
  ])
  await user.click(options[0]!)
  expect(field(/^Number/).value).toBe('+1555')
  await user.click(options[2]!)
  expect(field(/^Number/).value).toBe('+15550100003')
})

test('a provider that does not give its numbers says why, and a number can still be entered', async () => {
  Object.assign(provider, { numbers: [], problem: 'credentials-refused' })
  const { write } = await open('sms', { isAddressFixed: false, details: {}, secrets: [] })
  await screen.findByText(connectionProblemTexts['credentials-refused'])
  await write(/^Number/, '+15550100009')
  expect(field(/^Number/).value).toBe('+15550100009')
})
