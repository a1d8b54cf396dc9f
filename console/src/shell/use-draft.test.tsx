// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import type { Session } from '@verbatim/client/session.ts'
import type { Ending } from '@verbatim/client/tabs.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { keepPlace, recentPlaces } from './palette/recent-places.ts'
import { endWithSession } from './session-end.ts'
import { useDraft } from './use-draft.ts'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function Comment() {
  const [text, keep] = useDraft('comment.e1')
  return <input aria-label="Comment" value={text} onChange={({ target }) => keep(target.value)} />
}

/** A page with a comment, as a user who can be signed out. */
async function drawComment(userId: string) {
  const ends: ((ending: Ending) => void)[] = []
  const session = {
    listen: ({ signedOut }: { signedOut: (ending: Ending) => void }) => ends.push(signedOut),
  } as unknown as Session
  const pages = drawPages(
    { '/': () => <Comment />, '/sign-in': () => <h1>Sign in</h1> },
    { session, viewer: { id: userId, permissions: new Set() } },
  )
  endWithSession(pages.router, pages.queryClient, session)
  const field = await screen.findByLabelText<HTMLInputElement>('Comment')
  const end = async (ending: Ending) => {
    act(() => ends.forEach((tell) => tell(ending)))
    await waitFor(() => expect(pages.router.state.location.pathname).toBe('/sign-in'))
    cleanup()
  }
  return { ...pages, field, end }
}

test('what a user wrote is there again after their session expired, and no other user sees it', async () => {
  const ann = await drawComment('ann')
  await ann.user.type(ann.field, 'Looks like a breach')
  await ann.end('expired')
  const bob = await drawComment('bob')
  expect(bob.field.value).toBe('')
  await bob.end('expired')
  expect((await drawComment('ann')).field.value).toBe('Looks like a breach')
})

test('after signing out, nothing that a user wrote, opened or read is left in the tab or on the device', async () => {
  const deleted: string[] = []
  vi.stubGlobal('caches', { delete: async (name: string) => deleted.push(name) > 0 })
  localStorage.setItem('verbatim.colors', 'dark')
  keepPlace('ann', { href: '/contacts/c1', label: 'Cleo Marsh', kind: 'contact' })
  const ann = await drawComment('ann')
  await ann.user.type(ann.field, 'Looks like a breach')
  await ann.end('locked')
  expect(recentPlaces('ann')).toHaveLength(1)
  await (await drawComment('ann')).end('signed-out')
  expect(sessionStorage.length).toBe(0)
  expect(deleted).toEqual(['verbatim-messenger-kept'])
  expect(Object.keys(localStorage)).toEqual(['verbatim.colors'])
  expect((await drawComment('ann')).field.value).toBe('')
})
