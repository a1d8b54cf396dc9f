import { TextInput } from '@mantine/core'
import { queryOptions } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import { listSpec } from '@verbatim/contract/list.ts'
import { z } from 'zod'
import { defineEditor, type EditorDefinition } from '#editor/define-editor.ts'
import { defineRemoval } from '#editor/define-removal.tsx'
import { EditorScreen, NewScreen } from '#editor/EditorDialog.tsx'
import { EntitySelect } from '#editor/EntitySelect.tsx'
import type { Entity, EntitySource } from '#lists/entities.ts'
import { drawPages } from './draw-pages.tsx'

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
  question: string
  answer: string
}

/** A server with one desk and some people. */
function openServer() {
  let desk: Desk = { id: 'd1', version: 1, name: 'Sales', place: 'Oslo', head: undefined }
  const sought: string[] = []
  return {
    sought,
    refusal: undefined as Failure | undefined,
    /** Delays reads. */
    delay: undefined as Promise<void> | undefined,
    /** Delays the answer to a save. */
    answersAt: undefined as Promise<void> | undefined,
    desk: () => desk,
    async read() {
      await this.delay
      return desk
    },
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
    query: (_api, id) => queryOptions({ queryKey: ['desks', 'one', id], queryFn: () => server.read() }),
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
    changed: 'group.changed',
    fieldOf: ({ code }) => (code === 'group.name-taken' ? 'name' : undefined),
    save: async ({ base, values: { head } }, body) => {
      await server.answersAt
      return { saved: server.change({ ...body, head }, base?.version) }
    },
    removal: defineRemoval<Desk, { people: number }>({
      verb: 'Delete',
      isTyped: true,
      effect: async () => ({ people: 3 }),
      Effect: ({ effect }) => <p>{effect.people} people leave it.</p>,
      remove: async () => undefined,
    }),
  })
}

interface OpenOptions extends Partial<EditorDefinition<DeskTypes>> {
  readonly server?: Server
  readonly viewer?: string
}

/** Renders the list of desks and their editor, and opens the dialog at this address. */
export async function openDesk(
  path: string,
  { server = openServer(), viewer = 'v', ...changed }: OpenOptions = {},
) {
  const editor: EditorDefinition<DeskTypes> = { ...deskEditor(server), ...changed }
  const { queryClient, router, user } = drawPages(
    {
      '/desks': () => <h1>Desks</h1>,
      '/desks/new': () => <NewScreen of={editor} />,
      '/desks/$id': () => <EditorScreen of={editor} />,
      '/other': () => <h1>Other</h1>,
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
  /** The last button, because the dialog's close icon comes first. */
  const press = async (name: string) =>
    user.click((await screen.findAllByRole('button', { name })).at(-1) as HTMLElement)
  const arrive = () => queryClient.invalidateQueries({ queryKey: ['desks'] })
  return { server, user, router, write, press, arrive, at: () => router.state.location }
}
