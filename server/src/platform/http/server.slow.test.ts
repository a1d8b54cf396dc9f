import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { httpLimits } from './server.ts'

let world: World
let tenant: WorldTenant
let app: FastifyInstance
let port: number

useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('limits')
  app = world.app
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})

/** Sends bytes unchanged, and returns what comes until the head of the answer is whole, or the server closes. */
async function raw(bytes: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
    if (answer.includes('\r\n\r\n')) socket.destroy()
  })
  socket.on('error', () => {})
  await once(socket, 'close')
  return answer
}
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
const head = `Host: limits.verbatim.localhost:3000\r\n`

describe('limits', () => {
  test('every time limit and size limit is set on the server itself', () => {
    const { server } = app
    expect(server).toMatchObject({
      headersTimeout: httpLimits.headersTimeoutMs,
      requestTimeout: httpLimits.requestTimeoutMs,
      keepAliveTimeout: httpLimits.keepAliveTimeoutMs,
      maxRequestsPerSocket: httpLimits.requestsPerSocket,
      maxConnections: httpLimits.connections,
      timeout: httpLimits.connectionTimeoutMs,
    })
    expect(app.initialConfig).toMatchObject({ bodyLimit: httpLimits.bodyBytes })
  })

  test('a body over its limit is refused with 413, even without a declared size', async () => {
    const big = 'x'.repeat(httpLimits.bodyBytes + 1)
    const caller = await world.as(tenant, tenant.users.super_admin)
    const answer = await caller.call('POST', '/bff/api/v1/topic', { name: big })
    expect(answer.status).toBe(413)
    expect(answer.json).toMatchObject({
      code: 'request.too-large',
      requestId: answer.headers['x-request-id'],
    })
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const endless = `POST /bff/api/v1/topic HTTP/1.1\r\n${head}Authorization: Bearer ${caller.token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(20)}`
    expect(statusOf(await raw(endless))).toBe(413)
  })

  test('headers over 16 kB are refused with 431', async () => {
    expect(
      statusOf(await raw(`GET /config/cognito HTTP/1.1\r\n${head}X-Long: ${'a'.repeat(20_000)}\r\n\r\n`)),
    ).toBe(431)
  })

  test.each([
    [
      'two lengths',
      `POST /config/cognito HTTP/1.1\r\n${head}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc`,
    ],
    [
      'a length and chunks',
      `POST /config/cognito HTTP/1.1\r\n${head}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a folded header', `GET /config/cognito HTTP/1.1\r\n${head}X: a\r\n b\r\n\r\n`],
    ['a bare line feed', `GET /config/cognito HTTP/1.1\nHost: x\n\n`],
    ['no host', 'GET /config/cognito HTTP/1.1\r\n\r\n'],
    ['a method that is none', `FOO /config/cognito HTTP/1.1\r\n${head}\r\n`],
  ])('framing with %s is refused', async (_, request) => {
    expect(statusOf(await raw(request))).toBe(400)
  })

  test('TRACE and CONNECT are not supported', async () => {
    for (const method of ['TRACE', 'CONNECT']) {
      expect([0, 400, 404, 405]).toContain(
        statusOf(await raw(`${method} /config/cognito HTTP/1.1\r\n${head}\r\n`)),
      )
    }
  })
})

describe('hosts', () => {
  test.each([
    ['two.labels', 421],
    ['a.b.c.d', 421],
    ['192.168.1.1', 421],
    ['-bad.verbatim.localhost', 421],
    ['nobody.verbatim.localhost', 404],
    ['redirect.verbatim.localhost', 404],
  ])('%s is answered %i', async (host, status) => {
    const answer = await app.inject({
      method: 'GET',
      url: '/config/cognito',
      headers: { host },
      remoteAddress: '127.0.0.9',
    })
    expect(answer.statusCode).toBe(status)
  })
})

describe('the headers of every answer', () => {
  test('include a policy that allows pages only our own files, and no framing, sniffing or referrer', async () => {
    const { headers } = await app.inject({
      method: 'GET',
      url: '/config/cognito',
      headers: { host: 'limits.verbatim.localhost' },
      remoteAddress: '127.0.0.9',
    })
    const policy = String(headers['content-security-policy'])
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "frame-ancestors 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types verbatim-worker',
    ])
      expect(policy).toContain(part)
    expect(policy).not.toMatch(/unsafe|\*/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    expect(headers['strict-transport-security']).toContain('max-age=31536000')
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
  })

  test('content types that only look like JSON are not read as JSON', async () => {
    const caller = await world.as(tenant, tenant.users.super_admin)
    for (const type of [
      'text/plain',
      'application/json x',
      'application/xml',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await caller.call(
        'POST',
        '/bff/api/v1/topics/try',
        Buffer.from('{"text":"a","rules":[]}'),
        { 'content-type': type, 'x-forwarded-for': '10.1.1.1' },
      )
      expect([type, [400, 415].includes(answer.status)]).toEqual([type, true])
    }
  })
})

test.each([
  [
    'a token that is none',
    { method: 'GET', url: '/bff/account', headers: { authorization: 'Bearer x' } },
    401,
  ],
  ['codes that are none', { method: 'POST', url: '/oauth2/token', headers: {}, payload: '' }, 400],
  ['pages of sign-in', { method: 'GET', url: '/login/provider', headers: {} }, 400],
  ['keys', { method: 'GET', url: '/identity/local_0/.well-known/jwks.json', headers: {} }, 400],
] as const)('the requests of an address for %s are limited', async (what, request, status) => {
  const remoteAddress = `192.0.2.${what.length}`
  const host = 'limits.verbatim.localhost'
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const ask = (address: string) =>
    app.inject({ ...request, remoteAddress: address, headers: { host, ...type, ...request.headers } })
  expect((await ask(remoteAddress)).statusCode).toBe(status)
  let last = await ask(remoteAddress)
  for (let i = 0; i < httpLimits.requestsPerMinute && last.statusCode === status; i++)
    last = await ask(remoteAddress)
  expect(last.statusCode).toBe(request.url.startsWith('/identity') ? 400 : 429)
  expect(last.body).toMatch(/too.?many/i)
  expect((await ask('192.0.2.250')).statusCode).toBe(status)
})

test('the requests of one caller are limited: 429 with the time to wait', async () => {
  const caller = await world.as(tenant, tenant.users.analyst)
  let last = await caller.call('GET', '/bff/config')
  for (let i = 0; i < httpLimits.requestsPerMinute + 5 && last.status !== 429; i++)
    last = await caller.call('GET', '/bff/config')
  expect(last.status).toBe(429)
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
  expect(last.json.code).toBe('request.too-many')
})

test('the JSON that one caller can have parsed is limited; requests without a body and other callers are not affected', async () => {
  const [caller, other] = await Promise.all(
    (['compliance', 'super_admin'] as const).map((role) => world.as(tenant, tenant.users[role])),
  )
  const large = { name: 'x'.repeat(httpLimits.bodyBytes - 100) }
  const send = async (by = caller) => (await by?.call('POST', '/bff/api/v1/topics/try', large))?.status
  const statuses = []
  for (let n = 0; n < httpLimits.json.bytes / httpLimits.bodyBytes + 2; n++) statuses.push(await send())
  expect(statuses.slice(0, -1).every((status) => status === 400)).toBe(true)
  expect(statuses.at(-1)).toBe(429)
  expect((await caller?.call('GET', '/bff/config'))?.status).toBe(200)
  expect(await send(other)).toBe(400)
})
