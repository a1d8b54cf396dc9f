import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLog } from '#platform/log.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import type { TestDatabase } from '#testing/database.ts'
import { openServer } from './server.ts'

let database: TestDatabase
useTestDatabase((opened) => {
  database = opened
})

let app: FastifyInstance
beforeEach(async () => {
  app = await openServer({
    log: silentLog,
    idempotencyDb: database.db,
    trustedProxies: 0,
    now: () => new Date(),
    checksAnswers: true,
    connections: 8,
  })
  app.post('/things', ({ body }) => ({ read: body }))
})
afterEach(() => app.close())

async function post(payload: string) {
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  const answer = await app.inject({ method: 'POST', url: '/things', headers, payload })
  return [answer.statusCode, answer.json()] as const
}

test('a body that has a field twice is refused, because readers differ in which of the two counts', async () => {
  for (const body of ['{"role":"none","role":"admin"}', String.raw`{"a":[{"role":1,"r\u006fle":2}]}`]) {
    const [status, { code, message }] = await post(body)
    expect([status, code, message]).toEqual([
      400,
      'request.invalid',
      'An object in the body has a field twice.',
    ])
  }
  expect(await post('{"a":{"a":"a:a"}}')).toEqual([200, { read: { a: { a: 'a:a' } } }])
})

test.each(['', '{', '{"a":1}}', '{"__proto__":{"a":1}}', '{"constructor":{"prototype":{}}}', '{"a":NaN}'])(
  'the body %j is refused',
  async (body) => {
    const [status, { code }] = await post(body)
    expect([status, code]).toEqual([400, 'request.invalid'])
  },
)
