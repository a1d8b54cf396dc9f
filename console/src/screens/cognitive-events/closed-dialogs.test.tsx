// @vitest-environment happy-dom
import { act, cleanup, screen, within } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import type { CognitiveEventDetail } from '@verbatim/contract/cognitive-events.ts'
import { EventId } from '@verbatim/contract/ids.ts'
import { permissions } from '@verbatim/contract/permissions.ts'
import { type ReactNode, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { NotifyAuthor } from './NotifyAuthor.tsx'
import { BulkSteps, useBulkStep } from './steps/BulkSteps.tsx'
import { EventStepModal } from './steps/EventStepModal.tsx'
import { steps } from './steps/steps.ts'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const id = EventId.parse('019aa000-0000-7000-8000-000000000001')
const event = {
  id,
  version: 1,
  policyName: 'Promises',
  from: 'Ann Lee',
  status: 'new',
  history: [],
  author: { notifiedAt: null },
} as unknown as CognitiveEventDetail

function OneStep() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button onClick={() => setOpen(true)}>Dismiss</button>
      {isOpen && <EventStepModal event={event} step={steps.dismiss} onClose={() => setOpen(false)} />}
    </>
  )
}

function ManySteps() {
  const bulk = useBulkStep({
    selection: { kind: 'some', ids: new Set([id]) },
    total: 1,
    seen: { events: new Map() },
    query: {},
    onDone: () => undefined,
    onOutdated: () => undefined,
  })
  return <BulkSteps count={1} bulk={bulk} />
}

interface Asked {
  Page: () => ReactNode
  /** Opens the dialog. */
  button: string
  /** Sends it. */
  verb: string
  /** Of the toast. */
  title: string
}

const dismiss = { button: 'Dismiss', verb: 'Dismiss' }
const dialogs: readonly [string, Asked][] = [
  ['of one event', { Page: OneStep, ...dismiss, title: 'Nothing was changed: Promises · Ann Lee' }],
  ['of many events', { Page: ManySteps, ...dismiss, title: 'Nothing was changed' }],
  [
    'of a note',
    {
      Page: () => <NotifyAuthor event={event} />,
      button: 'Send a note',
      verb: 'Send note',
      title: 'The note was not sent: Promises · Ann Lee',
    },
  ],
]

/** Sends what the dialog asks for, to a server that answers when it is let to. */
async function send({ Page, button, verb }: Asked) {
  const answer = Promise.withResolvers<unknown>()
  const { user } = drawPages(
    { '/': Page },
    { api: () => answer.promise, viewer: { id: 'v', permissions: new Set(permissions) } },
  )
  await user.click(await screen.findByRole('button', { name: button }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByRole('textbox'), 'As agreed')
  await user.click(within(dialog).getByRole('button', { name: verb }))
  return { user, dialog, refuse: () => act(async () => answer.reject(new Failure('request.invalid'))) }
}

test.each(dialogs)('a dialog %s that was closed before it failed says so in a toast', async (_, asked) => {
  const { user, dialog, refuse } = await send(asked)
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await refuse()
  expect((await screen.findByRole('alert')).textContent).toContain(asked.title)
})

test.each(dialogs)('a dialog %s that is open shows why it failed itself', async (_, asked) => {
  const { dialog, refuse } = await send(asked)
  await refuse()
  expect(await within(dialog).findByText('The request is not valid.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
