import { QueryClient } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { Failure } from '@verbatim/client/failure.ts'
import { messengerUsers } from '@verbatim/contract/users.ts'
import { expect, test } from 'vitest'
import { foundQuery, listSource } from './entities.ts'
import { enabledUsers, ownerSource } from './owner-options.ts'
import {
  authorSource,
  groupSource,
  nameOption,
  nameQuery,
  type OptionSource,
  visibleGroupSource,
  withAlso,
} from './sought-options.ts'

const id = '019aa000-0000-7000-8000-000000000001'

/** Gives every call the same answer, and records the calls. */
function answering(answer: unknown) {
  const asked: unknown[] = []
  const api = (async ({ path }: { path: string }, call: object) => {
    asked.push({ path, ...call })
    return answer
  }) as unknown as Api
  return { api, asked, queries: new QueryClient() }
}

test('a chosen id is shown with the server’s name for it', async () => {
  const { api, asked, queries } = answering({ id, name: 'North' })
  const data = await queries.fetchQuery(nameQuery(api, groupSource, id))
  expect(asked).toEqual([{ path: expect.stringContaining('/:id'), params: { id } }])
  expect(nameOption(id, { data, error: null })).toEqual({ value: id, label: 'North' })
})

test('an owner is shown with the full name', async () => {
  const { api, queries } = answering({ id, fullName: 'Sam Sund' })
  expect(await queries.fetchQuery(nameQuery(api, ownerSource, id))).toBe('Sam Sund')
})

test('a deleted value is shown as deleted; an ID is shown only if its name is unknown', () => {
  const label = (error: Error) => nameOption(id, { data: undefined, error }).label
  expect(label(new Failure('group.not-found'))).toBe('deleted')
  expect(label(new Failure('access.denied'))).toBe(id)
  expect(label(new Failure('network'))).toBe(id)
  expect(nameOption(id, { data: undefined, error: null }).label).toBe('…')
})

test('the server searches options, so that all can be found', async () => {
  const { api, asked, queries } = answering({ items: [{ id, name: 'North', memberCount: 3 }], total: 512 })
  expect(await queries.fetchQuery(foundQuery(api, groupSource, 'nor'))).toEqual({
    items: [{ id, name: 'North' }],
    total: 512,
  })
  await queries.fetchQuery(foundQuery(api, groupSource, ''))
  expect(asked).toEqual([
    expect.objectContaining({ query: expect.objectContaining({ search: 'name:nor' }) }),
    expect.objectContaining({ query: expect.not.objectContaining({ search: expect.anything() }) }),
  ])
})

test('visible groups and authors can be searched by text, and named by their ID', async () => {
  const { api, asked, queries } = answering({ items: [{ id, name: 'North' }], total: 1 })
  for (const source of [visibleGroupSource, authorSource]) {
    expect((await queries.fetchQuery(foundQuery(api, source, 'nor'))).items).toEqual([{ id, name: 'North' }])
    expect(await queries.fetchQuery(nameQuery(api, source, id))).toBe('North')
  }
  expect(asked.map((call) => (call as { query: object }).query)).toEqual([
    { limit: '50', search: 'name:nor' },
    { limit: '1', filter: `id[eq]:${id}` },
    { kind: 'author', search: 'nor' },
    { kind: 'author', id },
  ])
})

test('an author outside the reader’s scope is shown as deleted', async () => {
  const { api, queries } = answering({ items: [], total: 0 })
  const error = await queries.fetchQuery(nameQuery(api, authorSource, id)).catch((thrown: Error) => thrown)
  expect(nameOption(id, { data: undefined, error: error as Error }).label).toBe('deleted')
})

test('users to choose from are those who are not disabled, searched by name and email', async () => {
  const { api, asked, queries } = answering({ items: [{ id, fullName: 'Sam Sund' }], total: 1 })
  const source = listSource({ key: ['users'], call: messengerUsers.list, ...enabledUsers }, (user) => ({
    id: user.id,
    name: user.fullName,
  }))
  expect((await queries.fetchQuery(foundQuery(api, source, 'sam'))).items).toEqual([{ id, name: 'Sam Sund' }])
  expect(asked).toMatchObject([
    { query: { limit: '50', filter: 'status[in]:active|invited', search: 'displayNameEmail:sam' } },
  ])
})

test('an option that is none of the list is before its things, is found by its name, and is asked of no one', async () => {
  const { api, asked, queries } = answering({ items: [{ id, name: 'North' }], total: 7 })
  const source: OptionSource = withAlso(groupSource, { id: 'none', name: 'Nowhere' })
  const sought = (text: string) => queries.fetchQuery(foundQuery(api, source, text))
  expect(await sought('WHERE')).toEqual({
    items: [
      { id: 'none', name: 'Nowhere' },
      { id, name: 'North' },
    ],
    total: 8,
  })
  expect(await sought('nor')).toEqual({ items: [{ id, name: 'North' }], total: 7 })
  asked.length = 0
  expect(await queries.fetchQuery(nameQuery(api, source, 'none'))).toBe('Nowhere')
  expect(asked).toEqual([])
})
