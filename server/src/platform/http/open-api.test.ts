import { Validator } from '@seriousme/openapi-schema-validator'
import { endpoint } from '@verbatim/contract/endpoint.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Failure } from '#kernel/failure.ts'
import { silentLog } from '#platform/log.ts'
import { checkAnswers } from '#testing/answers.ts'
import { contractEndpoints } from '#testing/contract-endpoints.ts'
import { useTestWorld } from '#testing/test-world.ts'
import { ask } from '#testing/caller.ts'
import type { World } from '#testing/world.ts'
import type { ApiDescription } from './open-api.ts'
import { route } from './route.ts'
import { openServer } from './server.ts'

let world: World
let api: ApiDescription
useTestWorld(async (opened) => {
  world = opened
  const answer = await ask(world.app, { url: '/openapi.json', headers: { host: 'localhost' } })
  expect(answer.status).toBe(200)
  api = answer.json
})

test('the description follows the rules of OpenAPI 3.1', async () => {
  const validator = new Validator()
  const result = await validator.validate({ ...structuredClone(api) })
  expect(result.errors).toBeUndefined()
  expect([result.valid, validator.version]).toEqual([true, '3.1'])
})

test('it contains every endpoint of the contract, with its parameters, body, answer and access', async () => {
  const endpoints = await contractEndpoints()
  expect(endpoints.length).toBeGreaterThan(100)
  for (const { method, path, access, query, body, file } of endpoints) {
    const operation = api.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as
      | {
          responses: Record<string, { content?: object }>
          requestBody?: object
          'x-access': string
          parameters: { name: string; in: string }[]
        }
      | undefined
    expect(operation, `${method} ${path}`).toBeDefined()
    expect(operation?.['x-access']).toBe(access)
    expect(operation?.requestBody !== undefined, `${method} ${path}`).toBe(body !== undefined)
    const asked = operation?.parameters.filter((one) => one.in === 'query') ?? []
    expect(asked.length > 0, `${method} ${path} names its parameters`).toBe(query !== undefined)
    const named = operation?.parameters.filter((one) => one.in === 'path').map(({ name }) => name)
    expect(named).toEqual([...path.matchAll(/:(\w+)/g)].map(([, name]) => name))
    const [answer] = Object.entries(operation?.responses ?? {}).filter(([status]) => Number(status) < 400)
    expect(Object.keys(answer?.[1].content ?? {})).toEqual([file ? '*/*' : 'application/json'])
  }
  const described = Object.values(api.paths).flatMap((operations) => Object.keys(operations))
  expect(described).toHaveLength(new Set(endpoints.map(({ method, path }) => `${method} ${path}`)).size)
})

test('a list describes its filters and sorts', () => {
  const list = api.paths['/bff/api/v1/messages']?.['get'] as
    | { parameters: { name: string; description?: string }[] }
    | undefined
  expect(list?.parameters.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['limit', 'skip', 'sort', 'filter', 'search']),
  )
  const filter = list?.parameters.find(({ name }) => name === 'filter')?.description
  expect(filter).toContain('`field[operator]:value`')
  expect(filter).toContain('`filter[field][operator]=value`')
})

test('an operation describes its own failures, by status and code', () => {
  const codesOf = (path: string, method: string, status: number) => {
    const { responses = {} } = (api.paths[path]?.[method] ?? {}) as { responses?: Record<string, object> }
    return JSON.stringify(responses[status] ?? {}).match(/(?<=")[a-z-]+\.[a-z-]+(?=")/g) ?? []
  }
  const topic = '/bff/api/v1/topic'
  expect(codesOf(topic, 'post', 409)).toEqual(
    expect.arrayContaining(['policy.name-taken', 'request.in-progress']),
  )
  expect(codesOf(topic, 'post', 400)).toContain('policy.bad-regex')
  expect(codesOf(topic, 'post', 403)).toContain('access.denied')
  expect(codesOf('/bff/api/v1/messages', 'get', 400)).toEqual(['request.bad-language', 'request.invalid'])
})

test('a request fails if its answer is not as described or the contract does not name its route', async () => {
  const app = await openServer({
    log: silentLog,
    idempotencyDb: world.ctx.db,
    connections: 8,
    trustedProxies: 0,
    now: () => new Date(),
    checksAnswers: false,
  })
  checkAnswers(app)
  const response = z.object({ name: z.string() })
  const answers: Record<string, unknown> = {
    right: { name: 'a' },
    more: { name: 'a', secret: 1 },
    wrong: { name: 1 },
  }
  const refusals = { named: ['group.name-taken'], unlisted: [] } as const
  for (const [name, answer] of Object.entries(answers))
    route(
      app,
      endpoint({ method: 'GET', path: `/bff/${name}`, response, access: 'anyone' }),
      () => answer as never,
    )
  for (const [name, own] of Object.entries(refusals))
    route(
      app,
      endpoint({ method: 'GET', path: `/bff/${name}`, response, access: 'anyone', failures: own }),
      () => {
        throw new Failure('group.name-taken')
      },
    )
  app.get('/bff/unnamed', () => ({}))
  const statusOf = async (name: string) => (await app.inject(`/bff/${name}`)).statusCode
  expect(await Promise.all(['right', 'more', 'wrong', 'unnamed'].map(statusOf))).toEqual([200, 500, 500, 500])
  expect(await Promise.all(Object.keys(refusals).map(statusOf))).toEqual([409, 500])
  await app.close()
})
