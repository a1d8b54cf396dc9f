import { srpTimestamp } from '@verbatim/contract/identity.ts'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { openTestPool, type TestPool, testPassword } from '#testing/identity-pool.ts'
import { beginSignIn, type Begun, callSignIn, makeProof } from '#testing/srp-calls.ts'
import { setPassword } from './commands.ts'
import { openIdentity } from './memory.ts'
import { verifyAccessToken } from './sessions.ts'

let database: TestDatabase
let pool: TestPool
beforeAll(async () => {
  database = await openTestDatabase()
  pool = await openTestPool(database.db)
})
afterAll(async () => {
  await pool?.close()
  await database?.close()
})

const begin = (username: string, on = pool) => beginSignIn(on, username)
const prove = (begun: Begun, password: string, on = pool) => makeProof(on, begun, password)
const signIn = (username: string, password = testPassword, on = pool) => callSignIn(on, username, password)

async function tokensOf(username: string, password = testPassword) {
  const { body } = await signIn(username, password)
  expect(body.AuthenticationResult).toBeDefined()
  return body.AuthenticationResult as { AccessToken: string; IdToken: string; RefreshToken: string }
}

const codeOf = (secret: string, at = pool.ctx.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })

const refresh = (RefreshToken: string) =>
  pool.call('GetTokensFromRefreshToken', { ClientId: pool.clientId, RefreshToken })

