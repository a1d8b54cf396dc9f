import { QueryClient } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { Failure } from '@verbatim/client/failure.ts'
import { expect, test } from 'vitest'
import { foundQuery } from './entities.ts'
import { ownerSource } from './owner-options.ts'
import { authorSource, groupSource, nameOption, nameQuery, visibleGroupSource } from './sought-options.ts'

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
