import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { endpoint } from '@verbatim/contract/endpoint.ts'
import { TenantId } from '@verbatim/contract/ids.ts'
import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openApi, toPath } from './api.ts'
import { Failure } from './failure.ts'
import type { Session } from './session.ts'
import type { Environment } from './environment.ts'

const thing = z.object({ name: z.string() })
const getThing = endpoint({
  method: 'GET',
  path: '/things/:id',
  params: z.object({ id: z.string() }),
  query: z.object({ filter: z.string().optional(), days: z.number().optional() }),
  response: thing,
  access: 'signed-in',
})
const createThing = endpoint({
  method: 'POST',
  path: '/things',
  body: thing,
  response: thing,
  access: 'policies.manage',
})
const openThing = endpoint({ method: 'POST', path: '/open', body: thing, response: thing, access: 'anyone' })
const getFile = endpoint({
  method: 'GET',
  path: '/file',
  response: z.any(),
  access: 'signed-in',
  file: true,
})

interface Asked {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}
let asked: Asked[] = []
let answers: ((response: ServerResponse) => void)[] = []
let origin = ''
const server = createServer((request, response) => {
  void text(request).then((body) => {
    asked.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
    const answer = answers.shift() ?? ((to) => json(to, 200, { name: 'a thing' }))
    answer(response)
  })
})
function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
const refuse =
  (status: number, code: string, headers?: Record<string, string>) => (response: ServerResponse) =>
    json(response, status, { code, message: `${code}!`, details: { a: 1 }, requestId: 'r1' }, headers)

beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`
})
afterAll(() => void server.close())

let waits: number[] = []
let reported: string[] = []
beforeEach(() => {
  asked = []
  answers = []
  waits = []
  reported = []
})

const environment = {
  fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(input, init),
  wait: async (ms: number) => void waits.push(ms),
  chance: () => 0,
} as unknown as Environment

/** A session with numbered tokens instead of signed ones. */
const session = (renewals: (Error | undefined)[] = []): Session => {
  let number = 1
  return {
    tenantId: TenantId.parse('0197a000-0000-7000-8000-000000000001'),
    person: () => ({ id: 'user-1', email: '', name: '', role: 'none' }),
    accessToken: async () => `token-${number}`,
    renew: async (refused: string) => {
      reported.push(`renew ${refused}`)
      const failure = renewals.shift()
      if (failure) throw failure
      return `token-${++number}`
    },
    expire: () => void reported.push('expired'),
  } as unknown as Session
}
const open = (given: Session | undefined = session(), checksAnswers = true) =>
  openApi({ baseUrl: origin, session: given, environment, checksAnswers })

test('a read sends the user, the language, and its query', async () => {
  const answer = await open()(getThing, { params: { id: 'a/b ?' }, query: { filter: 'x[eq]:1,2&', days: 3 } })
  expect(answer).toEqual({ name: 'a thing' })
  expect(asked[0]).toMatchObject({
    method: 'GET',
    url: '/things/a%2Fb%20%3F?filter=x%5Beq%5D%3A1%2C2%26&days=3',
  })
  expect(asked[0]?.headers).toMatchObject({
    authorization: 'Bearer token-1',
    'x-tenant-id': '0197a000-0000-7000-8000-000000000001',
    'x-user-id': 'user-1',
    'x-language': 'en',
  })
  expect(asked[0]?.headers['idempotency-key']).toBeUndefined()
})

test('a write sends its body, and the same key in all repetitions', async () => {
  answers = [refuse(503, 'unavailable'), refuse(409, 'request.in-progress', { 'retry-after': '1' })]
  await open()(createThing, { body: { name: 'n' } })
  expect(asked).toHaveLength(3)
  expect(asked[0]).toMatchObject({ method: 'POST', body: '{"name":"n"}' })
  expect(asked[0]?.headers['content-type']).toBe('application/json')
  const keys = asked.map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(new Set(keys).size).toBe(1)
  expect(waits).toEqual([1000, 1000])
})

test('two calls have two keys', async () => {
  const api = open()
  await api(createThing, { body: { name: 'n' } })
  await api(createThing, { body: { name: 'n' } })
  expect(asked[0]?.headers['idempotency-key']).not.toBe(asked[1]?.headers['idempotency-key'])
})

test('a busy server is called three more times, after the stated time, and after at least 2^n seconds', async () => {
  answers = [
    refuse(429, 'request.too-many', { 'retry-after': '7' }),
    refuse(503, 'unavailable'),
    (response) => void response.socket?.destroy(),
    (response) => void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
  ]
  await expect(open()(getThing, { params: { id: '1' }, query: {} })).rejects.toMatchObject({
    code: 'unavailable',
    status: 502,
  })
  expect(asked).toHaveLength(4)
  expect(waits).toEqual([7000, 2000, 4000])
})

test.each([
  [504, 'gateway-timeout'],
  [505, 'version-not-supported'],
])('a proxy’s answer %i is the failure %s', async (status, code) => {
  answers = Array.from(
    { length: 4 },
    () => (response) =>
      void response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Proxy</h1>'),
  )
  await expect(open()(getThing, { params: { id: '1' }, query: {} })).rejects.toMatchObject({ code, status })
})

test.each([400, 403, 404, 409, 422, 500])('a refusal of status %i is not repeated', async (status) => {
  answers = [refuse(status, 'request.invalid')]
  await expect(open()(getThing, { params: { id: '1' }, query: {} })).rejects.toMatchObject({
    code: 'request.invalid',
    message: 'request.invalid!',
    status,
    details: { a: 1 },
    requestId: 'r1',
  })
  expect(asked).toHaveLength(1)
})

test('a write that needs no session is made once, without a token', async () => {
  answers = [refuse(503, 'unavailable')]
  await expect(open()(openThing, { body: { name: 'n' } })).rejects.toMatchObject({ code: 'unavailable' })
  expect(asked).toHaveLength(1)
  expect(asked[0]?.headers['authorization']).toBeUndefined()
  expect(asked[0]?.headers['x-tenant-id']).toBeUndefined()
})

test('after a 401 the session is renewed once and the call is repeated', async () => {
  answers = [refuse(401, 'session.expired')]
  expect(await open()(getThing, { params: { id: '1' }, query: {} })).toEqual({ name: 'a thing' })
  expect(asked.map(({ headers }) => headers['authorization'])).toEqual(['Bearer token-1', 'Bearer token-2'])
  expect(reported).toEqual(['renew token-1'])
})

test('a second 401, or a renewal that is refused, signs out', async () => {
  answers = [refuse(401, 'session.expired'), refuse(401, 'session.expired')]
  await expect(open()(getThing, { params: { id: '1' }, query: {} })).rejects.toMatchObject({
    code: 'session.expired',
  })
  expect(reported).toEqual(['renew token-1', 'expired'])
  expect(asked).toHaveLength(2)

  reported = []
  answers = [refuse(401, 'session.expired')]
  const refused = session([new Failure('session.expired')])
  await expect(open(refused)(getThing, { params: { id: '1' }, query: {} })).rejects.toMatchObject({
    code: 'session.expired',
  })
  expect(reported).toEqual(['renew token-1']) // the renewal has ended the session
})

test('an aborted call rejects with the reason and is not repeated', async () => {
  const stop = new AbortController()
  answers = [() => stop.abort(new Error('left the screen'))]
  await expect(open()(getThing, { params: { id: '1' }, query: {} }, stop.signal)).rejects.toThrow(
    'left the screen',
  )
  expect(asked).toHaveLength(1)
})

test('an answer that breaks the contract is detected where answers are checked', async () => {
  answers = [(response) => json(response, 200, { nome: 1 })]
  await expect(open()(getThing, { params: { id: '1' }, query: {} })).rejects.toThrow()
})

test('a file has its name, its size and its progress', async () => {
  answers = [
    (response) =>
      void response
        .writeHead(200, {
          'content-type': 'text/csv; charset=utf-8',
          'content-length': '6',
          'content-disposition': `attachment; filename="_.csv"; filename*=UTF-8''%C3%A4.csv`,
        })
        .end('a,b\n1,'),
  ]
  const download = await open()(getFile, {})
  expect(download).toMatchObject({ fileName: 'ä.csv', contentType: 'text/csv; charset=utf-8', sizeBytes: 6 })
  const progress: number[] = []
  const blob = await download.read((bytes) => progress.push(bytes))
  expect(await blob.text()).toBe('a,b\n1,')
  expect(progress.at(-1)).toBe(6)
})

test('form data keeps the boundary that the browser chose', async () => {
  const upload = endpoint({ ...createThing, body: z.any() })
  const form = new FormData()
  form.append('file', new Blob(['x']), 'x.csv')
  await open()(upload, { body: form })
  expect(asked[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  expect(asked[0]?.body).toContain('x.csv')
})

test('an address contains only text, numbers, dates and booleans', () => {
  const at = new Date('2026-11-21T00:00:00Z')
  expect(
    toPath({ path: '/a/:b' }, { params: { b: 1 }, query: { at, list: ['x', 'y'], none: undefined } }),
  ).toBe('/a/1?at=2026-11-21T00%3A00%3A00.000Z&list=x&list=y')
  expect(() => toPath({ path: '/a/:b' }, { params: {} })).toThrow(TypeError)
  expect(() => toPath({ path: '/a' }, { query: { x: {} } })).toThrow(TypeError)
})

test('without a session, only calls for anyone are possible', async () => {
  const api = openApi({ baseUrl: origin, session: undefined, environment })
  await expect(api(getThing, { params: { id: '1' }, query: {} })).rejects.toMatchObject({
    code: 'session.missing',
  })
  expect(await api(openThing, { body: { name: 'n' } })).toEqual({ name: 'a thing' })
})

test('a call goes to the address of its path’s beginning, and to the common one where that is empty', async () => {
  const addresses = { '/things': `${origin}/elsewhere`, '/open': '' }
  const api = openApi({ baseUrl: origin, addresses, session: session(), environment })
  await api(createThing, { body: { name: 'n' } })
  await api(openThing, { body: { name: 'n' } })
  await api(getFile, {})
  expect(asked.map(({ url }) => url)).toEqual(['/elsewhere/things', '/open', '/file'])
})
