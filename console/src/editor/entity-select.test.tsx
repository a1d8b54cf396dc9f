// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { Entity, EntitySource } from '#lists/entities.ts'
import { drawPages } from '#testing/draw-pages.tsx'
import { EntitiesSelect, EntitySelect } from './EntitySelect.tsx'
import { noPeopleChange, type PeopleChange } from './people-change.ts'
import { PeopleEditor } from './PeopleEditor.tsx'

const all = ['Ana Bell', 'Ben Reed', 'Cy Holt'].map((name, at) => ({
  id: `p${at}`,
  name,
  detail: `${name.slice(0, 2).toLowerCase()}@x.example`,
}))
const findIn = (people: typeof all, text: string) =>
  people.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))

/** A server with two results per page. */
const source: EntitySource<Entity> = {
  key: ['people'],
  find: async (_api, text) => {
    const found = findIn(all, text)
    return { items: found.slice(0, 2), total: found.length }
  },
}

async function open(Content: () => ReactNode) {
  const { user } = drawPages({ '/': Content })
  await screen.findByRole('combobox')
  return user
}

afterEach(cleanup)

const box = () => screen.getByRole<HTMLInputElement>('combobox')

test('several can be chosen with separate searches, and stay chosen when the next search does not find them', async () => {
  const chosen: string[][] = []
  function Several() {
    const [value, setValue] = useState<readonly Entity[]>([])
    const choose = (next: readonly Entity[]) => {
      chosen.push(next.map(({ name }) => name))
      setValue(next)
    }
    return <EntitiesSelect label="People" source={source} value={value} onChange={choose} />
  }
  const user = await open(Several)
  await user.click(box())
  await user.keyboard('holt')
  await user.click(await screen.findByRole('option', { name: /^Cy Holt/ }))
  await user.clear(box())
  await user.type(box(), 'reed')
  await waitFor(() => expect(screen.queryByRole('option', { name: /^Cy Holt/ })).toBeNull())
  await user.click(await screen.findByRole('option', { name: /^Ben Reed/ }))
  expect(chosen.at(-1)).toEqual(['Cy Holt', 'Ben Reed'])
})

test('a select says how many it does not list, and excludes options that cannot be chosen', async () => {
  const user = await open(() => (
    <EntitySelect
      label="Head"
      source={source}
      value={undefined}
      without={({ id }) => id === 'p0'}
      onChange={() => undefined}
    />
  ))
  await screen.findByText('The first 2 are listed. Type to find the other 1.')
  await user.click(box())
  await screen.findByRole('option', { name: /^Ben Reed/ })
  expect(screen.queryByRole('option', { name: /^Ana Bell/ })).toBeNull()
})

test('people are added and removed by name, and nothing is saved before the editor is saved', async () => {
  const changes: PeopleChange[] = []
  function Members() {
    const [value, setValue] = useState(noPeopleChange)
    const change = (next: PeopleChange) => {
      changes.push(next)
      setValue(next)
    }
    return (
      <PeopleEditor
        noun="members"
        canEdit
        change={value}
        onChange={change}
        source={{
          key: ['members'],
          find: async (_api, { within, search }) => {
            const items = findIn(within ? all.slice(0, 1) : all.slice(1), search)
            return { items, total: items.length }
          },
        }}
      />
    )
  }
  const user = await open(Members)
  await user.click(box())
  await user.keyboard('cy')
  await user.click(await screen.findByRole('option', { name: /^Cy Holt/ }))
  // The field is empty for the next choice.
  await waitFor(() => expect(box().value).toBe(''))
  expect(screen.getByRole('list', { name: 'members to be added' }).textContent).toContain('Cy Holt')
  await user.click(await screen.findByRole('button', { name: 'Remove Ana Bell' }))
  const { added = [], removed = [] } = changes.at(-1) ?? {}
  expect([added.map(({ id }) => id), removed.map(({ id }) => id)]).toEqual([['p2'], ['p0']])
  await user.click(screen.getByRole('button', { name: 'Keep Ana Bell' }))
  await user.click(screen.getByRole('button', { name: 'Do not add' }))
  expect(changes.at(-1)).toEqual(noPeopleChange)
})

test('a select reports a failed search, and does not show it as no results', async () => {
  const failing: EntitySource<Entity> = {
    key: ['people'],
    find: async (api, text, signal) => {
      if (text === 'holt') throw new Error('The server is away')
      return source.find(api, text, signal)
    },
  }
  const user = await open(() => (
    <EntitySelect label="Head" source={failing} value={undefined} onChange={() => undefined} />
  ))
  await user.type(box(), 'holt')
  await screen.findByText('The search failed. Type again to retry.')
  await user.clear(box())
  await user.type(box(), 'zzz')
  await screen.findByText('No results')
})
