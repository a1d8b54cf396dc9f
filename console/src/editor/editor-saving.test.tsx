// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import { afterEach, expect, test } from 'vitest'
import { openDesk } from '#testing/desks.tsx'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

/** Saves a desk whose server does not answer yet. */
async function startSaving(options: Parameters<typeof openDesk>[1] = {}) {
  const opened = await openDesk('/desks/d1', options)
  const { promise, resolve: answer } = Promise.withResolvers<void>()
  opened.server.answersAt = promise
  await opened.write('Name', 'Trading')
  await opened.press('Save desk')
  return { ...opened, answer, name: screen.getByLabelText('Name') }
}

/** Also leaves the desk. */
async function leaveWhileSaving(options: Parameters<typeof openDesk>[1] = {}) {
  const opened = await startSaving(options)
  void opened.router.navigate({ to: '/other' } as never)
  await screen.findByText(/^The desk is being saved, and saving continues if you leave/)
  await opened.press('Leave')
  await screen.findByRole('heading', { name: 'Other' })
  return opened
}

test('while it is being saved, nothing can be typed that would be lost; after a refusal it can', async () => {
  const { server, answer, name } = await startSaving()
  expect(name.closest('[inert]')).not.toBeNull()
  server.refusal = new Failure('group.name-taken')
  answer()
  await screen.findByText(server.refusal.message)
  await waitFor(() => expect(name.closest('[inert]')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(name))
})

test('the field that was saved from by keyboard has the focus again after a failure', async () => {
  const { server, user, write } = await openDesk('/desks/d1')
  server.refusal = new Failure('unavailable')
  await write('Place', 'Bergen')
  const button = screen.getByRole('button', { name: 'Save desk' })
  button.focus()
  await user.keyboard('{Enter}')
  await screen.findByText('The desk was not saved')
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('closing while it is being saved does not offer to discard: the save goes on', async () => {
  const { server, answer, press, at } = await startSaving()
  await press('Cancel')
  await screen.findByText(/^The desk is being saved, and saving continues if you leave/)
  expect(screen.queryByText('Discard your changes?')).toBeNull()
  answer()
  await waitFor(() => expect(at().pathname).toBe('/desks'))
  expect(server.desk().name).toBe('Trading')
})

test('a save does not move a reader who has left', async () => {
  const { answer, at } = await leaveWhileSaving()
  answer()
  await screen.findByText('“Trading” was saved')
  expect(at().pathname).toBe('/other')
})

test.each(['group.name-taken', 'group.changed', 'unavailable'] as const)(
  'who has left reads that the desk was not saved: %s',
  async (code) => {
    const { server, answer, at } = await leaveWhileSaving()
    server.refusal = new Failure(code, { status: 409 })
    answer()
    await screen.findByText('The desk was not saved')
    expect(at().pathname).toBe('/other')
  },
)

test('who has left cannot answer the question of a save, and reads that nothing was saved', async () => {
  const { promise, resolve: ask } = Promise.withResolvers<{ question: string }>()
  await leaveWhileSaving({ save: () => promise })
  ask({ question: 'Sure?' })
  await screen.findByText('The desk was not saved')
})
