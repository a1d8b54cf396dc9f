// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import { afterEach, expect, test } from 'vitest'
import { openDesk } from '#testing/desks.tsx'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

test('a newer version shows at once if there is no input', async () => {
  const { server, arrive } = await openDesk('/desks/d1')
  await waitFor(() => expect(valueOf('Place')).toBe('Oslo'))
  server.change({ place: 'Bergen' })
  await arrive()
  await waitFor(() => expect(valueOf('Place')).toBe('Bergen'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a newer version over unsaved changes shows the difference; keeping mine merges both and saves', async () => {
  const { server, write, arrive, press, at } = await openDesk('/desks/d1')
  await write('Name', 'Trading')
  server.change({ name: 'Broking', place: 'Bergen' })
  await arrive()
  const notice = await screen.findByRole('alert')
  expect(
    within(notice)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Name: Sales → Broking (you also changed this)', 'Place: Oslo → Bergen'])
  await press('Keep my changes')
  expect([valueOf('Name'), valueOf('Place')]).toEqual(['Trading', 'Bergen'])
  await press('Save desk')
  await waitFor(() => expect(at().pathname).toBe('/desks'))
  expect(server.desk()).toMatchObject({ name: 'Trading', place: 'Bergen', version: 3 })
})

test('discarding shows the newer version, with nothing left to save', async () => {
  const { server, write, arrive, press } = await openDesk('/desks/d1')
  await write('Name', 'Trading')
  server.change({ place: 'Bergen' })
  await arrive()
  await press('Discard my changes')
  expect([valueOf('Name'), valueOf('Place')]).toEqual(['Sales', 'Bergen'])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save desk' }).disabled).toBe(true)
})

test('unsaved input is restored once for the same user after the session ended', async () => {
  const { server, write, router } = await openDesk('/desks/d1')
  await write('Name', 'Trading')
  await router.navigate({ to: '/sign-in' as '/', search: { ended: true } as never })
  await screen.findByRole('heading', { name: 'Sign in' })
  server.change({ place: 'Bergen' })
  cleanup()

  await openDesk('/desks/d1', { server })
  await waitFor(() => expect(valueOf('Name')).toBe('Trading'))
  expect((await screen.findByRole('alert')).textContent).toContain('Place: Oslo → Bergen')
  cleanup()

  await openDesk('/desks/d1', { server })
  await waitFor(() => expect(valueOf('Name')).toBe('Sales'))
})

test('of unsaved input, secrets are not kept after the session ended', async () => {
  const secrets = ['place'] as const
  const { server, write, router } = await openDesk('/desks/d1', { secrets })
  await write('Name', 'Trading')
  await write('Place', 'Bergen')
  await router.navigate({ to: '/sign-in' as '/', search: { ended: true } as never })
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(Object.values(sessionStorage).join()).toContain('Trading')
  expect(Object.values(sessionStorage).join()).not.toContain('Bergen')
  cleanup()
  await openDesk('/desks/d1', { server, secrets })
  await waitFor(() => expect(valueOf('Name')).toBe('Trading'))
  expect(valueOf('Place')).toBe('Oslo')
})

test('unsaved input is not kept for another user, or after signing out', async () => {
  const first = await openDesk('/desks/d1')
  await first.write('Name', 'Trading')
  await first.router.navigate({ to: '/sign-in' as '/', search: { ended: true } as never })
  await screen.findByRole('heading', { name: 'Sign in' })
  cleanup()
  const second = await openDesk('/desks/d1', { viewer: 'someone-else' })
  await waitFor(() => expect(valueOf('Name')).toBe('Sales'))
  await second.write('Name', 'Broking')
  await second.router.navigate({ to: '/sign-in' as '/' })
  await screen.findByRole('heading', { name: 'Sign in' })
  cleanup()
  await openDesk('/desks/d1', { viewer: 'someone-else' })
  await waitFor(() => expect(valueOf('Name')).toBe('Sales'))
})

test('a save after another user’s loses nothing: the newer version is fetched and shown', async () => {
  const { server, write, press } = await openDesk('/desks/d1')
  await write('Name', 'Trading')
  server.change({ place: 'Bergen' })
  await press('Save desk')
  expect((await screen.findByRole('alert')).textContent).toContain('Place: Oslo → Bergen')
  expect(valueOf('Name')).toBe('Trading')
})

test('a thing that is reopened right after saving shows the saved version before the server answers', async () => {
  const { server, write, press, router, at } = await openDesk('/desks/d1')
  await write('Name', 'Trading')
  server.delay = new Promise(() => undefined)
  await press('Save desk')
  await waitFor(() => expect(at().pathname).toBe('/desks'))
  await router.navigate({ to: '/desks/d1' as '/' })
  await screen.findByRole('dialog', { name: 'Trading' })
  await write('Name', 'Broking')
  await press('Save desk')
  await waitFor(() => expect(server.desk()).toMatchObject({ name: 'Broking', version: 3 }))
})

test('leaving asks first if there is unsaved input, but not between the tabs of one editor', async () => {
  const { write, press, user, router, at } = await openDesk('/desks/d1')
  await write('Name', 'Trading')
  await router.navigate({ to: '/desks/d1', search: { tab: 'people' } } as never)
  await screen.findByRole('combobox', { name: 'Head' })
  expect(screen.queryByText('Discard your changes?')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await screen.findByText('Discard your changes?')
  expect(await screen.findByText('1 changed field: Name.')).toBeTruthy()
  expect(at().pathname).toBe('/desks/d1')
  await press('Discard changes')
  await waitFor(() => expect(at().pathname).toBe('/desks'))
})

test('closing does not ask without unsaved input', async () => {
  const { press, at } = await openDesk('/desks/d1')
  await waitFor(() => expect(valueOf('Name')).toBe('Sales'))
  await press('Close')
  await waitFor(() => expect(at().pathname).toBe('/desks'))
})

test('an error of the schema is shown at its field, which gets the focus, even from another tab', async () => {
  const { press, at } = await openDesk('/desks/new?tab=people')
  await screen.findByRole('combobox', { name: 'Head' })
  await press('Create desk')
  const name = await screen.findByLabelText<HTMLInputElement>('Name')
  await waitFor(() => expect(document.activeElement).toBe(name))
  expect(screen.getByText('Field cannot be empty.')).toBeDefined()
  expect(at().search).toEqual({})
})

test('a failure about a field is shown next to it until the field changes; others are toasts', async () => {
  const { server, write, press } = await openDesk('/desks/d1')
  await write('Name', 'North')
  server.refusal = new Failure('group.name-taken')
  await press('Save desk')
  const words = server.refusal.message
  await screen.findByText(words)
  expect(screen.queryByText('The desk was not saved')).toBeNull()
  await write('Name', 'South')
  expect(screen.queryByText(words)).toBeNull()
  server.refusal = new Failure('unavailable')
  await press('Save desk')
  await screen.findByText('The desk was not saved')
  expect(valueOf('Name')).toBe('South')
})

test('a removal shows its effect, and waits for the name', async () => {
  const { press, user, at } = await openDesk('/desks/d1')
  await press('Delete desk')
  const question = await screen.findByRole('dialog', { name: 'Delete this desk?' })
  await within(question).findByText('3 people leave it.')
  const confirm = within(question).getByRole<HTMLButtonElement>('button', { name: 'Delete desk' })
  expect(confirm.disabled).toBe(true)
  await user.type(within(question).getByLabelText('Type “Sales” to confirm'), 'Sales')
  await user.click(confirm)
  await screen.findByText('“Sales” was deleted')
  await waitFor(() => expect(at().pathname).toBe('/desks'))
})

test('a select searches the server after typing stops, and works with the keyboard', async () => {
  const { server, user, press } = await openDesk('/desks/d1?tab=people')
  await user.click(await screen.findByRole('combobox', { name: 'Head' }))
  await screen.findByRole('option', { name: 'Ana Bell' })
  await user.keyboard('reed')
  await waitFor(() => expect(screen.queryByRole('option', { name: 'Ana Bell' })).toBeNull())
  expect(server.sought).toEqual(['', 'reed'])
  await user.keyboard('{ArrowDown}{Enter}')
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Head' }).value).toBe('Ben Reed')
  // The chosen name is not a search.
  expect(server.sought).toEqual(['', 'reed'])
  await press('Save desk')
  await waitFor(() => expect(server.desk().head?.name).toBe('Ben Reed'))
})

test('a select says that there are no results only after the server has answered', async () => {
  const { server, user } = await openDesk('/desks/d1?tab=people')
  await user.click(await screen.findByRole('combobox', { name: 'Head' }))
  await user.keyboard('zz')
  await screen.findByText('No results')
  await user.keyboard('z')
  expect(screen.getByText('Looking…')).toBeDefined()
  await screen.findByText('No results')
  expect(server.sought).toEqual(['', 'zz', 'zzz'])
})
