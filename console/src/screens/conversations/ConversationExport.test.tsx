// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import type { Conversation } from '@verbatim/contract/conversations.ts'
import { ConversationId } from '@verbatim/contract/ids.ts'
import { exportMessages } from '@verbatim/contract/messages.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { ConversationExport } from './ConversationExport.tsx'

afterEach(cleanup)

const id = ConversationId.parse('019aa000-0000-7000-8000-000000000001')

async function draw(permissions: readonly string[], messageCount = 12) {
  const api = vi.fn(async () => ({ exportId: 'e1' }))
  const of = { id, messageCount, participants: [{ name: 'Ana Bell' }] } as Conversation
  const { user } = drawPages(
    {
      '/': () => (
        <section aria-label="Conversation">
          <ConversationExport of={of} />
        </section>
      ),
    },
    { api, viewer: { id: 'me', permissions: new Set(permissions) } },
  )
  return { api, user, region: await screen.findByRole('region', { name: 'Conversation' }) }
}

test('a conversation is exported whole, oldest first, as the Content Library exports it', async () => {
  const { api, user } = await draw(['messages.export'])
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Excel (XLSX)' }))
  const query = { filter: `conversationId[eq]:${id}`, sort: 'postedDate' }
  expect(api).toHaveBeenCalledExactlyOnceWith(exportMessages, { query, body: { format: 'xlsx' } })
  await screen.findByText('Export started')
})

test('a reader without the permission to export messages has no export', async () => {
  const { region } = await draw(['messages.view', 'conversations.view'])
  expect(region.textContent).toBe('')
})