test('a person signs in with mail address in any case, and gets tokens the API accepts', async () => {
  const id = await pool.add('Anna@example.test', { role: 'compliance' })
  const tokens = await tokensOf(' anna@EXAMPLE.test ')
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
  const { AccessToken, IdToken } = await tokensOf('bella@example.test')
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

test('only one of many simultaneous copies of a proof is accepted', async () => {
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

test('an unknown person looks like a known one: keys, salt, errors and lockout', async () => {
  await pool.add('emma@example.test')
  const of = async (name: string) => (await begin(name)).answer.body.ChallengeParameters
  const [real, nobody, again, shouted] = [
    await of('emma@example.test'),
    await of('nobody@example.test'),
    await of('nobody@example.test'),
    await of('NOBODY@example.test '),
  ]
  expect(Object.keys(nobody)).toEqual(Object.keys(real))
  expect(nobody.SALT).toHaveLength(real.SALT.length)
  expect([again.SALT, again.USER_ID_FOR_SRP]).toEqual([nobody.SALT, nobody.USER_ID_FOR_SRP])
  expect([shouted.SALT, shouted.USER_ID_FOR_SRP]).toEqual([nobody.SALT, nobody.USER_ID_FOR_SRP])
  expect(again.SRP_B).not.toBe(nobody.SRP_B)
  for (const { USER_ID_FOR_SRP } of [real, nobody]) {
    expect(USER_ID_FOR_SRP).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  }
  const story = async (name: string) => {
    const told: string[] = []
    for (let i = 0; i < 7; i++) told.push((await signIn(name, 'Wr0ng-password')).body.message)
    return told
  }
  const [somebody, unknownStory] = [await story('emma@example.test'), await story('nobody@example.test')]
  expect(somebody).toEqual(unknownStory)
  expect(somebody.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'Incorrect username or password.'))
  expect(somebody.slice(5)).toEqual(['Password attempts exceeded', 'Password attempts exceeded'])
})

test('a person without a password and a blocked one look like an unknown one until the proof', async () => {
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
  for (let i = 0; i < 20; i++)
    bodies.push(await prove(await begin('gina@example.test', own), `Wr0ng-guess-${i}`, own))
  const answers = await Promise.all(bodies.map((body) => own.call('RespondToAuthChallenge', body)))
  await own.close()
  const judged = answers.filter(({ body }) => body.message === 'Incorrect username or password.')
  expect(judged).toHaveLength(5)
})

test('numbers that would need no password are refused, on the wire too', async () => {
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

test('refresh tokens rotate; the old one works for ten more seconds, and later use ends the session', async () => {
  await pool.add('ida@example.test')
  const first = await tokensOf('ida@example.test')
  const second = (await refresh(first.RefreshToken)).body.AuthenticationResult
  expect(second.RefreshToken).not.toBe(first.RefreshToken)
  const [a, b] = [decodeJwt(first.AccessToken), decodeJwt(second.AccessToken)]
  expect([b.auth_time, b.origin_jti, b.sub]).toEqual([a.auth_time, a.origin_jti, a.sub])
  expect(b.jti).not.toBe(a.jti)

  pool.pass(9_000)
  expect((await refresh(first.RefreshToken)).status).toBe(200)
  pool.pass(1_500)
  expect((await refresh(first.RefreshToken)).body.__type).toBe('RefreshTokenReuseException')
  expect((await refresh(second.RefreshToken)).body.message).toBe('Refresh Token has been revoked')
  await expect(verifyAccessToken(pool.ctx, second.AccessToken)).rejects.toMatchObject({
    code: 'session.expired',
  })
})

test('a token reused after its grace period is audited once per session, with its source', async () => {
  const id = await pool.add('ilse@example.test')
  const { RefreshToken } = await tokensOf('ilse@example.test')
  const told = () =>
    inTenant(database.db, pool.tenantId, (tx) =>
      tx
        .selectFrom('audit_event')
        .select(['actor_id', 'target_id', 'target_name', 'address'])
        .where('type', '=', 'session_reused')
        .where('target_id', '=', id)
        .execute(),
    )
  await refresh(RefreshToken)
  await refresh(RefreshToken)
  expect(await told()).toEqual([])
  pool.pass(11_000)
  for (let i = 0; i < 2; i++) expect((await refresh(RefreshToken)).status).toBe(400)
  expect(await told()).toEqual([
    { actor_id: null, target_id: id, target_name: 'Anna Adler', address: '127.0.0.1' },
  ])
})

test('a session ends after twelve hours, however often it is refreshed', async () => {
  await pool.add('jana@example.test')
  let { RefreshToken } = await tokensOf('jana@example.test')
  for (let hour = 0; hour < 11; hour++) {
    pool.pass(60 * 60_000)
    const { body } = await refresh(RefreshToken)
    ;({ RefreshToken } = body.AuthenticationResult)
  }
  pool.pass(60 * 60_000 + 1000)
  expect((await refresh(RefreshToken)).body.message).toBe('Refresh Token has expired')
})

test('an access token is valid for half an hour', async () => {
  await pool.add('kim@example.test')
  const { AccessToken } = await tokensOf('kim@example.test')
  pool.pass(29 * 60_000)
  await verifyAccessToken(pool.ctx, AccessToken)
  pool.pass(60_000 + 6_000)
  await expect(verifyAccessToken(pool.ctx, AccessToken)).rejects.toMatchObject({ code: 'session.expired' })
  expect((await pool.call('GetUser', { AccessToken })).body.message).toBe('Access Token has expired')
})

test('the older refresh call also rotates, with ten seconds of grace, and later use ends the session', async () => {
  await pool.add('lea@example.test')
  const { RefreshToken } = await tokensOf('lea@example.test')
  const older = (token: string, AuthFlow = 'REFRESH_TOKEN_AUTH') =>
    pool.call('InitiateAuth', {
      ClientId: pool.clientId,
      AuthFlow,
      AuthParameters: { REFRESH_TOKEN: token },
    })
  const successor = (await older(RefreshToken)).body.AuthenticationResult
  expect(successor.AccessToken).toBeDefined()
  expect(successor.RefreshToken).not.toBe(RefreshToken)
  pool.pass(9_000)
  expect((await older(RefreshToken, 'REFRESH_TOKEN')).body.AuthenticationResult.RefreshToken).toBeDefined()
  pool.pass(1_500)
  expect((await older(RefreshToken)).body.__type).toBe('RefreshTokenReuseException')
  expect((await refresh(successor.RefreshToken)).body.message).toBe('Refresh Token has been revoked')
})

test('signing out ends this session; signing out everywhere ends all of them, in other processes within seconds', async () => {
  await pool.add('mia@example.test')
  const [one, two, three] = [
    await tokensOf('mia@example.test'),
    await tokensOf('mia@example.test'),
    await tokensOf('mia@example.test'),
  ]
  const elsewhere = { ...pool.ctx, identity: { ...pool.ctx.identity, revoked: openIdentity('').revoked } }
  await verifyAccessToken(elsewhere, two.AccessToken)

  expect((await pool.call('RevokeToken', { ClientId: pool.clientId, Token: one.RefreshToken })).status).toBe(
    200,
  )
  await expect(verifyAccessToken(pool.ctx, one.AccessToken)).rejects.toMatchObject({
    code: 'session.expired',
  })
  await verifyAccessToken(pool.ctx, two.AccessToken)

  expect((await pool.call('GlobalSignOut', { AccessToken: two.AccessToken })).status).toBe(200)
  for (const { AccessToken, RefreshToken } of [two, three]) {
    await expect(verifyAccessToken(pool.ctx, AccessToken)).rejects.toMatchObject({ code: 'session.expired' })
    expect((await refresh(RefreshToken)).status).toBe(400)
  }
  pool.pass(5_000)
  await expect(verifyAccessToken(elsewhere, two.AccessToken)).rejects.toMatchObject({
    code: 'session.expired',
  })
  expect((await pool.call('GetUser', { AccessToken: two.AccessToken })).body.message).toBe(
    'Access Token has been revoked',
  )
})

test('revoking an unknown token succeeds, and an access token is not a refresh token', async () => {
  const revoke = (Token: string) => pool.call('RevokeToken', { ClientId: pool.clientId, Token })
  expect((await revoke('unknown')).status).toBe(200)
  expect((await revoke('a.b.c')).body.__type).toBe('UnsupportedTokenTypeException')
})

test('a temporary password must be replaced by a strong one at the first sign-in', async () => {
  await pool.add('nora@example.test', { temporary: true })
  const { body } = await signIn('nora@example.test')
  expect(body.ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
  const answer = (ChallengeResponses: Record<string, string>) =>
    pool.call('RespondToAuthChallenge', {
      ClientId: pool.clientId,
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session: body.Session,
      ChallengeResponses,
    })
  expect((await answer({ NEW_PASSWORD: 'weak' })).body).toMatchObject({
    __type: 'InvalidPasswordException',
    message: 'Password did not conform with policy: Password not long enough',
  })
  const raised = { NEW_PASSWORD: 'An0ther-one!', 'userAttributes.custom:role': 'super_admin' }
  expect((await answer(raised)).body.message).toMatch(/unauthorized attribute/)
  expect((await answer({ NEW_PASSWORD: 'An0ther-one!' })).body.AuthenticationResult).toBeDefined()
  expect((await signIn('nora@example.test')).body.__type).toBe('NotAuthorizedException')
  await tokensOf('nora@example.test', 'An0ther-one!')
})

test('an authenticator that the user enrolled is required, and its codes work once', async () => {
  await pool.add('olga@example.test')
  const { AccessToken } = await tokensOf('olga@example.test')
  const { SecretCode } = (await pool.call('AssociateSoftwareToken', { AccessToken })).body
  expect(SecretCode).toMatch(/^[A-Z2-7]{32}$/)
  const on = { AccessToken, SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } }
  expect((await pool.call('SetUserMFAPreference', on)).body.__type).toBe('InvalidParameterException')
  expect((await pool.call('VerifySoftwareToken', { AccessToken, UserCode: '000000' })).body.__type).toBe(
    'EnableSoftwareTokenMFAException',
  )
  const used = codeOf(SecretCode)
  expect((await pool.call('VerifySoftwareToken', { AccessToken, UserCode: used })).body.Status).toBe(
    'SUCCESS',
  )
  expect((await signIn('olga@example.test')).body.AuthenticationResult).toBeDefined()
  expect((await pool.call('SetUserMFAPreference', on)).status).toBe(200)
  expect((await pool.call('GetUser', { AccessToken })).body.PreferredMfaSetting).toBe('SOFTWARE_TOKEN_MFA')

  const step = (await signIn('olga@example.test')).body
  expect(step).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' })
  const answer = (code: string, Session = step.Session) =>
    pool.call('RespondToAuthChallenge', {
      ClientId: pool.clientId,
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session,
      ChallengeResponses: { USERNAME: 'olga@example.test', SOFTWARE_TOKEN_MFA_CODE: code },
    })
  expect((await answer(used)).body.__type).toBe('CodeMismatchException')
  pool.pass(31_000)
  const code = codeOf(SecretCode)
  expect((await answer(code)).body.AuthenticationResult).toBeDefined()
  expect((await answer(code)).body.message).toBe('Invalid session for the user.')
  const next = (await signIn('olga@example.test')).body
  expect((await answer(code, next.Session)).body.__type).toBe('CodeMismatchException')
})

test('five wrong codes end the step, and count towards the lock', async () => {
  await pool.add('paul@example.test')
  const { AccessToken } = await tokensOf('paul@example.test')
  const { SecretCode } = (await pool.call('AssociateSoftwareToken', { AccessToken })).body
  await pool.call('VerifySoftwareToken', { AccessToken, UserCode: codeOf(SecretCode) })
  await pool.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings: { Enabled: true } })
  const { Session } = (await signIn('paul@example.test')).body
  const answer = (code: string) =>
    pool.call('RespondToAuthChallenge', {
      ClientId: pool.clientId,
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session,
      ChallengeResponses: { SOFTWARE_TOKEN_MFA_CODE: code },
    })
  pool.pass(31_000)
  const right = codeOf(SecretCode)
  const wrong = String((Number(right) + 500_000) % 1_000_000).padStart(6, '0')
  for (let i = 0; i < 5; i++) expect((await answer(wrong)).body.__type).toBe('CodeMismatchException')
  pool.pass(2_000)
  expect((await answer(right)).body.message).toBe('Invalid session for the user.')
  await signIn('paul@example.test', 'Wr0ng-password')
  expect((await signIn('paul@example.test')).body.message).toBe('Password attempts exceeded')
})

test('a user who must have an authenticator enrols it at the first sign-in and keeps it', async () => {
  await pool.add('quinn@example.test', { mfaRequired: true })
  const setup = (await signIn('quinn@example.test')).body
  expect(setup).toMatchObject({
    ChallengeName: 'MFA_SETUP',
    ChallengeParameters: { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' },
  })
  const finish = (Session: string) =>
    pool.call('RespondToAuthChallenge', {
      ClientId: pool.clientId,
      ChallengeName: 'MFA_SETUP',
      Session,
      ChallengeResponses: { USERNAME: 'quinn@example.test' },
    })
  expect((await finish(setup.Session)).body.__type).toBe('SoftwareTokenMFANotFoundException')
  const associated = (await pool.call('AssociateSoftwareToken', { Session: setup.Session })).body
  expect((await finish(associated.Session)).body.__type).toBe('SoftwareTokenMFANotFoundException')
  const verify = (UserCode: string) =>
    pool.call('VerifySoftwareToken', { Session: associated.Session, UserCode })
  expect((await verify('123456')).body.__type).toBe('EnableSoftwareTokenMFAException')
  const verified = (await verify(codeOf(associated.SecretCode))).body
  const { AccessToken } = (await finish(verified.Session)).body.AuthenticationResult
  const off = { AccessToken, SoftwareTokenMfaSettings: { Enabled: false } }
  expect((await pool.call('SetUserMFAPreference', off)).body.message).toMatch(/must keep/)
  expect((await signIn('quinn@example.test')).body.ChallengeName).toBe('SOFTWARE_TOKEN_MFA')
})

test('changing the password needs the old one, ends other sessions and keeps this one', async () => {
  await pool.add('rita@example.test')
  const [here, there] = [await tokensOf('rita@example.test'), await tokensOf('rita@example.test')]
  const change = (PreviousPassword: string, ProposedPassword: string) =>
    pool.call('ChangePassword', { AccessToken: here.AccessToken, PreviousPassword, ProposedPassword })
  expect((await change('Wr0ng-password', 'An0ther-one!')).body.__type).toBe('NotAuthorizedException')
  expect((await change(testPassword, 'password')).body.__type).toBe('InvalidPasswordException')
  expect((await change(testPassword, 'An0ther-one!')).status).toBe(200)
  await verifyAccessToken(pool.ctx, here.AccessToken)
  await expect(verifyAccessToken(pool.ctx, there.AccessToken)).rejects.toMatchObject({
    code: 'session.expired',
  })
  await tokensOf('rita@example.test', 'An0ther-one!')
})

test('an administrator’s new password ends every session', async () => {
  const id = await pool.add('sara@example.test')
  const { AccessToken } = await tokensOf('sara@example.test')
  await inTenant(database.db, pool.tenantId, (tx) =>
    setPassword(tx, pool.ctx, { id, password: 'An0ther-one!', temporary: true }),
  )
  await expect(verifyAccessToken(pool.ctx, AccessToken)).rejects.toMatchObject({ code: 'session.expired' })
  expect((await signIn('sara@example.test', 'An0ther-one!')).body.ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
})

test('users’ requests about themselves', async () => {
  const id = await pool.add('tina@example.test', { role: 'manager' })
  const { AccessToken } = await tokensOf('tina@example.test')
  const { body } = await pool.call('GetUser', { AccessToken })
  const attributes = Object.fromEntries(
    body.UserAttributes.map(({ Name, Value }: { Name: string; Value: string }) => [Name, Value]),
  )
  expect(attributes).toMatchObject({ sub: id, email: 'tina@example.test', 'custom:role': 'manager' })
  expect((await pool.call('UpdateUserAttributes', { AccessToken })).body.message).toMatch(
    /unauthorized attribute/,
  )
})

test('sign-ins and refusals are audited, without the typed text', async () => {
  const id = await pool.add('ulla@example.test')
  await signIn('ulla@example.test', 'Wr0ng-password')
  await signIn('nobody@example.test', 'Wr0ng-password')
  await tokensOf('ulla@example.test')
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
  expect(JSON.stringify(rows)).not.toContain('nobody@example.test')
})
