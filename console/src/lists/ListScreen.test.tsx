// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import { permissions } from '@verbatim/contract/permissions.ts'
import { afterEach, expect, test } from 'vitest'
import { EventsScreen } from '#screens/cognitive-events/EventsScreen.tsx'
import { MessagesScreen } from '#screens/messages/MessagesScreen.tsx'
import { drawPages } from '#testing/draw-pages.tsx'

afterEach(cleanup)

const row = {
  id: '019aa000-0000-7000-8000-00000000000a',
  conversationId: '019aa000-0000-7000-8000-00000000000b',
  channel: 'sms',
  direction: 'inbound',
  from: 'Dana Cole',
  author: { name: 'Dana Cole', address: '+15550101234' },
  to: { names: ['Ben Berg'], more: 0 },
  body: 'The offer is confidential.',
  bodyStart: 0,
  bodyLength: 26,
  category: 'other',
  urgency: 'low',
  groupIds: [],
  highlights: [],
  subjectHighlights: [],
  policyName: 'Market abuse',
  severity: 'high',
  status: 'new',
  preview: 'The offer is confidential.',
  marks: [],
  ruleNames: ['Offers'],
  disposition: null,
  assignee: null,
  postedAt: '2026-03-14T09:00:00.000Z',
  triggeredTime: '2026-03-14T09:00:00.000Z',
}

const lists = {
  messages: { path: '/messages', Screen: MessagesScreen },
  events: { path: '/events', Screen: EventsScreen },
}

/** A list, and a server that answers its second question about it with this failure. */
async function readAgain(name: keyof typeof lists, failure: Failure) {
  const { path: at, Screen } = lists[name]
  let refusal: Failure | undefined
  const { queryClient } = drawPages(
    { [at]: Screen },
    {
      at,
      api: async ({ path }: { path: string }) => {
        if (refusal) throw refusal
        return path.includes('messages') || path.includes('event')
          ? { items: [row], total: 1 }
          : { items: [], total: 0 }
      },
      viewer: { id: 'me', permissions: new Set(permissions) },
    },
  )
  // Parts of a screen are loaded when it is drawn first.
  await screen.findAllByText(/Dana Cole/)
  refusal = failure
  await queryClient.invalidateQueries({ predicate: ({ queryKey: [slice] }) => slice !== 'viewer' })
}

test.each(['messages', 'events'] as const)(
  '%s leave the screen when their reader may not see them',
  async (name) => {
    await readAgain(name, new Failure('access.denied'))
    await waitFor(() => expect(screen.queryAllByText(/Dana Cole/)).toEqual([]))
    expect(screen.getByText('You don’t have access')).toBeTruthy()
  },
)

test.each(['messages', 'events'] as const)('%s stay while the server cannot be reached', async (name) => {
  await readAgain(name, new Failure('network'))
  expect(screen.queryAllByText(/Dana Cole/)).not.toEqual([])
})

test('a question that is not understood is not one of the views', async () => {
  const { path, Screen } = lists.events
  drawPages(
    { [path]: Screen },
    {
      at: `${path}?filter=statuss[eq]:new`,
      api: async ({ path: asked }: { path: string }) =>
        asked.includes('event') ? { items: [row], total: 1 } : { items: [], total: 0 },
      viewer: { id: 'me', permissions: new Set(permissions) },
    },
  )
  const all = await screen.findByRole('link', { name: 'All' })
  await screen.findByText('statuss[eq]:new')
  expect(screen.queryByText(/Dana Cole/)).toBeNull()
  expect(all.getAttribute('aria-current')).toBeNull()
})
