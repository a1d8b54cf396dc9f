// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import {
  assignEvent,
  type CognitiveEvent,
  type CognitiveEventDetail,
  undoEventStatuses,
  updateEventStatus,
  updateEventStatuses,
} from '@verbatim/contract/cognitive-events.ts'
import { EventId, UserId } from '@verbatim/contract/ids.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { useAssign, useTakeStep, useTakeSteps, useUndo } from './mutations.ts'

afterEach(cleanup)

const idOf = (n: number) => `019aa000-0000-7000-8000-00000000000${n}`
const event = (n: number) =>
  ({ id: EventId.parse(idOf(n)), version: 1, policyName: 'Promises', from: `Author ${n}` }) as CognitiveEvent
const after = (of: string, changeId: string) =>
  ({ ...event(1), id: of, assignee: null, history: [{ kind: 'status', changeId }] }) as unknown

/** A server that answers changes when it is let to. */
function openServer() {
  const undone: string[] = []
  const late = Promise.withResolvers<void>()
  const api = async (endpoint: unknown, { body, params }: Record<string, Record<string, string>>) => {
    if (endpoint === undoEventStatuses) {
      undone.push(body?.['changeId'] ?? '')
      return { changed: 1, skipped: 0, withheld: [] }
    }
    if (endpoint === updateEventStatus) return after(params?.['id'] ?? '', 'the decision before')
    await late.promise
    if (endpoint === updateEventStatuses)
      return { changed: 2, skipped: 0, outdated: 0, changeId: 'of many rows' }
    expect(endpoint).toBe(assignEvent)
    return after(params?.['id'] ?? '', 'the assignment') as CognitiveEventDetail
  }
  return { undone, api, answer: () => late.resolve() }
}

function Page() {
  const decide = useTakeStep()
  const { assign } = useAssign()
  const many = useTakeSteps()
  const undo = useUndo()
  const change = { status: 'resolved', disposition: 'compliant' } as const
  const which = { ids: [event(2).id, event(3).id] }
  return (
    <>
      <button onClick={() => void decide.mutateAsync({ event: event(1), change })}>Decide</button>
      <button
        onClick={() => {
          assign({ event: event(2), assigneeId: UserId.parse(idOf(9)) })
          undo()
        }}
      >
        Assign, and U
      </button>
      <button
        onClick={() => {
          void many.mutateAsync({ which, query: {}, change })
          undo()
        }}
      >
        Decide on many, and U
      </button>
    </>
  )
}

test.each([
  ['Assign, and U', 'the assignment'],
  ['Decide on many, and U', 'of many rows'],
])('%s undoes this change, though it is saved later, and not the one before', async (name, changeId) => {
  const server = openServer()
  const { user } = drawPages({ '/': Page }, { api: server.api })
  await user.click(await screen.findByRole('button', { name: 'Decide' }))
  await user.click(screen.getByRole('button', { name }))
  expect(server.undone).toEqual([])
  server.answer()
  await waitFor(() => expect(server.undone).toEqual([changeId]))
})
