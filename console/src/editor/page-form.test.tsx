// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import { afterEach, expect, test } from 'vitest'
import { type Office, openOffice } from '#testing/offices.tsx'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
const state = () => screen.getByRole('status').textContent

test('a newer version shows at once if there is no input', async () => {
  const { server, arrive } = await openOffice()
  server.change({ city: 'Bergen' })
  await arrive()
  await waitFor(() => expect(valueOf('City')).toBe('Bergen'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a newer version over unsaved changes names its author and the differences; keeping mine saves both', async () => {
  const { server, write, arrive, press } = await openOffice()
  await write('Name', 'Main office')
  server.change({ name: 'Seat', city: 'Bergen' })
  await arrive()
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain('Ana Bell')
  expect(
    within(notice)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Name: Head office → Seat (you also changed this)', 'City: Oslo → Bergen'])
  await press('Keep my changes')
  expect([valueOf('Name'), valueOf('City')]).toEqual(['Main office', 'Bergen'])
  expect(screen.queryByRole('alert')).toBeNull()
  await press('Save office')
  await waitFor(() => expect(server.office()).toMatchObject({ name: 'Main office', city: 'Bergen' }))
  expect(server.sent).toEqual([{ name: 'Main office', city: 'Bergen', expectedVersion: 2 }])
})

test('discarding shows the newer version, with nothing left to save', async () => {
  const { server, write, arrive, press } = await openOffice()
  await write('Name', 'Main office')
  server.change({ city: 'Bergen' })
  await arrive()
  await press('Discard my changes')
  expect([valueOf('Name'), valueOf('City')]).toEqual(['Head office', 'Bergen'])
  expect(state()).toBe('saved')
})

test('a save after another user’s loses nothing: the newer version is fetched and shown', async () => {
  const { server, write, press } = await openOffice()
  await write('Name', 'Main office')
  server.change({ city: 'Bergen' })
  await press('Save office')
  expect((await screen.findByRole('alert')).textContent).toContain('City: Oslo → Bergen')
  expect(valueOf('Name')).toBe('Main office')
})

test('an error of the schema is shown at its field, which gets the focus, and nothing is sent', async () => {
  const { server, write, press } = await openOffice()
  await write('Name', '')
  await press('Save office')
  await screen.findByText('Field cannot be empty.')
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
  expect(server.sent).toEqual([])
  await write('City', 'Bergen')
  expect(screen.queryByText('Field cannot be empty.')).toBeNull()
})

test('a failure is shown at its field, above the form, or in a toast, and the input stays', async () => {
  const { server, write, press } = await openOffice()
  await write('Name', 'North')
  server.refusal = new Failure('group.name-taken')
  await press('Save office')
  await screen.findByText(server.refusal.message)
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByRole('alert')).toBeNull()

  server.refusal = new Failure('access.denied')
  await write('Name', 'South')
  await press('Save office')
  expect((await screen.findByRole('alert')).textContent).toBe(server.refusal.message)
  expect(screen.queryByText('The office was not saved')).toBeNull()

  server.refusal = new Failure('unavailable')
  await press('Save office')
  await screen.findByText('The office was not saved')
  expect(valueOf('Name')).toBe('South')
})

test('the end of a session is not shown as a failure of the form, because the sign-in page follows', async () => {
  const { server, write, press } = await openOffice()
  await write('Name', 'North')
  server.refusal = new Failure('session.expired')
  await press('Save office')
  await waitFor(() => expect(server.sent).toHaveLength(1))
  await waitFor(() => expect(state()).toBe('written'))
  await expect(screen.findByRole('alert', {}, { timeout: 200 })).rejects.toThrow()
  expect(screen.queryByText('The office was not saved')).toBeNull()
})

test('changed fields are named until they are saved; after a save, "Saved" is shown until the next change', async () => {
  const { write, press } = await openOffice()
  const bar = () => screen.getByLabelText('Bar').textContent
  expect(bar()).toBe('')
  await write('City', 'Bergen')
  await write('Name', 'Main office')
  expect(bar()).toBe('Name, City')
  await press('Save office')
  await waitFor(() => expect(bar()).toBe('Saved'))
  await write('City', 'Oslo')
  expect(bar()).toBe('City')
})

test('input that would be saved as the same value is not a change: it is neither sent nor confirmed', async () => {
  const { server, write, user, go, at } = await openOffice()
  await write('Name', ' Head office ')
  expect(state()).toBe('saved')
  await user.type(screen.getByLabelText('Name'), '{Enter}')
  expect(server.sent).toEqual([])
  await go('/other')
  expect(at()).toBe('/other')
})

test('after a save the form shows the server’s values, and the caller is notified', async () => {
  const kept: Office[] = []
  const { server, write, press } = await openOffice({ onSaved: (saved) => kept.push(saved) })
  await write('Name', '  Main office ')
  await press('Save office')
  await waitFor(() => expect(valueOf('Name')).toBe('Main office'))
  expect(state()).toBe('saved')
  expect(kept).toEqual([server.office()])
})

test('leaving asks first if there is unsaved input', async () => {
  const { server, write, press, go, at } = await openOffice()
  await write('Name', 'Main office')
  void go('/other')
  await screen.findByText('The office has unsaved changes. They are lost if you leave.')
  await press('Cancel')
  await waitFor(() => expect(screen.queryByText('Discard your changes?')).toBeNull())
  expect([at(), valueOf('Name')]).toEqual(['/office', 'Main office'])
  void go('/other')
  await press('Discard changes')
  await waitFor(() => expect(at()).toBe('/other'))
  // Discarded input is not saved.
  expect(server.sent).toEqual([])
})

test('discarding shows the saved values again; users without permission cannot write', async () => {
  const { write, press } = await openOffice()
  await write('City', 'Bergen')
  await press('Discard')
  expect(valueOf('City')).toBe('Oslo')
  cleanup()
  await openOffice({ canEdit: false })
  expect(screen.getByLabelText<HTMLInputElement>('Name').disabled).toBe(true)
})

test('unsaved input is restored once for the same user after the session ended', async () => {
  const { server, write, expire } = await openOffice()
  await write('Name', 'Main office')
  await expire()
  await screen.findByRole('heading', { name: 'Sign in' })
  server.change({ city: 'Bergen' })
  cleanup()
  await openOffice({ server })
  await waitFor(() => expect(valueOf('Name')).toBe('Main office'))
  expect((await screen.findByRole('alert')).textContent).toContain('City: Oslo → Bergen')
  cleanup()
  await openOffice({ server })
  expect(valueOf('Name')).toBe('Head office')
})

test('unsaved input is not kept for another user, or after signing out', async () => {
  const { server, write, expire } = await openOffice()
  await write('Name', 'Main office')
  await expire()
  await screen.findByRole('heading', { name: 'Sign in' })
  cleanup()
  const second = await openOffice({ server, viewer: 'someone-else' })
  expect(valueOf('Name')).toBe('Head office')
  await second.write('Name', 'Back office')
  await second.go('/sign-in')
  await screen.findByRole('heading', { name: 'Sign in' })
  cleanup()
  await openOffice({ server, viewer: 'someone-else' })
  expect(valueOf('Name')).toBe('Head office')
})
