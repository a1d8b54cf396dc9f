// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import { failures } from '@verbatim/contract/errors.ts'
import { afterEach, expect, test } from 'vitest'
import { type OfficeOptions, openOffice } from '#testing/offices.tsx'

afterEach(cleanup)

/** Saves, and leaves before the server has answered. */
async function leaveWhileSaving(options: OfficeOptions = {}) {
  const opened = await openOffice(options)
  const { server, write, press, go } = opened
  const { promise, resolve: answer } = Promise.withResolvers<void>()
  server.answersAt = promise
  await write('Name', 'Main office')
  await press('Save office')
  await waitFor(() => expect(server.sent).toHaveLength(1))
  void go('/other')
  await screen.findByText(/^The office is being saved, and saving continues if you leave/)
  return { ...opened, answer }
}

test('leaving while it is being saved waits for the answer: it goes on when it is saved', async () => {
  const { answer, at } = await leaveWhileSaving()
  expect(at()).toBe('/office')
  answer()
  await waitFor(() => expect(at()).toBe('/other'))
})

test('leaving while it is being saved waits for the answer: it stays where a refusal is shown', async () => {
  const { server, answer, at } = await leaveWhileSaving()
  server.refusal = new Failure('group.name-taken')
  answer()
  await screen.findByText(server.refusal.message)
  await waitFor(() => expect(screen.queryByText(/^The office is being saved/)).toBeNull())
  expect([at(), screen.getByLabelText<HTMLInputElement>('Name').value]).toEqual(['/office', 'Main office'])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
})

test('who leaves while it is being saved reads nothing if it is saved', async () => {
  const { server, answer, press, at } = await leaveWhileSaving()
  await press('Leave')
  await waitFor(() => expect(at()).toBe('/other'))
  answer()
  await waitFor(() => expect(server.office().name).toBe('Main office'))
  expect(screen.queryByText('The office was not saved')).toBeNull()
})

test.each([
  'group.name-taken',
  'access.denied',
  'unavailable',
  'organization.changed',
  'approval.required',
] as const)('who has left reads what was not saved: %s', async (code) => {
  const asked: string[] = []
  const { server, answer, press, at } = await leaveWhileSaving({
    onRefused: (failure) => failure.code === 'approval.required' && asked.push(failure.code) > 0,
  })
  await press('Leave')
  await waitFor(() => expect(at()).toBe('/other'))
  server.refusal = new Failure(code, failures[code])
  answer()
  await screen.findByText('The office was not saved')
  await screen.findByText(new RegExp(server.refusal.message))
  // Nothing can be answered there.
  expect(asked).toEqual([])
})

test('while it is being saved, nothing can be typed that would be lost', async () => {
  const { server, write, press } = await openOffice()
  const { promise, resolve: answer } = Promise.withResolvers<void>()
  server.answersAt = promise
  await write('Name', 'Main office')
  await press('Save office')
  const name = screen.getByLabelText('Name')
  await waitFor(() => expect(name.closest('[inert]')).not.toBeNull())
  answer()
  await waitFor(() => expect(name.closest('[inert]')).toBeNull())
})
