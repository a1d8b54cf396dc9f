// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { ContactId } from '@verbatim/contract/ids.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { ContactMessages } from './ContactMessages.tsx'

afterEach(cleanup)

const id = ContactId.parse('019aa000-0000-7000-8000-000000000001')

function draw(permissions: ReadonlySet<string>, readsUnderPseudonyms = false) {
  const viewer = { id: 'me', permissions, readsUnderPseudonyms }
  drawPages(
    {
      '/': () => (
        <section aria-label="Contact">
          <ContactMessages contact={{ id }} />
        </section>
      ),
    },
    { viewer },
  )
  return screen.findByRole('region', { name: 'Contact' })
}

test('a contact leads to what it wrote and to what was written to it, at any time', async () => {
  await draw(new Set(['contacts.view', 'messages.view']))
  for (const [name, field] of [
    ['Messages from this contact', 'authorId'],
    ['Messages to this contact', 'recipientId'],
  ] as const) {
    const { pathname, searchParams } = new URL(screen.getByRole<HTMLAnchorElement>('link', { name }).href)
    expect(pathname).toBe('/messages')
    expect(Object.fromEntries(searchParams)).toEqual({ period: 'all', filter: `${field}[eq]:${id}` })
  }
})

test('a reader without the permission to view messages sees no way to them', async () => {
  const contact = await draw(new Set(['contacts.view']))
  expect(contact.textContent).toBe('')
})

test('while names are hidden there is no way to them, since lists would find nothing', async () => {
  const contact = await draw(new Set(['contacts.manage', 'messages.view']), true)
  expect(contact.textContent).toBe('')
})
