// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import { findMessageEvidence, listCognitiveEvents } from '@verbatim/contract/cognitive-events.ts'
import { MessageId } from '@verbatim/contract/ids.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { useRelatedEvents } from './related-events.ts'
import { RelatedSection } from './RelatedSection.tsx'
import { useThreadEvidence } from './thread-evidence.ts'

afterEach(cleanup)

const message = (n: number) => ({ id: MessageId.parse(`019aa000-0000-7000-8000-00000000000${n}`) })
const pages = [[message(1)], [message(2)]]

function Thread() {
  const { marks, retry } = useThreadEvidence(pages)
  return (
    <>
      <NotLoaded what="Evidence" onRetry={retry} />
      <p>Marked: {[...marks.keys()].map((id) => id.slice(-1)).join()}</p>
      <RelatedSection
        {...useRelatedEvents('messageId', message(1).id)}
        order={2}
        titleClass={undefined}
        none="No policy has raised an event for this message."
      />
    </>
  )
}

/** A thread of two pages, and a server that has evidence in every message, unless it fails. */
function draw(permissions: readonly string[] = ['events.view']) {
  const server = { failsFor: [message(2).id], hasNoEvents: true, calls: 0 }
  const api = async (endpoint: unknown, { body }: { body?: { messageIds: MessageId[] } }) => {
    server.calls += 1
    if (endpoint === listCognitiveEvents) {
      if (server.hasNoEvents) throw new Failure('network')
      return { items: [], total: 0 }
    }
    expect(endpoint).toBe(findMessageEvidence)
    if (body?.messageIds.some((id) => server.failsFor.includes(id))) throw new Failure('network')
    return { items: body?.messageIds.map((messageId) => ({ messageId })) }
  }
  const { user } = drawPages({ '/': Thread }, { api, viewer: { id: 'v', permissions: new Set(permissions) } })
  return { server, user }
}

test('evidence that could not be loaded is missed above the thread, and can be loaded again', async () => {
  const { server, user } = draw()
  expect(await screen.findByText('Evidence could not be loaded.')).toBeTruthy()
  expect(screen.getByText('Marked: 1')).toBeTruthy()
  server.failsFor = []
  const [again] = screen.getAllByRole('button', { name: 'Try again' })
  if (again) await user.click(again)
  expect(await screen.findByText('Marked: 1,2')).toBeTruthy()
  expect(screen.queryByText('Evidence could not be loaded.')).toBeNull()
})

test('events that could not be loaded do not read as if there were none', async () => {
  const { server, user } = draw()
  expect(await screen.findByText('Events could not be loaded.')).toBeTruthy()
  expect(screen.queryByText(/^No policy has raised/)).toBeNull()
  server.hasNoEvents = false
  const again = screen.getAllByRole('button', { name: 'Try again' }).at(-1)
  if (again) await user.click(again)
  expect(await screen.findByText(/^No policy has raised/)).toBeTruthy()
})

test('readers who may not see events miss neither', async () => {
  const { server } = draw([])
  expect(await screen.findByText('Marked:')).toBeTruthy()
  await waitFor(() => expect(server.calls).toBe(0))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('heading')).toBeNull()
})
