import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import { cpuUsage } from 'node:process'
import { request as httpRequest } from 'node:http'
import { srpA, startSrp } from '@verbatim/client/srp.ts'
import { userPoolClientIdOf } from '@verbatim/contract/identity.ts'
import { TenantId } from '@verbatim/contract/ids.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import { decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import { useTestPool } from '#testing/test-world.ts'
import type { TestDatabase } from '#testing/database.ts'
import { openTestPool, type TestPool } from '#testing/identity-pool.ts'
import { requireSigningKey } from './keys.ts'
import { openIdentity } from './memory.ts'
import { signTokens } from './tokens.ts'
import { verifyAccessToken } from './sessions.ts'
import { inTenant } from '#platform/db.ts'
import { findUserById } from './users.ts'

let database: TestDatabase
let pool: TestPool
useTestPool((opened, itsDatabase) => {
  pool = opened
  database = itsDatabase
})

const initiate = (USERNAME: string, on = pool) =>
  on.call('InitiateAuth', {
    ClientId: on.clientId,
    AuthFlow: 'USER_SRP_AUTH',
    AuthParameters: { USERNAME, SRP_A: srpA(startSrp(randomBytes(32))) },
  })

const post = (body: string, headers: Record<string, string> = {}) =>
  fetch(pool.endpoint, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-amz-json-1.1', ...headers },
  })

test('errors have the protocol’s shape: 400, a name in the body and in the headers', async () => {
  const { status, headers, body } = await pool.call('GetUser', { AccessToken: 'a.b.c' })
  expect(status).toBe(400)
  expect(body).toEqual({ __type: 'NotAuthorizedException', message: 'Invalid Access Token' })
  expect(headers.get('content-type')).toContain('application/x-amz-json-1.1')
  expect(headers.get('x-amzn-errortype')).toBe('NotAuthorizedException:')
  expect(headers.get('x-amzn-errormessage')).toBe('Invalid Access Token')
  expect(headers.get('x-amzn-requestid')).toBeTruthy()
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('date')).toBeTruthy()
})

test.each(['AdminCreateUser', 'AdminSetUserPassword', 'ListUsers', 'constructor', ''])(
  'the public has no operation %j',
  async (operation) => {
    expect((await pool.call(operation, {})).body.__type).toBe('UnknownOperationException')
  },
)

test.each([['SignUp', 'NotAuthorizedException']])('%s is refused as %s', async (operation, name) => {
  expect((await pool.call(operation, { ClientId: pool.clientId })).body.__type).toBe(name)
})

test('an unknown client is refused, and no keys are created for it', async () => {
  for (const ClientId of [userPoolClientIdOf(TenantId.parse(randomUUID())), 'somebody', 'a'.repeat(129)]) {
    const { body } = await pool.call('InitiateAuth', {
      ClientId,
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: 'a', SRP_A: '2' },
    })
    expect(['ResourceNotFoundException', 'InvalidParameterException']).toContain(body.__type)
  }
})

test('password flows that send the password are not available', async () => {
  for (const AuthFlow of ['USER_PASSWORD_AUTH', 'ADMIN_NO_SRP_AUTH', 'CUSTOM_AUTH', 'USER_AUTH']) {
    const { body } = await pool.call('InitiateAuth', {
      ClientId: pool.clientId,
      AuthFlow,
      AuthParameters: { USERNAME: 'a', PASSWORD: 'b' },
    })
    expect(body.__type).toBe('InvalidParameterException')
  }
})

test('bodies that are invalid JSON, too large or malformed are refused as the client’s error', async () => {
  const target = { 'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth' }
  const names = async (body: string) =>
    ((await (await post(body, target)).json()) as { __type: string }).__type
  expect(await names('')).toBe('SerializationException')
  expect(await names('{')).toBe('SerializationException')
  expect(await names('{"ClientId":"x","ClientId":"y"}')).toBe('SerializationException')
  expect(await names('[]')).toBe('InvalidParameterException')
  expect(await names('null')).toBe('InvalidParameterException')
  expect(await names('{"__proto__":{"ClientId":"x"}}')).toBe('InvalidParameterException')
  expect(await names(`{"ClientId":"${'a'.repeat(17_000)}"}`)).toBe('InvalidParameterException')
  expect((await post('{}', { ...target, 'content-type': 'text/xml' })).status).toBe(400)
  const deep = `${'{"ClientId":'.repeat(1000)}1${'}'.repeat(1000)}`
  expect(await names(deep)).toBe('InvalidParameterException')
})

test('a text that the database cannot store is treated as an unknown name', async () => {
  for (const name of ['a\u0000b@example.test', '\ud800', '%', '_']) {
    expect((await initiate(name)).status).toBeLessThan(500)
  }
})

test('only pages of this origin may read the answers', async () => {
  const { host, origin } = new URL(pool.endpoint)
  const preflight = (from: string) =>
    fetch(pool.endpoint, {
      method: 'OPTIONS',
      headers: { origin: from, 'access-control-request-method': 'POST' },
    })
  const own = await preflight(origin)
  expect(own.status).toBe(204)
  expect(own.headers.get('access-control-allow-origin')).toBe(origin)
  expect(own.headers.get('access-control-allow-headers')).toContain('x-amz-target')
  for (const foreign of ['https://evil.example', `http://${host}.evil.example`, 'null']) {
    expect((await preflight(foreign)).headers.get('access-control-allow-origin')).toBeNull()
  }
})

