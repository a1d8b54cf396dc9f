import { randomUUID } from 'node:crypto'
import { userPoolClientIdOf } from '@verbatim/contract/identity.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import { type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openTestPool, type TestPool } from '#testing/identity-pool.ts'
import { useTestPool } from '#testing/test-world.ts'
import { requireSigningKey } from './keys.ts'
import { issuerOf, readAccessToken } from './tokens.ts'

let pool: TestPool
let stranger: TestPool
let userId: UserId
useTestPool(async (opened, { db }) => {
  pool = opened
  stranger = await openTestPool(db)
})
afterAll(() => stranger?.close())
let count = 0
beforeEach(async () => {
  userId = await pool.add(`claims${(count += 1)}@example.test`)
})

const seconds = () => Math.floor(pool.ctx.now().getTime() / 1000)

/** The claims of a valid access token. */
const good = (): JWTPayload => ({
  sub: userId,
  iss: issuerOf(pool.ctx.identity, pool.tenantId),
  token_use: 'access',
  client_id: userPoolClientIdOf(pool.tenantId),
  scope: 'aws.cognito.signin.user.admin',
  username: randomUUID(),
  auth_time: seconds(),
  origin_jti: randomUUID(),
  jti: randomUUID(),
  iat: seconds(),
  exp: seconds() + 1800,
})

const without = (name: string) => (claims: JWTPayload) =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name))

async function sign(claims: JWTPayload, purpose: 'access' | 'id' = 'access', header = {}): Promise<string> {
  const { kid, privateKey } = await requireSigningKey(pool.ctx, pool.tenantId, purpose)
  return new SignJWT(claims).setProtectedHeader({ kid, alg: 'RS256', ...header }).sign(privateKey)
}
const read = async (token: string) => readAccessToken(pool.ctx, token)

test('a token with correct claims is valid', async () => {
  expect(await read(await sign(good()))).toMatchObject({ tenantId: pool.tenantId, userId })
})

test.each<[string, (claims: JWTPayload) => JWTPayload]>([
  ['no issuer', without('iss')],
  ['another issuer', (claims) => ({ ...claims, iss: 'https://evil.example/local_1' })],
  [
    'the issuer of another pool',
    (claims) => ({ ...claims, iss: issuerOf(pool.ctx.identity, stranger.tenantId) }),
  ],
  ['the issuer with a path behind it', (claims) => ({ ...claims, iss: `${claims.iss}/x` })],
  ['no client', without('client_id')],
  [
    'the client of another pool',
    (claims) => ({ ...claims, client_id: userPoolClientIdOf(stranger.tenantId) }),
  ],
  ['an audience in place of the client', ({ client_id, ...rest }) => ({ ...rest, aud: client_id as string })],
  ['no use', without('token_use')],
  ['the use of an ID token', (claims) => ({ ...claims, token_use: 'id' })],
  ['no subject', without('sub')],
  ['a subject that is no id', (claims) => ({ ...claims, sub: "' or true --" })],
  ['no end', without('exp')],
  ['no time of issue', without('iat')],
  ['a beginning that is to come', (claims) => ({ ...claims, nbf: seconds() + 60 })],
  ['no sign-in time', without('auth_time')],
  ['a sign-in time in words', (claims) => ({ ...claims, auth_time: 'now' })],
  ['no session', without('origin_jti')],
  ['a session that is no text', (claims) => ({ ...claims, origin_jti: 7 })],
])('a token with %s is not', async (_what, change) => {
  expect(await read(await sign(change(good())))).toBe('invalid')
})

test('a token is valid until its end, within the allowed difference of two clocks', async () => {
  const claims = good()
  expect(await read(await sign({ ...claims, exp: seconds() - 3 }))).toMatchObject({ userId })
  expect(await read(await sign({ ...claims, exp: seconds() - 6 }))).toBe('expired')
})

test.each<[string, () => Promise<string>]>([
  ['signed by the key of ID tokens', () => sign(good(), 'id')],
  ['that names an unknown key', () => sign(good(), 'access', { kid: randomUUID() })],
  ['that names no key', () => sign(good(), 'access', { kid: undefined })],
  [
    'without a signature',
    async () => {
      const { kid } = await requireSigningKey(pool.ctx, pool.tenantId, 'access')
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ kid, alg: 'none' })}.${part(good())}.`
    },
  ],
  [
    'signed with the public key as if it were a shared secret',
    async () => {
      const { kid, publicJwk } = await requireSigningKey(pool.ctx, pool.tenantId, 'access')
      const secret = Buffer.from(JSON.stringify(publicJwk))
      return new SignJWT(good()).setProtectedHeader({ kid, alg: 'HS256' }).sign(secret)
    },
  ],
  ['with a changed signature', async () => `${(await sign(good())).slice(0, -6)}AAAAAA`],
  ['that is none', async () => 'nonsense'],
  ['of nothing', async () => '..'],
])('a token %s is not', async (_what, make) => {
  expect(await read(await make())).toBe('invalid')
})
