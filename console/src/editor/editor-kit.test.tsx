// @vitest-environment happy-dom
import { TextInput } from '@mantine/core'
import { queryOptions } from '@tanstack/react-query'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import { listSpec } from '@verbatim/contract/list.ts'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { drawPages } from '#testing/draw-pages.tsx'
import { defineEditor } from './define-editor.ts'
import { defineRemoval } from './define-removal.tsx'
import { EditorScreen, NewScreen } from './EditorDialog.tsx'
import { EntitySelect } from './EntitySelect.tsx'
import type { Entity, EntitySource } from '#lists/entities.ts'

interface Desk {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly place: string
  readonly head: Entity | undefined
}

interface DeskTypes {
  thing: Desk
  values: Omit<Desk, 'id' | 'version'>
  body: { name: string; place: string }
}

/** A server with one desk and some people. */
function openServer() {
  let desk: Desk = { id: 'd1', version: 1, name: 'Sales', place: 'Oslo', head: undefined }
  const sought: string[] = []
  return {
    sought,
    refusal: undefined as Failure | undefined,
    desk: () => desk,
    change(change: Partial<Desk>, expectedVersion = desk.version) {
      if (this.refusal) throw this.refusal
      if (expectedVersion !== desk.version) throw new Failure('group.changed')
      desk = { ...desk, ...change, version: desk.version + 1 }
      return desk
    },
    find(text: string): readonly Entity[] {
      sought.push(text)
      const people = ['Ana Bell', 'Ben Reed', 'Cy Holt'].map((name, at) => ({ id: `p${at}`, name }))
      return people.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
    },
  }
}
type Server = ReturnType<typeof openServer>

const list = listSpec({ fields: { name: { type: 'text', sort: true } }, defaultSort: 'name' })

function deskEditor(server: Server) {
  const people: EntitySource<Entity> = {
    key: ['people'],
    find: async (_api, text) => ({ items: server.find(text) }),
  }
  return defineEditor<DeskTypes>({
    noun: 'desk',
    nameOf: ({ name }) => name,
    place: { list, path: '/desks' },
    slice: 'desks',
    query: (_api, id) => queryOptions({ queryKey: ['desks', 'one', id], queryFn: () => server.desk() }),
    manage: 'groups.manage',
    tabs: [
      {
        id: 'details',
        label: 'Details',
        fields: ['name', 'place'],
        Content: ({ editor: { form, values } }) => (
          <>
            <TextInput label="Name" {...form.getInputProps('name')} value={values.name} />
            <TextInput label="Place" {...form.getInputProps('place')} value={values.place} />
          </>
        ),
      },
      {
        id: 'people',
        label: 'People',
        Content: ({ editor: { form, values } }) => (
          <EntitySelect label="Head" source={people} {...form.getInputProps('head')} value={values.head} />
        ),
      },
    ],
    blank: { name: '', place: '', head: undefined },
    toValues: ({ name, place, head }) => ({ name, place, head }),
    schema: z.object({ name: z.string().min(1, 'Field cannot be empty.'), place: z.string() }),
    wordsOf: ({ name, place, head }) => ({ Name: name, Place: place, Head: head?.name ?? '' }),
    isKept: true,
    changed: 'group.changed',
    fieldOf: ({ code }) => (code === 'group.name-taken' ? 'name' : undefined),
    save: async ({ base, values: { head } }, body) => ({
      saved: server.change({ ...body, head }, base?.version),
    }),
    removal: defineRemoval<Desk, { people: number }>({
      verb: 'Delete',
      noun: 'desk',
      nameOf: ({ name }) => name,
      isTyped: true,
      slice: 'desks',
      effect: async () => ({ people: 3 }),
      Effect: ({ effect }) => <p>{effect.people} people leave it.</p>,
      remove: async () => undefined,
    }),
  })
}

async function open(path: string, server = openServer(), viewer = 'v') {
  const editor = deskEditor(server)
  const { queryClient, router, user } = drawPages(
    {
      '/desks': () => <h1>Desks</h1>,
      '/desks/new': () => <NewScreen of={editor} />,
      '/desks/$id': () => <EditorScreen of={editor} />,
      '/sign-in': () => <h1>Sign in</h1>,
    },
    {
      at: path,
      api: () => Promise.reject(new Error('The kit calls no endpoint by itself')),
      viewer: { id: viewer, permissions: new Set(['groups.manage']) },
    },
  )
  await screen.findByRole('dialog')
  const write = async (label: string, text: string) => {
    await user.clear(await screen.findByLabelText(label))
    if (text) await user.type(screen.getByLabelText(label), text)
  }
  /** The last one: the cross of a dialog comes first. */
  const press = async (name: string) =>
    user.click((await screen.findAllByRole('button', { name })).at(-1) as HTMLElement)
  const arrive = () => queryClient.invalidateQueries({ queryKey: ['desks'] })
  return { server, user, router, write, press, arrive, at: () => router.state.location }
}

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

