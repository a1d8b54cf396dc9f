// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import type { ProfileEditing } from './profile-form.ts'
import { ProviderSection } from './ProviderSection.tsx'

afterEach(cleanup)

/** The section at a provider whose auth token is set, with what is entered and wrong. */
async function draw({ secrets = {}, errors = {}, canEdit = true }) {
  const changes: object[] = []
  const editing = {
    latest: { secrets: { authToken: { setAt: '2026-11-28T09:00:00Z', setBy: 'Ana Bell' } } },
    values: { secrets },
    errors,
    canEdit,
    field: () => ({ value: '', onChange: () => undefined, disabled: !canEdit }),
    change: (some: object) => changes.push(some),
  } as unknown as ProfileEditing
  const { user } = drawPages(
    { '/': () => <ProviderSection {...editing} /> },
    { viewer: { id: 'me', permissions: new Set() } },
  )
  await screen.findByText('Account SID')
  return { user, changes }
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' })

test('a secret that was refused is marked at its field, and no other is', async () => {
  await draw({ secrets: { apiKey: 'a b' }, errors: { 'secrets.apiKey': 'No spaces.' } })
  screen.getByText('No spaces.')
  expect(field('API key').getAttribute('aria-invalid')).toBe('true')
  expect(field('API secret').hasAttribute('aria-invalid')).toBe(false)
})

test('the button of each secret is named after its field', async () => {
  await draw({})
  expect(
    screen.getAllByRole('button', { name: /^Show / }).map((one) => one.getAttribute('aria-label')),
  ).toEqual(['Show API key', 'Show API secret', 'Show auth token', 'Show secondary auth token'])
})

test('a stored secret says who set it, and can be removed until it is saved', async () => {
  const { user, changes } = await draw({ secrets: { apiKey: 'new' } })
  expect(screen.getByText(/^Set on/).textContent).toMatch(
    /^Set on 28 Nov 2026.* by Ana Bell\. Enter a new one/,
  )
  await user.click(screen.getByText('Remove'))
  expect(changes).toEqual([{ secrets: { apiKey: 'new', authToken: null } }])
  cleanup()
  const removed = await draw({ secrets: { apiKey: 'new', authToken: null } })
  screen.getByText('Will be removed when you save.')
  expect(field('Auth token').disabled).toBe(true)
  await removed.user.click(screen.getByText('Keep'))
  expect(removed.changes).toEqual([{ secrets: { apiKey: 'new' } }])
})

test('a reader who may not change it can neither enter nor remove a secret', async () => {
  await draw({ canEdit: false })
  expect(field('Auth token').disabled).toBe(true)
  expect(screen.queryByText('Remove')).toBeNull()
  expect(screen.queryByText('Test connection')).toBeNull()
})
