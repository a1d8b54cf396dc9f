import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import { failures } from '@verbatim/contract/errors.ts'
import { z } from 'zod'
import { PageForm } from '#editor/PageForm.tsx'
import { type PageFormDefinition, usePageForm } from '#editor/use-page-form.ts'
import { drawPages } from './draw-pages.tsx'

export interface Office {
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

export interface OfficeOptions {
  server?: Server
  canEdit?: boolean
  viewer?: string
  onSaved?: (saved: Office) => unknown
  onRefused?: (failure: Failure) => boolean
}

/** Renders the form of an office. */
export async function openOffice({ server = openServer(), viewer = 'v', ...options }: OfficeOptions = {}) {
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
    { at: '/office', viewer: { id: viewer, permissions: new Set() } },
  )
  await screen.findByLabelText('Name')
  const write = async (label: string, text: string) => {
    await user.clear(screen.getByLabelText(label))
    if (text) await user.type(screen.getByLabelText(label), text)
  }
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  const arrive = () => queryClient.invalidateQueries({ queryKey: ['office'] })
  const go = (to: string) => router.navigate({ to } as never)
  /** As when the session ends, and not by signing out. */
  const expire = () => router.navigate({ to: '/sign-in', search: { ended: 'expired' } } as never)
  return { server, user, write, press, arrive, go, expire, at: () => router.state.location.pathname }
}
