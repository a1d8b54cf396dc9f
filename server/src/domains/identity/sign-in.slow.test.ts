import { srpTimestamp } from '@verbatim/contract/identity.ts'
import { isWhole } from '@verbatim/reference/share.ts'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { openTestPool, testPassword, type TestPool } from '#testing/identity-pool.ts'
import { beginSignIn, type Begun, callSignIn, makeProof, tokensFor } from '#testing/srp-calls.ts'
import { useTestPool } from '#testing/test-world.ts'
import { verifyAccessToken } from './sessions.ts'

let database: TestDatabase
let pool: TestPool
useTestPool((opened, own) => {
  pool = opened
  database = own
})

const begin = (username: string, on = pool) => beginSignIn(on, username)
const prove = (begun: Begun, password: string, on = pool) => makeProof(on, begun, password)
const signIn = (username: string, password = testPassword, on = pool) => callSignIn(on, username, password)

test('a person signs in with mail address in any case, and gets tokens the API accepts', async () => {
  const id = await pool.add('Anna@example.test', { role: 'compliance' })
  const tokens = await tokensFor(pool, ' anna@EXAMPLE.test ')
  expect(decodeJwt(tokens.AccessToken)).toMatchObject({
    sub: id,
    token_use: 'access',
    client_id: pool.clientId,
    scope: 'aws.cognito.signin.user.admin',
  })
  expect(decodeJwt(tokens.AccessToken).aud).toBeUndefined()
  expect(decodeJwt(tokens.IdToken)).toMatchObject({
    sub: id,
    aud: pool.clientId,
    token_use: 'id',
    email: 'Anna@example.test',
    email_verified: true,
    'custom:role': 'compliance',
  })
  expect(decodeProtectedHeader(tokens.AccessToken).kid).not.toBe(decodeProtectedHeader(tokens.IdToken).kid)
  expect(await verifyAccessToken(pool.ctx, tokens.AccessToken)).toMatchObject({
    tenantId: pool.tenantId,
    userId: id,
  })
})

