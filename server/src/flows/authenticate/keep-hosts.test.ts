import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useTestDatabase } from '#testing/test-world.ts'
import type { TestDatabase } from '#testing/database.ts'
import { openWorld, type World } from '#testing/world.ts'

let database: TestDatabase
useTestDatabase((opened) => {
  database = opened
})

const paths = [
  '/',
  '/sign-in',
  '/auth/redirect.html',
  '/config.json',
  '/config/cognito',
  '/bff/organizations/basic',
  '/bff/nowhere',
  '/identity/local_0/.well-known/jwks.json',
  '/login',
  '/login.css',
  '/login-latin.woff2',
  '/hooks/sms/00000000-0000-7000-8000-000000000000',
]

const statusOf = async ({ app }: World, host: string, url = '/config/cognito') =>
  (await app.inject({ url, headers: { host }, remoteAddress: '192.0.2.7' })).statusCode

describe.each<[string, NodeJS.ProcessEnv, served: string[], foreign: string[]]>([
  [
    'a developer’s machine',
    {},
    ['localhost', 'localhost:3000', '127.0.0.1:3000', '127.9.8.7', '[::1]:3000', 'local.verbatim.localhost'],
    [
      'dev.verbatim.localhost',
      'acme.evil.example',
      'acme.verbatim.localhost.evil.example',
      '0.0.0.0',
      '[::2]',
    ],
  ],
  [
    'production, by its public address',
    {
      VERBATIM_ENVIRONMENT: 'production',
      PUBLIC_BASE_URL: 'https://archive.bank.example',
      MAIN_DOMAIN: 'verbatim.example',
    },
    ['archive.bank.example', 'ARCHIVE.bank.example:443', 'hosts-a.verbatim.example'],
    [
      'localhost',
      '127.0.0.1:3000',
      '10.0.0.7',
      'hosts-a.bank.example',
      'hosts-a.verbatim.localhost',
      'dev.verbatim.example',
      'stage.verbatim.example',
      'local.verbatim.example',
      'www.verbatim.example',
      'api.verbatim.example',
      'verbatim.example',
      'a.hosts-a.verbatim.example',
      'hosts-a.verbatim.example.',
      '',
    ],
  ],
  [
    'stage, whose calls go to a host of their own',
    {
      VERBATIM_ENVIRONMENT: 'stage',
      PUBLIC_BASE_URL: 'https://api.bank.example',
      MAIN_DOMAIN: 'bank.example',
    },
    ['api.bank.example', 'stage.bank.example', 'hosts-a.bank.example'],
    ['dev.bank.example', 'www.bank.example', 'local.bank.example', 'localhost'],
  ],
])('%s', (_where, env, served, foreign) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(database.url, { ...env, LOCAL_TENANT: 'hosts-a' })
    if ((await statusOf(world, served[0] ?? '')) === 404) await world.makeTenant('hosts-a')
    world.pass(10_000) // an unknown host is looked up again
  })
  afterAll(() => world?.[Symbol.asyncDispose]())

  test('answers under its own names', async () => {
    for (const host of served) expect([host, await statusOf(world, host)]).toEqual([host, 200])
  })

  test('answers under no other name, for any path', async () => {
    for (const host of foreign)
      for (const url of paths) expect([host, url, await statusOf(world, host, url)]).toEqual([host, url, 421])
  })

  test('answers health checks of nearby machines under any name', async () => {
    expect(await statusOf(world, '10.0.0.7:3000', '/health/live')).toBe(200)
  })
})

test('a host forwarded by our proxy counts; one that a stranger claims does not', async () => {
  const headers = { host: '127.0.0.1', 'x-forwarded-host': 'acme.evil.example' }
  for (const [TRUST_PROXY, status] of [
    ['0', 200],
    ['1', 421],
  ] as const) {
    await using world = await openWorld(database.url, { TRUST_PROXY })
    expect((await world.app.inject({ url: '/config.json', headers })).statusCode).toBe(status)
  }
})

test('a request for a page gets a page as its answer', async () => {
  await using world = await openWorld(database.url)
  const headers = { host: 'acme.evil.example', accept: 'text/html,*/*' }
  const answer = await world.app.inject({ url: '/', headers })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([421, 'text/html; charset=utf-8'])
  expect(answer.body).toContain('does not answer to the name acme.evil.example')
  const [, style = ''] = /<style>([^]*?)<\/style>/.exec(answer.body) ?? []
  const hash = createHash('sha256').update(style).digest('base64')
  expect(answer.headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`)
})

test('sockets can be opened only under our own names', async () => {
  await using world = await openWorld(database.url)
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.app.server.address() as AddressInfo
  const upgrade = async (host: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `GET /bff/realtime/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\n` +
        'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    const [answer] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    return Number(answer.toString().slice(9, 12))
  }
  expect(await upgrade('acme.verbatim.localhost')).toBe(101)
  expect(await upgrade(`localhost:${port}`)).toBe(101)
  for (const host of [
    'acme.evil.example',
    '10.0.0.7',
    'redirect.verbatim.localhost',
    'www.verbatim.localhost',
  ])
    expect([host, await upgrade(host)]).toEqual([host, 421])
})
