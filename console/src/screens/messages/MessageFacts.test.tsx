// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import type { Conversation } from '@verbatim/contract/conversations.ts'
import type { MessageDetails } from '@verbatim/contract/messages.ts'
import { EscapeLayers } from '@verbatim/ui/escape.tsx'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { MessageFacts } from './MessageFacts.tsx'

afterEach(cleanup)

const card = { name: 'Dana Cole', pages: [], groups: [], channels: ['sms'], openEvents: 0 }

type Author = MessageDetails['author']

function draw(author: Author) {
  const message = {
    author,
    category: 'other',
    urgency: 'low',
    channel: 'sms',
    direction: 'inbound',
    contentType: 'text',
    language: 'en',
    groupIds: [],
    postedAt: '2026-03-14T09:00:00.000Z',
    capturedAt: '2026-03-14T09:00:01.000Z',
  } as unknown as MessageDetails
  const context = { participants: [{ name: 'Ben Berg', address: 'ben', userId: 'u1' }] }
  return drawPages(
    {
      '/': () => (
        <EscapeLayers>
          <MessageFacts message={message} context={context as unknown as Conversation} />
        </EscapeLayers>
      ),
    },
    {
      api: async ({ path }: { path: string }) => (path.includes('/people/') ? card : { items: [] }),
      viewer: { id: 'me', permissions: new Set() },
    },
  )
}

test('the author and the participants of a message lead to their card', async () => {
  const { user } = draw({ name: 'Dana Cole', address: '+15550101234', contactId: 'c1' } as Author)
  expect(await screen.findByText('+1 555 010 1234')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Ben Berg' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Dana Cole' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('a pseudonym leads to no card', async () => {
  draw({ name: 'Client 7HX2QK', address: 'Client 7HX2QK' } as Author)
  expect(await screen.findByText('Client 7HX2QK')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Ben Berg' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Client 7HX2QK' })).toBeNull()
})
