// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { listContactConsents } from '@verbatim/contract/contact-consents.ts'
import { ContactId } from '@verbatim/contract/ids.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { ContactConsents } from './ContactConsents.tsx'

afterEach(cleanup)

const id = ContactId.parse('019aa000-0000-7000-8000-000000000001')
const said = [
  { messageId: 'm2', channel: 'sms', at: '2026-11-02T10:00:00Z', consent: 'stopped' },
  { messageId: 'm1', channel: 'wecom', at: '2026-11-01T10:00:00Z', consent: 'granted' },
]

function draw(permissions: readonly string[], { items = said, readsUnderPseudonyms = false } = {}) {
  const asked: unknown[] = []
  const api = async (endpoint: unknown) => {
    asked.push(endpoint)
    return { items }
  }
  const viewer = { id: 'me', permissions: new Set(permissions), readsUnderPseudonyms }
  const page = () => (
    <section aria-label="Contact">
      <ContactConsents contact={{ id }} />
    </section>
  )
  drawPages({ '/': page }, { api, viewer })
  return asked
}

test('what a contact has said about consent leads to its messages', async () => {
  expect(draw(['messages.view'])).toEqual([])
  const lines = within(await screen.findByRole('list', { name: 'Consent' }))
  const links = lines.getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Opted out on SMS/MMS', '/messages/m2'],
    ['Agreed to archiving on WeCom', '/messages/m1'],
  ])
})

test('a contact that has said nothing about consent says so', async () => {
  draw(['messages.view'], { items: [] })
  expect(await screen.findByText('None.')).toBeTruthy()
})

test.each([
  ['without the permission to view messages', ['contacts.view'], false],
  ['while names are hidden', ['messages.view'], true],
] as const)(
  '%s, a reader is not shown consents, and asks for none',
  async (_, permissions, readsUnderPseudonyms) => {
    const asked = draw(permissions, { readsUnderPseudonyms })
    expect((await screen.findByRole('region', { name: 'Contact' })).textContent).toBe('')
    expect(asked).not.toContain(listContactConsents)
  },
)
