// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { ConversationId } from '@verbatim/contract/ids.ts'
import { revealIdentity } from '@verbatim/contract/pseudonyms.ts'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { IdentityNotice } from './IdentityNotice.tsx'

afterEach(cleanup)

const id = ConversationId.parse('019aa000-0000-7000-8000-000000000001')

function open(
  identity: { isHidden: boolean; until?: string } | undefined,
  permissions: readonly string[] = [],
) {
  const given: string[] = []
  const api = async (endpoint: unknown, { body }: { body: { reason: string } }) => {
    expect(endpoint).toBe(revealIdentity)
    given.push(body.reason)
    return { isHidden: false, until: '2026-11-24T11:00:00.000Z' }
  }
  const conversation = { id, ...(identity && { identity }) }
  const drawn = drawPages(
    {
      '/': () => (
        <main>
          <IdentityNotice conversation={conversation} />
        </main>
      ),
    },
    { api, viewer: { id: '1', permissions: new Set(permissions) } },
  )
  return { ...drawn, given }
}

test('it is not shown in organizations without pseudonyms', async () => {
  open(undefined)
  expect((await screen.findByRole('main')).textContent).toBe('')
})

test('users who may not reveal see that names are hidden, without a button', async () => {
  open({ isHidden: true })
  const notice = await screen.findByRole('group', { name: 'Names' })
  expect(notice.textContent).toContain('Names and addresses are hidden')
  expect(within(notice).queryByRole('button')).toBeNull()
})

test('users who may reveal give a reason first', async () => {
  const { user, given } = open({ isHidden: true }, ['messages.reveal_identity'])
  await user.click(await screen.findByRole('button', { name: 'Show names…' }))
  const dialog = await screen.findByRole('dialog')
  const confirm = within(dialog).getByRole('button', { name: 'Show names' })
  expect(confirm).toHaveProperty('disabled', true)
  await user.type(within(dialog).getByLabelText(/Reason/), 'Case 7')
  await user.click(confirm)
  await waitFor(() => expect(given).toEqual(['Case 7']))
})

test('a reason that was begun for one conversation is not there for the next one', async () => {
  const [first, next] = [id, ConversationId.parse('019aa000-0000-7000-8000-000000000002')]
  function Walk() {
    const [at, go] = useState(first)
    return (
      <>
        <IdentityNotice conversation={{ id: at, identity: { isHidden: true } }} />
        <button onClick={() => go(next)}>Next</button>
      </>
    )
  }
  const viewer = { id: '1', permissions: new Set(['messages.reveal_identity']) }
  const { user } = drawPages({ '/': Walk }, { viewer })
  const reason = async () => {
    await user.click(await screen.findByRole('button', { name: 'Show names…' }))
    return within(await screen.findByRole('dialog')).getByLabelText<HTMLTextAreaElement>(/Reason/)
  }
  await user.type(await reason(), 'Case 7')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByText('Next'))
  expect((await reason()).value).toBe('')
})

test('it says until when names are shown', async () => {
  open({ isHidden: false, until: '2026-11-24T11:00:00.000Z' }, ['messages.reveal_identity'])
  const notice = await screen.findByRole('group', { name: 'Names' })
  expect(notice.textContent).toMatch(/shown to you in this conversation until \d/)
  expect(within(notice).queryByRole('button')).toBeNull()
})
