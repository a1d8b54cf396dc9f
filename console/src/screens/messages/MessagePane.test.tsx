// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { MessagePane } from './MessagePane.tsx'

afterEach(cleanup)

const id = '019aa000-0000-7000-8000-00000000000a'

const message = {
  id,
  conversationId: '019aa000-0000-7000-8000-00000000000b',
  from: 'Dana Cole',
  to: ['Ben Berg'],
  author: { name: 'Dana Cole', address: '+15550101234' },
  body: 'The offer is confidential.',
  bodyStart: 0,
  bodyLength: 26,
  format: 'plain',
  recipients: [],
  groupIds: [],
  attachments: [],
  highlights: [],
  subjectHighlights: [],
  flags: [],
  versions: [],
  reactions: [],
  receipts: [],
  others: [],
  category: 'other',
  urgency: 'low',
  channel: 'sms',
  direction: 'inbound',
  contentType: 'text',
  postedAt: '2026-03-14T09:00:00.000Z',
  capturedAt: '2026-03-14T09:00:01.000Z',
}

/** A message beside the list, and a server that refuses what `refuses` names. */
async function openMessage() {
  const server = { refuses: undefined as { failure: Failure; path: string } | undefined }
  const drawn = drawPages(
    { '/': () => <MessagePane id={id} search={undefined} ahead={[]} /> },
    {
      api: async ({ path }: { path: string }) => {
        if (server.refuses && path.includes(server.refuses.path)) throw server.refuses.failure
        if (path.includes('/messages/')) return message
        if (path.includes('/conversations/'))
          return { messages: [message, { ...message, id: 'later', body: 'Only here.' }], memberships: [] }
        return { items: [] }
      },
      viewer: { id: 'me', permissions: new Set(['messages.view', 'conversations.view']) },
    },
  )
  await screen.findByText('Only here.')
  /** Reads all again, as after a change of permissions. */
  const readAgain = async (path: string, failure: Failure) => {
    server.refuses = { failure, path }
    await drawn.queryClient.invalidateQueries()
  }
  return { ...drawn, readAgain }
}

const texts = () => screen.queryAllByText('The offer is confidential.').length

test.each(['message.not-found', 'access.denied'] as const)(
  'a message leaves the screen when its reader gets %s',
  async (code) => {
    const { readAgain } = await openMessage()
    await readAgain('/messages/', new Failure(code))
    await screen.findByRole('heading', { name: /available|exist|found|access/i })
    expect(texts()).toBe(0)
  },
)

test('a message stays on the screen while the server cannot be reached', async () => {
  const { readAgain } = await openMessage()
  await readAgain('/messages/', new Failure('network'))
  expect(texts()).toBe(1)
})

test('the messages around one leave the screen with the access to their conversation', async () => {
  const { readAgain } = await openMessage()
  await readAgain('/conversations/', new Failure('conversation.not-found'))
  await waitFor(() => expect(screen.queryByText('Only here.')).toBeNull())
  expect(texts()).toBe(1)
})
