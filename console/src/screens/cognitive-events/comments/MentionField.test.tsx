// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
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
  const sent: string[] = []
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
        minRows={2}
        value={text}
        onText={setText}
        onSend={() => sent.push(text)}
        onMention={({ name }) => mentioned.push(name)}
      />
    )
  }
  const { user } = drawPages({ '/': Field }, { api, viewer: { id: 'v', permissions: new Set() } })
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Comment')
  await user.type(field, 'Please look, @an')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2))
  return { user, field, mentioned, sent }
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

test('the next letter is behind the mention, however soon it is typed', async () => {
  const { user, field } = await open()
  await user.keyboard(' today{ArrowLeft>6/}')
  expect(screen.getAllByRole('option')).toHaveLength(2)
  fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' })
  // No frame has been drawn yet.
  expect(field.value).toBe('Please look, @Ann Lee today')
  expect(field.selectionStart).toBe('Please look, @Ann Lee '.length)
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
  const { user, field, mentioned, sent } = await open()
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(sent).toEqual(['Please look, @an'])
  expect(mentioned).toEqual([])
  expect(field.value).toBe('Please look, @an')
})

test.each([
  ['Ctrl and C', '{Control>}c{/Control}'],
  ['⌘', '{Meta>}{/Meta}'],
  ['Ctrl and Enter, if nothing was sent', '{Control>}{Enter}{/Control}'],
])('a person who is clicked after %s is mentioned', async (_, keys) => {
  const { user, field, mentioned } = await open()
  await user.keyboard(keys)
  await user.click(screen.getByRole('option', { name: 'Ann Lee' }))
  expect(mentioned).toEqual(['Ann Lee'])
  expect(field.value).toBe('Please look, @Ann Lee ')
})

test('Ctrl and Enter that end a composition send nothing', async () => {
  const { field, mentioned, sent } = await open()
  fireEvent.keyDown(field, { key: 'Enter', code: 'Enter', ctrlKey: true, isComposing: true })
  expect(sent).toEqual([])
  expect(mentioned).toEqual([])
})