test('the ID token, another pool’s token and a changed token do not pass as access tokens', async () => {
  await pool.add('bella@example.test')
  const { AccessToken, IdToken } = await tokensFor(pool, 'bella@example.test')
  const other = await openTestPool(database.db, { secrets: pool.ctx.secrets })
  try {
    await other.add('bella@example.test')
    const foreign = (await signIn('bella@example.test', testPassword, other)).body.AuthenticationResult
      .AccessToken
    // Another organization's token names that organization: the API compares it with the host.
    expect(await verifyAccessToken(pool.ctx, foreign)).toMatchObject({ tenantId: other.tenantId })
    const [head, , signature] = AccessToken.split('.')
    const forged = Buffer.from(
      JSON.stringify({ ...decodeJwt(AccessToken), sub: decodeJwt(foreign).sub }),
    ).toString('base64url')
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${AccessToken.split('.')[1]}.`
    for (const bad of [
      IdToken,
      `${head}.${forged}.${signature}`,
      none,
      '',
      'a.b.c',
      AccessToken.slice(0, -2),
    ]) {
      await expect(verifyAccessToken(pool.ctx, bad)).rejects.toMatchObject({ code: 'session.expired' })
    }
  } finally {
    await other.close()
  }
})

test('a proof works once', async () => {
  await pool.add('carl@example.test')
  const body = await prove(await begin('carl@example.test'), testPassword)
  expect((await pool.call('RespondToAuthChallenge', body)).body.AuthenticationResult).toBeDefined()
  const again = await pool.call('RespondToAuthChallenge', body)
  expect(again).toMatchObject({
    status: 400,
    body: { __type: 'NotAuthorizedException', message: 'Invalid session for the user.' },
  })
})

test('only one of many simultaneous copies of a proof is accepted', { tags: ['whole'] }, async () => {
  await pool.add('copies@example.test')
  const body = await prove(await begin('copies@example.test'), testPassword)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => pool.call('RespondToAuthChallenge', body)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a challenge is valid for three minutes, and the client’s clock may be five minutes off', async () => {
  await pool.add('dora@example.test')
  const late = await prove(await begin('dora@example.test'), testPassword)
  pool.pass(181_000)
  expect((await pool.call('RespondToAuthChallenge', late)).body.message).toMatch(/session is expired/)

  const begun = await begin('dora@example.test')
  const skewed = await prove(begun, testPassword)
  skewed.ChallengeResponses.TIMESTAMP = srpTimestamp(new Date(pool.ctx.now().getTime() - 6 * 60_000))
  expect((await pool.call('RespondToAuthChallenge', skewed)).body.message).toMatch(/clock/)
})

test(
  'an unknown person gets the same answers as a known one: keys, salt, errors and lockout',
  { tags: ['whole'] },
  async () => {
    await pool.add('emma@example.test')
    const of = async (name: string) => (await begin(name)).answer.body.ChallengeParameters
    const [real, invented, again, shouted] = [
      await of('emma@example.test'),
      await of('unknown@example.test'),
      await of('unknown@example.test'),
      await of('NOBODY@example.test '),
    ]
    expect(Object.keys(invented)).toEqual(Object.keys(real))
    expect(invented.SALT).toHaveLength(real.SALT.length)
    expect([again.SALT, again.USER_ID_FOR_SRP]).toEqual([invented.SALT, invented.USER_ID_FOR_SRP])
    expect([shouted.SALT, shouted.USER_ID_FOR_SRP]).toEqual([invented.SALT, invented.USER_ID_FOR_SRP])
    expect(again.SRP_B).not.toBe(invented.SRP_B)
    for (const { USER_ID_FOR_SRP } of [real, invented]) {
      expect(USER_ID_FOR_SRP).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    }
    const story = async (name: string) => {
      const messages: string[] = []
      for (let i = 0; i < 7; i++) messages.push((await signIn(name, 'Wr0ng-password')).body.message)
      return messages
    }
    const [knownStory, unknownStory] = [await story('emma@example.test'), await story('unknown@example.test')]
    expect(knownStory).toEqual(unknownStory)
    expect(knownStory.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'Incorrect username or password.'))
    expect(knownStory.slice(5)).toEqual(['Password attempts exceeded', 'Password attempts exceeded'])
  },
)

test('a person without a password and a blocked one get the answers of an unknown one until the proof', async () => {
  const id = await pool.add('shut@example.test')
  await inTenant(database.db, pool.tenantId, (tx) =>
    tx.updateTable('tenant_user').set({ enabled: false }).where('id', '=', id).execute(),
  )
  expect((await signIn('shut@example.test', 'Wr0ng-password')).body.message).toBe(
    'Incorrect username or password.',
  )
  expect((await signIn('shut@example.test')).body.message).toBe('User is disabled.')
})

test('the lock applies to the right password too, grows, ends, and a sign-in clears it', async () => {
  await pool.add('fred@example.test')
  const message = async (password?: string) => (await signIn('fred@example.test', password)).body.message
  for (let i = 0; i < 5; i++) expect(await message('Wr0ng-password')).toBe('Incorrect username or password.')
  expect(await message()).toBe('Password attempts exceeded')
  pool.pass(1_001)
  expect(await message('Wr0ng-password')).toBe('Incorrect username or password.')
  pool.pass(1_001)
  expect(await message()).toBe('Password attempts exceeded')
  pool.pass(1_001)
  expect(await message()).toBeUndefined()
  for (let i = 0; i < 4; i++) expect(await message('Wr0ng-password')).toBe('Incorrect username or password.')
  expect(await message()).toBeUndefined()
})

test('a hundred guesses at once count one by one', async () => {
  const own = await openTestPool(database.db, { clock: 'still' })
  await own.add('gina@example.test')
  const bodies = []
  for (let i = 0; i < (isWhole ? 20 : 8); i++)
    bodies.push(await prove(await begin('gina@example.test', own), `Wr0ng-guess-${i}`, own))
  const answers = await Promise.all(bodies.map((body) => own.call('RespondToAuthChallenge', body)))
  await own.close()
  const judged = answers.filter(({ body }) => body.message === 'Incorrect username or password.')
  expect(judged).toHaveLength(5)
})

test('numbers that would need no password are refused, over HTTP too', async () => {
  await pool.add('hans@example.test')
  const prime = (await import('node:crypto')).getDiffieHellman('modp15').getPrime('hex')
  for (const SRP_A of ['0', prime, (BigInt(`0x${prime}`) * 2n).toString(16), '', 'zz', '1'.repeat(771)]) {
    const answer = await pool.call('InitiateAuth', {
      ClientId: pool.clientId,
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: 'hans@example.test', SRP_A },
    })
    expect(answer.status).toBe(400)
    expect(answer.body.ChallengeParameters).toBeUndefined()
  }
})

test('sign-ins and refusals are audited, without the typed text', async () => {
  const id = await pool.add('ulla@example.test')
  await signIn('ulla@example.test', 'Wr0ng-password')
  await signIn('unknown@example.test', 'Wr0ng-password')
  await tokensFor(pool, 'ulla@example.test')
  const rows = await inTenant(database.db, pool.tenantId, (tx) =>
    tx.selectFrom('audit_event').selectAll().orderBy('id').execute(),
  )
  expect(
    rows.some((row) => row.type === 'sign_in' && row.actor_id === id && row.address === '127.0.0.1'),
  ).toBe(true)
  expect(rows).toContainEqual(
    expect.objectContaining({
      type: 'sign_in_failed',
      actor_id: null,
      target_id: id,
      target_name: 'Anna Adler',
    }),
  )
  expect(rows).toContainEqual(
    expect.objectContaining({ type: 'sign_in_failed', actor_id: null, target_name: 'an unknown user' }),
  )
  expect(JSON.stringify(rows)).not.toContain('Wr0ng')
  expect(JSON.stringify(rows)).not.toContain('unknown@example.test')
})
