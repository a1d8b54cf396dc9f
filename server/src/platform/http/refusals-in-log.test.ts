import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { z } from 'zod'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Failure } from '#kernel/failure.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import type { TestDatabase } from '#testing/database.ts'
import { openServer } from './server.ts'

let database: TestDatabase
useTestDatabase((opened) => {
  database = opened
})

interface Line {
  readonly reqId: string
  readonly level: number
  readonly refusedAs?: string
  readonly status?: number
  readonly route?: string
}

let app: FastifyInstance
let lines: string[]
beforeEach(async () => {
  lines = []
  app = await openServer({
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    idempotencyDb: database.db,
    trustedProxies: 0,
    now: () => new Date(),
    checksAnswers: true,
    connections: 8,
  })
  app.get('/things/:id', ({ query }) => {
    const { as, text } = query as Record<string, string>
    if (as === 'parsed') z.object({ name: z.enum(['a']) }).parse({ name: text })
    throw as === 'broken' ? Object.assign(new Error('failed'), { code: as }) : error(as ?? '')
  })
})
afterEach(() => app.close())

const error = (as: string) =>
  /^\d/.test(as)
    ? Object.assign(new Error('of the database'), { code: as })
    : new Failure(as as 'unavailable')

test.each([
  ['access.denied', 403, 30],
  ['session.missing', 401, 30],
  ['group.not-found', 404, 30],
  ['parsed', 400, 30],
  ['unavailable', 503, 40],
  ['25006', 503, 40],
  ['57014', 503, 40],
  ['22P02', 400, 50],
  ['22012', 500, 50],
  ['22023', 500, 50],
  ['broken', 500, 50],
])('%s: the id of the answer leads to a line of the log', async (as, status, level) => {
  const answer = await app.inject({ url: `/things/7?as=${as}&text=Confidential`, remoteAddress: '192.0.2.1' })
  expect(answer.statusCode).toBe(status)
  const { requestId } = answer.json<{ requestId: string }>()
  expect(answer.headers['x-request-id']).toBe(requestId)
  if (status === 503) expect(answer.headers['retry-after']).toBe('2')
  const found = lines.map((line) => JSON.parse(line) as Line).filter(({ reqId }) => reqId === requestId)
  expect(found).toMatchObject([{ level }])
  if (level === 30) expect(found).toMatchObject([{ status, route: '/things/:id' }])
  expect(lines.join('')).not.toContain('Confidential')
})

test('what the database cannot read is refused without its words', async () => {
  const answer = await app.inject('/things/7?as=22P02')
  expect(answer.json()).toMatchObject({ code: 'request.invalid', message: 'The request is not valid.' })
})

test('an address that does not exist has its line, too, without the address', async () => {
  const answer = await app.inject({ url: '/Confidential' })
  expect(lines.map((line) => JSON.parse(line) as Line)).toMatchObject([
    { reqId: answer.json<{ requestId: string }>().requestId, refusedAs: 'request.not-found', status: 404 },
  ])
  expect(lines.join('')).not.toContain('Confidential')
})
