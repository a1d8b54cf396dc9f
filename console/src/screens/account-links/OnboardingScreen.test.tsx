// @vitest-environment happy-dom
import { act, cleanup, screen, within } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import {
  fillOnboardingForm,
  getOnboarding,
  linking,
  type Onboarding,
} from '@verbatim/contract/account-links.ts'
import { failures } from '@verbatim/contract/errors.ts'
import type { LinkStep } from '@verbatim/contract/link-steps.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { OnboardingScreen } from './OnboardingScreen.tsx'

// Pages ask again after some time, which passes here when a test says so.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  location.hash = ''
})

const state: Onboarding = {
  status: 'waiting',
  choices: [],
  organization: 'Acme',
  channel: 'telegram',
  channelName: 'Telegram',
  accountName: 'Rita’s phone',
  address: '+1••••••0142',
  before: ['Everything is kept.'],
  steps: ['Take the phone.', 'Scan.'],
}
const refused = (code: 'account-link.expired' | 'account-link.used' | 'account-link.ended') =>
  new Failure(code, failures[code])

/** Opens the page of a mailed link at a server that answers this until it answers something else. */
async function open(first: Partial<Onboarding> | Failure) {
  const server = {
    answer: first,
    asked: [] as object[],
    filled: [] as object[],
    filledAnswer: {} as Partial<Onboarding> | Failure,
  }
  const api = async (endpoint: unknown, { body: { token, ...asked } }: { body: { token: string } }) => {
    expect(token).toBe('the-token')
    const isForm = endpoint === fillOnboardingForm
    if (!isForm) expect(endpoint).toBe(getOnboarding)
    ;(isForm ? server.filled : server.asked).push(asked)
    const answer = isForm ? server.filledAnswer : server.answer
    if (answer instanceof Failure) throw answer
    return { ...state, ...answer }
  }
  location.hash = 'the-token'
  const { user } = drawPages({ '/': OnboardingScreen }, { api, organization: { name: 'Acme' } })
  await screen.findByText(first instanceof Failure ? first.message : 'Rita’s phone')
  /** Lets the time to the next question pass, and its answer come. */
  const pass = async () => {
    const before = server.asked.length
    await act(() => vi.advanceTimersByTimeAsync(linking.askEveryMs))
    await act(() => new Promise((drawn) => setTimeout(drawn)))
    return server.asked.length - before
  }
  return { server, pass, user }
}

const linkingBy = (step: LinkStep): Partial<Onboarding> => ({ status: 'linking', step })
const says = () => screen.getByRole('status').textContent

test('each step says what the owner does now, and shows what they need for it', async () => {
  const { server, pass } = await open({})
  expect(says()).toBe('Getting the next step ready. Keep this page open.')
  server.answer = linkingBy({ kind: 'qr', value: '2@picture', expiresAt: new Date(0).toISOString() })
  await pass()
  expect(says()).toBe('Scan this QR code with Telegram on the account’s phone.')
  screen.getByRole('img', { name: 'QR code to scan with Telegram' })
  screen.getByText(/A new code appears/)
  server.answer = linkingBy({ kind: 'code', value: 'ABCD-EFGH' })
  await pass()
  expect(says()).toBe('Type this code in Telegram on the account’s phone.')
  expect(screen.getByLabelText('Code').textContent).toBe('ABCD-EFGH')
  expect(screen.queryByText(/A new code appears/)).toBeNull()
  server.answer = linkingBy({ kind: 'open', value: 'https://t.me/acme_bot?start=x' })
  await pass()
  expect(says()).toMatch(/^Open Telegram with the button below/)
  expect(screen.getByRole('link', { name: 'Open Telegram' }).getAttribute('href')).toBe(
    'https://t.me/acme_bot?start=x',
  )
  expect(screen.getAllByRole('listitem').length).toBe(3)
  server.answer = { status: 'connected' }
  await pass()
  screen.getByRole('heading', { name: 'Your Telegram account is linked' })
  expect(screen.queryByRole('listitem')).toBeNull()
})

test('a step that would open anything but a page of the web has no link', async () => {
  // oxlint-disable-next-line no-script-url -- what may not become a link
  await open(linkingBy({ kind: 'open', value: 'javascript:alert(1)' }))
  expect(says()).toMatch(/^Open Telegram/)
  expect(screen.queryByRole('link')).toBeNull()
})