test('the keys of a pool are published, with nothing private, and name those that sign', async () => {
  const jwks = (await (await fetch(`${pool.endpoint}${pool.userPoolId}/.well-known/jwks.json`)).json()) as {
    keys: Record<string, string>[]
  }
  expect(jwks.keys).toHaveLength(2)
  for (const key of jwks.keys)
    expect(Object.keys(key).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
  const discovery = await fetch(`${pool.endpoint}${pool.userPoolId}/.well-known/openid-configuration`)
  expect(await discovery.json()).toMatchObject({
    issuer: `http://identity.test/${pool.userPoolId}`,
    jwks_uri: `http://identity.test/${pool.userPoolId}/.well-known/jwks.json`,
  })
  expect((await fetch(`${pool.endpoint}local_absent/.well-known/jwks.json`)).status).toBe(400)
})

test('keys change every ninety days: published a day before, kept a day after, and tokens stay valid', async () => {
  const own = await openTestPool(database.db)
  try {
    const id = await own.add('anna@example.test')
    const user = (await inTenant(database.db, own.tenantId, (tx) => findUserById(tx, id)))!
    const token = async () =>
      (
        await signTokens(own.ctx, {
          user,
          origin: { familyId: randomUUID(), authTime: own.ctx.now(), scope: 'openid' },
        })
      ).AccessToken
    const kids = async () => {
      const answer = await fetch(`${own.endpoint}${own.userPoolId}/.well-known/jwks.json`)
      return ((await answer.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
    }
    const first = decodeProtectedHeader(await token()).kid!
    own.pass(89 * dayMs + hourMs)
    expect(decodeProtectedHeader(await token()).kid).toBe(first)
    expect(await kids()).toHaveLength(4)
    own.pass(dayMs - 10 * 60_000 - hourMs)
    const late = await token()
    expect(decodeProtectedHeader(late).kid).toBe(first)
    own.pass(dayMs)
    own.pass(-dayMs + 20 * 60_000 + hourMs)
    const next = decodeProtectedHeader(await token()).kid!
    expect(next).not.toBe(first)
    own.pass(-hourMs)
    await verifyAccessToken(own.ctx, late)
    own.pass(3 * dayMs)
    expect(await kids()).toHaveLength(2)
    expect(await kids()).toContain(next)
  } finally {
    await own.close()
  }
})

test('two processes that need the first keys at once agree on them', async () => {
  const own = await openTestPool(database.db)
  try {
    const others = Array.from({ length: 4 }, () => ({
      ...own.ctx,
      identity: { ...own.ctx.identity, keys: openIdentity('').keys },
    }))
    const kids = await Promise.all(
      others.map(async (ctx) => (await requireSigningKey(ctx, own.tenantId, 'access')).kid),
    )
    expect(new Set(kids).size).toBe(1)
  } finally {
    await own.close()
  }
})

test('sign-ins from one address are limited, refreshes are not', async () => {
  const own = await openTestPool(database.db, { limits: { signInsPerAddressAndMinute: 3 } })
  try {
    const names = []
    for (let i = 0; i < 5; i++) names.push((await initiate('absent@example.test', own)).body.__type)
    expect(names).toEqual([
      undefined,
      undefined,
      undefined,
      'TooManyRequestsException',
      'TooManyRequestsException',
    ])
    own.pass(60_000)
    expect((await initiate('absent@example.test', own)).status).toBe(200)
  } finally {
    await own.close()
  }
})

test('an address with too many requests does not affect the limits of others', async () => {
  const limits = { signInsPerAddressAndMinute: 1, signInsPerSecond: 10 }
  const own = await openTestPool(database.db, { limits })
  try {
    own.pass(60_000 - (own.ctx.now().getTime() % 60_000)) // all requests within one second
    const ask = (remoteAddress: string) =>
      own.app.inject({
        method: 'POST',
        url: '/identity/',
        remoteAddress,
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': 'AWSCognitoIdentityProviderService.ForgotPassword',
        },
        payload: JSON.stringify({ ClientId: own.clientId, Username: `${remoteAddress}@example.test` }),
      })
    const busy = await Promise.all(Array.from({ length: 15 }, () => ask('192.0.2.1')))
    expect(busy.filter((answer) => answer.statusCode === 200)).toHaveLength(1)
    expect((await ask('192.0.2.2')).statusCode).toBe(200)
  } finally {
    await own.close()
  }
})

test('the HTTP server refuses a request with two bodies and a slow one, and a plain GET is not found', async () => {
  expect((await fetch(pool.endpoint)).status).toBe(404)
  const status = await new Promise<number | undefined>((resolve, reject) =>
    httpRequest(pool.endpoint, { method: 'TRACE' }, (response) => resolve(response.statusCode))
      .on('error', reject)
      .end(),
  )
  expect(status).toBeGreaterThanOrEqual(400)
})

/** Median of the times, in milliseconds. */
/** Processor time of this process in microseconds: unaffected by other work of the machine. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = cpuUsage()
  await work()
  const { user, system } = cpuUsage(before)
  return user + system
}

test(
  'a name that exists and one that does not take the same time',
  { retry: 3, timeout: 60_000 },
  async () => {
    const name = `timed${performance.now()}@example.test` // a separate attempt for each retry
    await pool.add(name)
    for (let i = 0; i < 20; i++) await initiate(name)
    // Alternates, so that other work of the process affects both equally.
    const [real, invented]: [number[], number[]] = [[], []]
    for (let i = 0; i < 60; i++) {
      real.push(await cpuOf(() => initiate(name)))
      invented.push(await cpuOf(() => initiate(`absent${i}@example.test`)))
    }
    const median = (times: number[]) => times.toSorted((a, b) => a - b)[30]!
    expect(Math.abs(median(real) / median(invented) - 1)).toBeLessThan(0.1)
  },
)
