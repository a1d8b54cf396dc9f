// @vitest-environment happy-dom
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import { failures } from '@verbatim/contract/errors.ts'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { drawPages } from '#testing/draw-pages.tsx'
import { PageForm } from './PageForm.tsx'
import { type PageFormDefinition, usePageForm } from './use-page-form.ts'

interface Office {
  readonly version: number
  readonly name: string
  readonly city: string
  readonly changed: { readonly by: string; readonly at: string }
}
type Values = Pick<Office, 'name' | 'city'>

const Body = z.object({
  name: z.string().min(1, 'Field cannot be empty.'),
  city: z.string(),
  expectedVersion: z.number(),
})

/** A server with one office. */
function openServer() {
  let office: Office = {
    version: 1,
    name: 'Head office',
    city: 'Oslo',
    changed: { by: 'Ana Bell', at: '2026-03-01T12:00:00Z' },
  }
  return {
    sent: [] as z.infer<typeof Body>[],
    refusal: undefined as Failure | undefined,
    /** Delays the answer to a save. */
    answersAt: Promise.resolve(),
    office: () => office,
    async save(body: z.infer<typeof Body>) {
      this.sent.push(body)
      await this.answersAt
      if (this.refusal) throw this.refusal
      const { expectedVersion, ...values } = body
      if (expectedVersion !== office.version)
        throw new Failure('organization.changed', failures['organization.changed'])
      return this.change(values)
    },
    change(values: Partial<Values>) {
      office = { ...office, ...values, version: office.version + 1 }
      return office
    },
  }
}
type Server = ReturnType<typeof openServer>

const officeForm = (server: Server) => {
  const query = () => ({ queryKey: ['office'], queryFn: async () => server.office() })
  return {
    toValues: ({ name, city }) => ({ name, city }),
    schema: Body,
    // Names are saved without the spaces around them.
    toBody: ({ name, city }, { version }) => ({ name: name.trim(), city, expectedVersion: version }),
    isSame: (one, other) => one.name.trim() === other.name.trim() && one.city === other.city,
    wordsOf: ({ name, city }) => ({ Name: name, City: city }),
    query,
    save: (_, body) => server.save(body),
    changed: 'organization.changed',
    fieldOf: ({ code }) => (code === 'unavailable' ? undefined : code === 'group.name-taken' ? 'name' : ''),
    failed: 'The office was not saved',
  } satisfies PageFormDefinition<Office, Values, z.infer<typeof Body>> & { query: unknown }
}

interface Options {
  server?: Server
  canEdit?: boolean
  onSaved?: (saved: Office) => unknown
}

async function open({ server = openServer(), ...options }: Options = {}) {
  const definition = officeForm(server)
  function OfficeScreen() {
    const { data } = useQuery({ ...definition.query(), initialData: server.office })
    const editing = usePageForm(definition, data, options)
    return (
      <PageForm editing={editing} thing="this office" guarded="office">
        <TextInput label="Name" {...editing.field('name')} />
        <TextInput label="City" {...editing.field('city')} />
        <Button type="submit">Save office</Button>
        <output>{editing.isSaving ? 'saving' : editing.isDirty ? 'written' : 'saved'}</output>
        <Button onClick={editing.discard}>Discard</Button>
        <p aria-label="Bar">{editing.isSaved ? 'Saved' : editing.written.join(', ')}</p>
      </PageForm>
    )
  }
  const { queryClient, router, user } = drawPages(
    { '/office': OfficeScreen, '/other': () => <h1>Other</h1>, '/sign-in': () => <h1>Sign in</h1> },
    { at: '/office' },
  )
  await screen.findByLabelText('Name')
  const write = async (label: string, text: string) => {
    await user.clear(screen.getByLabelText(label))
    if (text) await user.type(screen.getByLabelText(label), text)
  }
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  const arrive = () => queryClient.invalidateQueries({ queryKey: ['office'] })
  const go = (to: string) => router.navigate({ to } as never)
  return { server, user, write, press, arrive, go, at: () => router.state.location.pathname }
}

afterEach(cleanup)

const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
const state = () => screen.getByRole('status').textContent

test('a newer version shows at once if there is no input', async () => {
  const { server, arrive } = await open()
  server.change({ city: 'Bergen' })
  await arrive()
  await waitFor(() => expect(valueOf('City')).toBe('Bergen'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a newer version over unsaved changes names its author and the differences; keeping mine saves both', async () => {
  const { server, write, arrive, press } = await open()
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
  const { server, write, arrive, press } = await open()
  await write('Name', 'Main office')
  server.change({ city: 'Bergen' })
  await arrive()
  await press('Discard my changes')
  expect([valueOf('Name'), valueOf('City')]).toEqual(['Head office', 'Bergen'])
  expect(state()).toBe('saved')
})

test('a save after another user’s loses nothing: the newer version is fetched and shown', async () => {
  const { server, write, press } = await open()
  await write('Name', 'Main office')
  server.change({ city: 'Bergen' })
  await press('Save office')
  expect((await screen.findByRole('alert')).textContent).toContain('City: Oslo → Bergen')
  expect(valueOf('Name')).toBe('Main office')
})

test('an error of the schema is shown at its field, which gets the focus, and nothing is sent', async () => {
  const { server, write, press } = await open()
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
  const { server, write, press } = await open()
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
  const { server, write, press } = await open()
  await write('Name', 'North')
  server.refusal = new Failure('session.expired')
  await press('Save office')
  await waitFor(() => expect(server.sent).toHaveLength(1))
  await waitFor(() => expect(state()).toBe('written'))
  await expect(screen.findByRole('alert', {}, { timeout: 200 })).rejects.toThrow()
  expect(screen.queryByText('The office was not saved')).toBeNull()
})

test('changed fields are named until they are saved; after a save, "Saved" is shown until the next change', async () => {
  const { write, press } = await open()
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
  const { server, write, user, go, at } = await open()
  await write('Name', ' Head office ')
  expect(state()).toBe('saved')
  await user.type(screen.getByLabelText('Name'), '{Enter}')
  expect(server.sent).toEqual([])
  await go('/other')
  expect(at()).toBe('/other')
})

test('after a save the form shows the server’s values, and the caller is notified', async () => {
  const kept: Office[] = []
  const { server, write, press } = await open({ onSaved: (saved) => kept.push(saved) })
  await write('Name', '  Main office ')
  await press('Save office')
  await waitFor(() => expect(valueOf('Name')).toBe('Main office'))
  expect(state()).toBe('saved')
  expect(kept).toEqual([server.office()])
})

test('leaving asks first if there is unsaved input, but not while it is saved', async () => {
  const { server, write, press, go, at } = await open()
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
  cleanup()

  const again = await open({ server })
  await again.write('Name', 'Main office')
  server.answersAt = new Promise(() => undefined)
  await again.press('Save office')
  await waitFor(() => expect(server.sent).toHaveLength(1))
  void again.go('/other')
  await waitFor(() => expect(again.at()).toBe('/other'))
})

test('discarding shows the saved values again; users without permission cannot write', async () => {
  const { write, press } = await open()
  await write('City', 'Bergen')
  await press('Discard')
  expect(valueOf('City')).toBe('Oslo')
  cleanup()
  await open({ canEdit: false })
  expect(screen.getByLabelText<HTMLInputElement>('Name').disabled).toBe(true)
})
