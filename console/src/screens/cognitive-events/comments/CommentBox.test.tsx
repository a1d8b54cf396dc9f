// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { CognitiveEvent } from '@verbatim/contract/cognitive-events.ts'
import { addEventComment } from '@verbatim/contract/event-comments.ts'
import { EventId } from '@verbatim/contract/ids.ts'
import { Failure } from '@verbatim/client/failure.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { CommentBox } from './CommentBox.tsx'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const id = EventId.parse('019aa000-0000-7000-8000-000000000001')
const event = { id, policyName: 'Promises', from: 'Ann Lee' } as CognitiveEvent

/** A page with the field, another one without it, and a server that answers when it is let to. */
async function open() {
  const sent: { comment: string; fileIds?: string[] }[] = []
  let answers = Promise.withResolvers<void>()
  const api = async (endpoint: unknown, { body }: { body: { comment: string; fileIds?: string[] } }) => {
    expect(endpoint).toBe(addEventComment)
    sent.push(body)
    await answers.promise
    return {}
  }
  const pages = drawPages(
    { '/': () => <CommentBox event={event} />, '/next': () => <h1>The next event</h1> },
    { api, viewer: { id: 'v', permissions: new Set() } },
  )
  const field = () => screen.findByLabelText<HTMLTextAreaElement>('Comment')
  const leave = async () => {
    await act(() => pages.router.navigate({ to: '/next' as never }))
    await screen.findByRole('heading', { name: 'The next event' })
  }
  return {
    ...pages,
    sent,
    field,
    leave,
    send: async (text: string) => pages.user.type(await field(), `${text}{Control>}{Enter}{/Control}`),
    comeBack: () => act(() => pages.router.navigate({ to: '/' as never })),
    answer: () => act(async () => answers.resolve()),
    refuse: async () => {
      await act(async () => answers.reject(new Failure('request.invalid')))
      answers = Promise.withResolvers()
    },
  }
}

test('a comment that is added after its field is gone is not there again as unsent', async () => {
  const page = await open()
  await page.send('A clear case')
  await page.leave()
  await page.answer()
  await page.comeBack()
  expect((await page.field()).value).toBe('')
  expect(page.sent).toHaveLength(1)
})

test('a comment that is still being sent is not sent again from a field that is drawn anew', async () => {
  const page = await open()
  await page.send('A clear case')
  await page.leave()
  await page.comeBack()
  await page.user.type(await page.field(), '{Control>}{Enter}{/Control}')
  await page.answer()
  await waitFor(async () => expect((await page.field()).value).toBe(''))
  expect(page.sent).toHaveLength(1)
})

test('a failure is shown in a toast if the field is gone, and the text is kept', async () => {
  const page = await open()
  await page.send('A clear case')
  await page.leave()
  await page.refuse()
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Your comment was not added: Promises · Ann Lee',
  )
  await page.comeBack()
  expect((await page.field()).value).toBe('A clear case')
})

test('a failure is shown at the field, and not again in a toast', async () => {
  const page = await open()
  await page.send('A clear case')
  await page.refuse()
  expect(await screen.findByText('The request is not valid.')).toBeTruthy()
  expect(screen.queryByText(/^Your comment was not added/)).toBeNull()
})

test('what is typed or uploaded while a comment is being sent is kept for the next one', async () => {
  const file = (n: number) => ({
    id: `019aa000-0000-7000-8000-00000000010${n}`,
    name: `${n}.txt`,
    contentType: 'text/plain',
    sizeBytes: 1,
  })
  const files = `verbatim.draft.v.comment-files.${id}`
  sessionStorage.setItem(files, JSON.stringify([file(1)]))
  const page = await open()
  await page.send('A clear case')
  sessionStorage.setItem(files, JSON.stringify([file(1), file(2)]))
  await page.user.type(await page.field(), ', and another')
  await page.answer()
  await waitFor(() => expect(sessionStorage.getItem(files)).toBe(JSON.stringify([file(2)])))
  expect((await page.field()).value).toBe('A clear case, and another')
  expect(page.sent).toMatchObject([{ comment: 'A clear case', fileIds: [file(1).id] }])
})

test('Escape leaves the field, but not while it ends a composition', async () => {
  const page = await open()
  const field = await page.field()
  await page.user.click(field)
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true })
  expect(document.activeElement).toBe(field)
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(document.activeElement).not.toBe(field)
})

test('a comment is not sent while a composition is going on', async () => {
  const page = await open()
  const field = await page.field()
  await page.user.type(field, 'A clear case')
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, isComposing: true })
  await page.user.type(field, ' of it{Control>}{Enter}{/Control}')
  await waitFor(() => expect(page.sent).toMatchObject([{ comment: 'A clear case of it' }]))
})
