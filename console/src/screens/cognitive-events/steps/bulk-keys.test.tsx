// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import { EventId } from '@verbatim/contract/ids.ts'
import { permissions } from '@verbatim/contract/permissions.ts'
import { afterEach, expect, test } from 'vitest'
import { paneAct } from '#lists/pane-law.ts'
import { useHeldKeys } from '#lists/use-held-keys.ts'
import { drawPages } from '#testing/draw-pages.tsx'
import { useBulkStep } from './BulkSteps.tsx'
import { stepKeys } from './steps.ts'

afterEach(cleanup)

const id = EventId.parse('019aa000-0000-7000-8000-000000000001')
const selection = { kind: 'some', ids: new Set([id]) } as const

function Keys() {
  const bulk = useBulkStep({
    selection,
    total: 1,
    seen: { events: new Map() },
    query: {},
    onDone: () => undefined,
    onOutdated: () => undefined,
  })
  const place = { address: id, drawn: { id, content: { id } }, rows: [id] }
  const acts = {
    show: () => undefined,
    onRow: {},
    onContent: stepKeys<{ id: EventId }>((_, change) => bulk.take(change)),
    hold: bulk.hold,
  }
  useHeldKeys(['1', '2', '3'], (key) => paneAct(key, place, acts), { hold: bulk.hold })
  return <p>One event</p>
}

/** Decides on the selected event, presses the other keys before the answer, and lets the server refuse. */
async function refuseAfter(keys: string) {
  const answers: PromiseWithResolvers<unknown>[] = []
  const api = () => {
    const answer = Promise.withResolvers<unknown>()
    answers.push(answer)
    return answer.promise
  }
  const { user } = drawPages({ '/': Keys }, { api, viewer: { id: 'v', permissions: new Set(permissions) } })
  await screen.findByText('One event')
  await user.keyboard(keys)
  const refuse = () => act(async () => answers.at(-1)?.reject(new Failure('request.invalid')))
  await refuse()
  const words = (await screen.findByRole('alert')).textContent
  return { words, calls: answers.length }
}

test('keys that waited for a decision which was refused do nothing, and its notice says so', async () => {
  const { words, calls } = await refuseAfter('12')
  expect(words).toContain('Nothing was changed')
  expect(words).toContain('The request is not valid. Keys you pressed in the meantime were ignored.')
  expect(calls).toBe(1)
})

test('a refusal that no key waited for says nothing of keys', async () => {
  const { words } = await refuseAfter('1')
  expect(words).toContain('The request is not valid.')
  expect(words).not.toContain('Keys')
})