test('a newer version shows at once where nothing is written', async () => {
  const { server, arrive } = await open('/desks/d1')
  await waitFor(() => expect(valueOf('Place')).toBe('Oslo'))
  server.change({ place: 'Bergen' })
  await arrive()
  await waitFor(() => expect(valueOf('Place')).toBe('Bergen'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a newer version over unsaved changes shows the difference; keeping mine merges both and saves', async () => {
  const { server, write, arrive, press, at } = await open('/desks/d1')
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
  const { server, write, arrive, press } = await open('/desks/d1')
  await write('Name', 'Trading')
  server.change({ place: 'Bergen' })
  await arrive()
  await press('Discard my changes')
  expect([valueOf('Name'), valueOf('Place')]).toEqual(['Sales', 'Bergen'])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save desk' }).disabled).toBe(true)
})

test('unsaved input is restored once for the same user after the session ended', async () => {
  const { server, write, router } = await open('/desks/d1')
  await write('Name', 'Trading')
  await router.navigate({ to: '/sign-in' as '/', search: { ended: true } as never })
  await screen.findByRole('heading', { name: 'Sign in' })
  server.change({ place: 'Bergen' })
  cleanup()

  await open('/desks/d1', server)
  await waitFor(() => expect(valueOf('Name')).toBe('Trading'))
  expect((await screen.findByRole('alert')).textContent).toContain('Place: Oslo → Bergen')
  cleanup()

  await open('/desks/d1', server)
  await waitFor(() => expect(valueOf('Name')).toBe('Sales'))
})

test('unsaved input is not kept for another user, nor after signing out', async () => {
  const first = await open('/desks/d1')
  await first.write('Name', 'Trading')
  await first.router.navigate({ to: '/sign-in' as '/', search: { ended: true } as never })
  await screen.findByRole('heading', { name: 'Sign in' })
  cleanup()
  const second = await open('/desks/d1', openServer(), 'someone-else')
  await waitFor(() => expect(valueOf('Name')).toBe('Sales'))
  await second.write('Name', 'Broking')
  await second.router.navigate({ to: '/sign-in' as '/' })
  await screen.findByRole('heading', { name: 'Sign in' })
  cleanup()
  await open('/desks/d1', openServer(), 'someone-else')
  await waitFor(() => expect(valueOf('Name')).toBe('Sales'))
})

test('a save that was overtaken loses nothing: the newer version is fetched and shown', async () => {
  const { server, write, press } = await open('/desks/d1')
  await write('Name', 'Trading')
  server.change({ place: 'Bergen' })
  await press('Save desk')
  expect((await screen.findByRole('alert')).textContent).toContain('Place: Oslo → Bergen')
  expect(valueOf('Name')).toBe('Trading')
})

test('leaving asks first if there is unsaved input, but not between the tabs of one editor', async () => {
  const { write, press, user, router, at } = await open('/desks/d1')
  await write('Name', 'Trading')
  await router.navigate({ to: '/desks/d1', search: { tab: 'people' } } as never)
  await screen.findByRole('combobox', { name: 'Head' })
  expect(screen.queryByText('Discard your changes?')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await screen.findByText('Discard your changes?')
  expect(at().pathname).toBe('/desks/d1')
  await press('Discard changes')
  await waitFor(() => expect(at().pathname).toBe('/desks'))
})

test('closing does not ask without unsaved input', async () => {
  const { press, at } = await open('/desks/d1')
  await waitFor(() => expect(valueOf('Name')).toBe('Sales'))
  await press('Close')
  await waitFor(() => expect(at().pathname).toBe('/desks'))
})

test('an error of the schema is shown at its field, which gets the focus, also from another tab', async () => {
  const { press, at } = await open('/desks/new?tab=people')
  await screen.findByRole('combobox', { name: 'Head' })
  await press('Create desk')
  const name = await screen.findByLabelText<HTMLInputElement>('Name')
  await waitFor(() => expect(document.activeElement).toBe(name))
  expect(screen.getByText('Field cannot be empty.')).toBeDefined()
  expect(at().search).toEqual({})
})

test('a failure about a field is shown beside it until the field changes; any other is a toast', async () => {
  const { server, write, press } = await open('/desks/d1')
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
  const { press, user, at } = await open('/desks/d1')
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

test('a select searches the server after typing stops, and works by keyboard', async () => {
  const { server, user, press } = await open('/desks/d1?tab=people')
  await user.click(await screen.findByRole('combobox', { name: 'Head' }))
  await screen.findByRole('option', { name: 'Ana Bell' })
  await user.keyboard('reed')
  await waitFor(() => expect(screen.queryByRole('option', { name: 'Ana Bell' })).toBeNull())
  expect(server.sought).toEqual(['', 'reed'])
  await user.keyboard('{ArrowDown}{Enter}')
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Head' }).value).toBe('Ben Reed')
  // The chosen name is no question.
  expect(server.sought).toEqual(['', 'reed'])
  await press('Save desk')
  await waitFor(() => expect(server.desk().head?.name).toBe('Ben Reed'))
})

test('a select says that nothing is found only once the server has answered', async () => {
  const { server, user } = await open('/desks/d1?tab=people')
  await user.click(await screen.findByRole('combobox', { name: 'Head' }))
  await user.keyboard('zz')
  await screen.findByText('No results')
  await user.keyboard('z')
  expect(screen.getByText('Looking…')).toBeDefined()
  await screen.findByText('No results')
  expect(server.sought).toEqual(['', 'zz', 'zzz'])
})
