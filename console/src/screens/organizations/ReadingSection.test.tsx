// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { permissions } from '@verbatim/contract/permissions.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import type { ProfileEditing } from './profile-form.ts'
import { ReadingSection } from './ReadingSection.tsx'

afterEach(cleanup)

const reason = /You can’t turn this off, because you can’t reveal names\./

async function draw(readsUnderPseudonyms: boolean, may: readonly string[]) {
  const field = () => ({ checked: readsUnderPseudonyms, disabled: false, onChange: () => {} })
  const editing = { base: { readsUnderPseudonyms }, canEdit: true, field } as unknown as ProfileEditing
  drawPages(
    { '/': () => <ReadingSection {...editing} /> },
    { viewer: { id: 'v', permissions: new Set(may) } },
  )
  return screen.findByRole<HTMLInputElement>('switch', { name: /^Pseudonyms for clients and / })
}

const ofAdmin = permissions.filter((name) => name !== 'messages.reveal_identity')

test('a person who may not reveal names cannot turn pseudonyms off, and reads why', async () => {
  expect((await draw(true, ofAdmin)).disabled).toBe(true)
  screen.getByText(reason)
})

test.each([
  ['a person who may reveal names turns pseudonyms off', true, permissions],
  ['a person who may not reveal names turns pseudonyms on', false, ofAdmin],
] as const)('%s', async (_, isOn, may) => {
  expect((await draw(isOn, may)).disabled).toBe(false)
  expect(screen.queryByText(reason)).toBeNull()
})