test.each(['account-link.expired', 'account-link.used', 'account-link.ended'] as const)(
  'a link that does not work says why, and is not asked for again: %s',
  async (code) => {
    const { pass } = await open(refused(code))
    screen.getByRole('heading', { name: 'This page can’t link an account' })
    expect(screen.getByRole('alert').textContent).toBe(failures[code].message)
    expect([await pass(), await pass()]).toEqual([0, 0])
  },
)

test('a link that ends while its page is open takes the step away', async () => {
  const { server, pass } = await open(linkingBy({ kind: 'code', value: 'ABCD-EFGH' }))
  server.answer = refused('account-link.expired')
  await pass()
  expect(screen.getByRole('alert').textContent).toBe(failures['account-link.expired'].message)
  expect(screen.queryByText('ABCD-EFGH')).toBeNull()
})

test('what the network loses is asked for again, and the step stays meanwhile', async () => {
  const { server, pass } = await open(linkingBy({ kind: 'code', value: 'ABCD-EFGH' }))
  server.answer = new Failure('network')
  await pass()
  screen.getByText('ABCD-EFGH')
  expect(screen.queryByRole('alert')).toBeNull()
  server.answer = { status: 'connected' }
  await pass()
  screen.getByRole('heading', { name: 'Your Telegram account is linked' })
})

test('a chosen kind of step is asked for from then on, and can be changed back', async () => {
  const choices = ['qr', 'code'] as const
  const both = { choices: [...choices] }
  const { server, pass, user } = await open({ ...linkingBy({ kind: 'qr', value: 'x' }), ...both })
  server.answer = { ...linkingBy({ kind: 'code', value: 'ABCD-EFGH' }), ...both }
  await user.click(screen.getByRole('button', { name: 'Use a code instead' }))
  await screen.findByText('ABCD-EFGH')
  await pass()
  expect(server.asked).toEqual([{}, { want: 'code' }, { want: 'code' }])
  screen.getByRole('button', { name: 'Scan a QR code instead' })
  expect(screen.queryByRole('button', { name: 'Use a code instead' })).toBeNull()
})

test('after a failure the owner reads why, and starts over with what they chose', async () => {
  const { server, user } = await open({ status: 'failed', problem: 'Another account was linked.' })
  expect(within(screen.getByRole('status')).getByRole('alert').textContent).toContain(
    'Another account was linked.',
  )
  server.answer = {}
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText(/Getting the next step ready/)
  expect(server.asked).toEqual([{}, { again: true }])
})

test('a new start that does not reach the server says so, and can be tried again', async () => {
  const { server, user } = await open({ status: 'failed', problem: 'Another account was linked.' })
  server.answer = new Failure('network', { message: 'The server can’t be reached.' })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  const toasts = screen.getByRole('region', { name: 'Notifications' })
  await within(toasts).findByText('Linking did not continue')
  within(toasts).getByText('The server can’t be reached.')
  server.answer = {}
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText(/Getting the next step ready/)
})

test('what the owner enters stays when it is refused, and is sent by Enter', async () => {
  const fields = [
    { name: 'serverUrl', label: 'Agent address', isSecret: false },
    { name: 'password', label: 'Agent password', hint: 'From the Mac.', isSecret: true },
  ]
  const { server, user } = await open(linkingBy({ kind: 'form', value: '', fields }))
  screen.getByText('From the Mac. Stored encrypted and never shown again.')
  server.filledAnswer = new Failure('account.being-removed', failures['account.being-removed'])
  await user.click(screen.getByLabelText(/^Agent address/))
  await user.paste('https://mac.example')
  await user.type(screen.getByLabelText(/^Agent password/), 'guess{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(failures['account.being-removed'].message)
  expect(screen.getByLabelText<HTMLInputElement>(/^Agent address/).value).toBe('https://mac.example')
  server.filledAnswer = { status: 'connected' }
  await user.type(screen.getByLabelText(/^Agent password/), 'ed{Enter}')
  await screen.findByRole('heading', { name: 'Your Telegram account is linked' })
  const [serverUrl, password] = ['https://mac.example', 'guess']
  expect(server.filled).toEqual([
    { details: { serverUrl, password } },
    { details: { serverUrl, password: `${password}ed` } },
  ])
})
