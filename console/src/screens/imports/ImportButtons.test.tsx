// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import type { Import } from '@verbatim/contract/imports.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { ImportButtons } from './ImportButtons.tsx'

afterEach(cleanup)

const done = {
  id: 'i1',
  kind: 'contacts',
  state: 'done',
  fields: [],
  mapping: {},
  settings: { existing: 'update', sendInvitations: false, defaults: {} },
  counts: { created: 1, updated: 0, skipped: 0, failed: 0 },
  undoUntil: '2026-12-28T09:00:00Z',
} as unknown as Import

async function askedAbout(some: Partial<Import>): Promise<string | null> {
  const given = { ...done, ...some }
  const { mapping, settings } = given
  const nothing = () => {}
  const { user } = drawPages(
    {
      '/': () => (
        <ImportButtons given={given} mapped={{ mapping, settings }} onAsk={nothing} onClose={nothing} />
      ),
    },
    { viewer: { id: 'me', permissions: { has: () => true } as never } },
  )
  await user.click(await screen.findByRole('button', { name: 'Undo import' }))
  return (await screen.findByRole('dialog')).textContent
}

test.each([
  [{ created: 1, updated: 0 }, 'Undo this import?1 added row will be removed. Contacts that'],
  [{ created: 0, updated: 2 }, 'Undo this import?2 updated rows will be restored. Contacts that'],
  [{ created: 3, updated: 1 }, '3 added rows will be removed, and 1 updated row will be restored. Contacts'],
])('an undo says what will happen to the rows that there are: %o', async (counts, words) => {
  expect(await askedAbout({ counts: { ...done.counts, ...counts } })).toContain(words)
})

test('only users can have signed in since', async () => {
  expect(await askedAbout({})).not.toContain('signed in')
  cleanup()
  expect(await askedAbout({ kind: 'messenger-users' })).toContain(
    'signed in after the import stay as they are, and so do added users who now have accounts, contacts or messages.',
  )
})
