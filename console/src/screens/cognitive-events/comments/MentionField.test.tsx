// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { EventId } from '@verbatim/contract/ids.ts'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { MentionField } from './MentionField.tsx'

afterEach(cleanup)

const eventId = EventId.parse('019aa000-0000-7000-8000-000000000001')
const people = [
  { id: '019aa000-0000-7000-8000-00000000000a', name: 'Ann Lee' },
  { id: '019aa000-0000-7000-8000-00000000000b', name: 'André Kay' },
]

/** A field, and a server that finds everyone for the first letters, and never answers again. */
async function open() {
  const mentioned: string[] = []
  const asked: unknown[] = []
  const api = (_endpoint: unknown, { query }: { query: { search?: string } }) => {
    asked.push(query.search)
    return asked.length === 1 ? Promise.resolve({ items: people }) : new Promise(() => {})
  }
  function Field() {
    const [text, setText] = useState('')
    return (
      <MentionField
        eventId={eventId}
        aria-label="Comment"
        limit={100}
        value={text}
        onText={setText}
        onMention={({ name }) => mentioned.push(name)}
      />
    )
  }
  const { user } = drawPages({ '/': Field }, { api, viewer: { id: 'v', permissions: new Set() } })
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Comment')
  await user.type(field, 'Please look, @an')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2))
  return { user, field, mentioned }
}

test('what is typed after a mention is not taken for more of it, so Enter starts a new line', async () => {
  const { user, field, mentioned } = await open()
  await user.keyboard('{Enter}')
  expect(field.value).toBe('Please look, @Ann Lee ')
  await user.keyboard('lee')
  expect(screen.queryAllByRole('option')).toEqual([])
  await user.keyboard('{Enter}')
  expect(field.value).toBe('Please look, @Ann Lee lee\n')
  expect(mentioned).toEqual(['Ann Lee'])
})

test('people who do not match what was typed since they were found are not offered', async () => {
  const { user, field, mentioned } = await open()
  await user.keyboard('d')
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['André Kay'])
  await user.keyboard('x')
  expect(screen.queryAllByRole('option')).toEqual([])
  await user.keyboard('{Backspace}{Enter}')
  expect(field.value).toBe('Please look, @André Kay ')
  expect(mentioned).toEqual(['André Kay'])
})

test('Ctrl and Enter send the text as it is, and choose no one', async () => {
  const { user, field, mentioned } = await open()
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(mentioned).toEqual([])
  expect(field.value).toBe('Please look, @an')
})
