// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import type { Api } from '@verbatim/client/api.ts'
import { type CognitiveEventDetail, undoEventStatuses } from '@verbatim/contract/cognitive-events.ts'
import { EventId } from '@verbatim/contract/ids.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { useUndo } from './mutations.ts'
import { eventAheadQuery } from './queries.ts'
import { noteChange } from './steps/own-changes.ts'
import { useEvent } from './use-event.ts'

afterEach(cleanup)

const id = EventId.parse('019aa000-0000-7000-8000-000000000001')
const event = { id, policyName: 'Promises', version: 1 } as CognitiveEventDetail

/** A server that undoes at once, and never answers what the event is. */
async function answer(endpoint: unknown): Promise<unknown> {
  if (endpoint === undoEventStatuses) return { changed: 1, skipped: 0, withheld: [] }
  return new Promise(() => undefined)
}

function EventPage() {
  const { data } = useEvent(id)
  const undo = useUndo()
  return (
    <>
      <p>{data ? <input aria-label={data.policyName} /> : 'Loading'}</p>
      <button onClick={() => undo()}>Undo</button>
    </>
  )
}

test('an undo leaves a preloaded event drawn that the server has not answered for yet', async () => {
  const { queryClient, router, user } = drawPages({ '/': () => null, '/event': EventPage }, { api: answer })
  const ahead = eventAheadQuery(answer as unknown as Api, id).queryKey
  queryClient.setQueryData(ahead, event)
  await noteChange(queryClient, Promise.resolve('another decision'), String)
  await act(() => router.navigate({ to: '/event' } as never))
  const field = await screen.findByLabelText('Promises')
  await user.click(screen.getByText('Undo'))
  await screen.findByText('Undone')
  await waitFor(() => expect(queryClient.getQueryData(ahead)).toBeUndefined())
  expect(screen.getByLabelText('Promises')).toBe(field)
})
