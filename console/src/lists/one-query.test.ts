import { QueryClient } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { getIntegrationAccount } from '@verbatim/contract/integration-accounts.ts'
import { getCognitiveEvent } from '@verbatim/contract/cognitive-events.ts'
import { groupCalls } from '@verbatim/contract/groups.ts'
import { expect, test } from 'vitest'
import { oneQuery } from './one-query.ts'

const id = '019aa000-0000-7000-8000-000000000001'

const groupQuery = oneQuery(['groups'], groupCalls.get)

/** Answers with a group, and records the calls. */
function answering() {
  const asked: unknown[] = []
  const api = (async (_: unknown, call: object, signal?: AbortSignal) => {
    asked.push({ ...call, canStop: signal instanceof AbortSignal })
    return { id, name: 'North' }
  }) as unknown as Api
  return { api, asked, queries: new QueryClient({ defaultOptions: { queries: { retry: false } } }) }
}

test('a thing is read by its id, and the read can be cancelled', async () => {
  const { api, asked, queries } = answering()
  expect(await queries.fetchQuery(groupQuery(api, id))).toEqual({ id, name: 'North' })
  expect(asked).toEqual([{ params: { id }, canStop: true }])
})

test('a change of the slice invalidates it', async () => {
  const { api, queries } = answering()
  await queries.fetchQuery(groupQuery(api, id))
  await queries.invalidateQueries({ queryKey: ['contacts'] })
  expect(queries.getQueryState(['groups', 'one', id])?.isInvalidated).toBe(false)
  await queries.invalidateQueries({ queryKey: ['groups'] })
  expect(queries.getQueryState(['groups', 'one', id])?.isInvalidated).toBe(true)
})

test('an invalid id is not found, without a call', async () => {
  const { api, asked, queries } = answering()
  await expect(queries.fetchQuery(groupQuery(api, 'north'))).rejects.toMatchObject({
    code: 'group.not-found',
  })
  expect(asked).toEqual([])
})

test('parameters besides the id are sent with the call', async () => {
  const { api, asked, queries } = answering()
  const ahead = oneQuery(['ahead'], getCognitiveEvent, { query: { ahead: 'true' } })
  const account = oneQuery(['accounts'], getIntegrationAccount, { params: { type: 'sms' } })
  await queries.fetchQuery(ahead(api, id))
  await queries.fetchQuery(account(api, id))
  expect(asked).toMatchObject([{ params: { id }, query: { ahead: 'true' } }, { params: { id, type: 'sms' } }])
  // The compiler refuses what the call does not know, and a call without what it needs.
  // @ts-expect-error -- misspelt
  oneQuery(['ahead'], getCognitiveEvent, { query: { ahaed: 'true' } })
  // @ts-expect-error -- no channel has this name
  oneQuery(['accounts'], getIntegrationAccount, { params: { type: 'pigeon' } })
  // @ts-expect-error -- without the channel
  oneQuery(['accounts'], getIntegrationAccount)
  // @ts-expect-error -- the call has no query
  oneQuery(['groups'], groupCalls.get, { query: {} })
})
