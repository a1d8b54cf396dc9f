// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { ConnectionTest } from './ConnectionTest.tsx'

afterEach(cleanup)

/** What the test says of such an answer of the server. */
async function said(answer: object, { hasToken = true } = {}) {
  const { user } = drawPages(
    { '/': () => <ConnectionTest hasToken={hasToken} isDirty={false} /> },
    {
      api: async () => ({ numbers: [], refused: [], ...answer }),
      viewer: { id: 'me', permissions: new Set(['integrations.manage']) },
    },
  )
  await user.click(await screen.findByText('Test connection'))
  await screen.findByText(/provider/)
  return screen.getByRole('status')
}
const numbers = [{ address: '+15550100001' }, { address: '+15550100002' }]

test('an answer without a problem counts the numbers', async () => {
  expect((await said({ numbers })).textContent).toBe('The provider answers: 2 numbers found.')
})

test.each([
  [['authToken'], 'the auth token'],
  [['authToken', 'authTokenSecondary'], 'the auth token and the secondary auth token'],
  [['apiKey', 'authTokenSecondary'], 'the API key or its secret and the secondary auth token'],
])('of refused credentials, each is named: %s', async (refused, names) => {
  const status = await said({ problem: 'credentials-refused', refused })
  expect(status.textContent).toBe(
    `The provider refuses ${names} for this account SID. Correct this and save, then test again.`,
  )
  expect(status.getAttribute('style')).toContain('error')
})

test('a token that is refused beside one that works is no failure', async () => {
  const status = await said({ numbers, refused: ['authToken'] })
  expect(status.textContent).toBe(
    'The provider answers: 2 numbers found. It refuses the auth token, but accepts the other credential. The refused one may have been replaced at the provider: correct or remove it.',
  )
  expect(status.getAttribute('style') ?? '').not.toContain('error')
})

test('without saved credentials, what to enter and save is said', async () => {
  const { user } = drawPages(
    { '/': () => <ConnectionTest hasToken={false} isDirty={false} /> },
    {
      api: async () => ({ numbers: [], refused: [], problem: 'not-configured' }),
      viewer: { id: 'me', permissions: new Set(['integrations.manage']) },
    },
  )
  await user.click(await screen.findByText('Test connection'))
  await screen.findByText(/^No credentials are saved/)
})

test('what is entered and not saved is not tested', async () => {
  drawPages(
    { '/': () => <ConnectionTest hasToken isDirty /> },
    { api: async () => ({}), viewer: { id: 'me', permissions: new Set(['integrations.manage']) } },
  )
  await screen.findByText('Save first: the saved credentials are tested.')
  expect(screen.getByRole('button').hasAttribute('disabled')).toBe(true)
})

test('a conversation service that the provider does not have is named', async () => {
  expect((await said({ numbers, refused: ['conversationService'] })).textContent).toBe(
    'The provider answers: 2 numbers found. It has no conversation service with this SID: correct the SID and save, then test again.',
  )
})

test('without a token, the numbers are found and nothing can be received', async () => {
  const status = await said({ numbers }, { hasToken: false })
  expect(status.textContent).toBe(
    'The provider answers: 2 numbers found. Enter an auth token: without one, no message can be received.',
  )
})

test('any other problem keeps its words', async () => {
  expect((await said({ problem: 'unreachable' })).textContent).toMatch(/could not be reached/)
})
