/** Tokens are renewed and end with their session; what ends one; and what a user changes in one. */
import { hourMs } from '@verbatim/contract/durations.ts'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { testPassword, type TestPool } from '#testing/identity-pool.ts'
import { callSignIn, tokensFor } from '#testing/srp-calls.ts'
import { useTestPool } from '#testing/test-world.ts'
import { setPassword } from './commands.ts'
import { openIdentity } from './memory.ts'
import { verifyAccessToken } from './sessions.ts'

let database: TestDatabase
let pool: TestPool
useTestPool((opened, own) => {
  pool = opened
  database = own
})

const signIn = (username: string, password = testPassword) => callSignIn(pool, username, password)
const refresh = (RefreshToken: string) =>
  pool.call('GetTokensFromRefreshToken', { ClientId: pool.clientId, RefreshToken })

test('refresh tokens rotate; the old one works for ten more seconds, and later use ends the session', async () => {
  await pool.add('ida@example.test')
  const first = await tokensFor(pool, 'ida@example.test')
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
  const { RefreshToken } = await tokensFor(pool, 'ilse@example.test')
  const trail = () =>
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
  expect(await trail()).toEqual([])
  pool.pass(11_000)
  for (let i = 0; i < 2; i++) expect((await refresh(RefreshToken)).status).toBe(400)
  expect(await trail()).toEqual([
    { actor_id: null, target_id: id, target_name: 'Anna Adler', address: '127.0.0.1' },
  ])
})

test('a session ends after twelve hours, however often it is refreshed', async () => {
  await pool.add('jana@example.test')
  let { RefreshToken } = await tokensFor(pool, 'jana@example.test')
  for (let hour = 0; hour < 11; hour++) {
    pool.pass(hourMs)
    const { body } = await refresh(RefreshToken)
    ;({ RefreshToken } = body.AuthenticationResult)
  }
  pool.pass(hourMs + 1000)
  expect((await refresh(RefreshToken)).body.message).toBe('Refresh Token has expired')
})

test('an access token is valid for half an hour', async () => {
  await pool.add('kim@example.test')
  const { AccessToken } = await tokensFor(pool, 'kim@example.test')
  pool.pass(29 * 60_000)
  await verifyAccessToken(pool.ctx, AccessToken)
  pool.pass(60_000 + 6_000)
  await expect(verifyAccessToken(pool.ctx, AccessToken)).rejects.toMatchObject({ code: 'session.expired' })
  expect((await pool.call('GetUser', { AccessToken })).body.message).toBe('Access Token has expired')
})

test('the older refresh call also rotates, with ten seconds of grace, and later use ends the session', async () => {
  await pool.add('lea@example.test')
  const { RefreshToken } = await tokensFor(pool, 'lea@example.test')
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
    await tokensFor(pool, 'mia@example.test'),
    await tokensFor(pool, 'mia@example.test'),
    await tokensFor(pool, 'mia@example.test'),
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
  await tokensFor(pool, 'nora@example.test', 'An0ther-one!')
})

test('changing the password needs the old one, ends other sessions and keeps this one', async () => {
  await pool.add('rita@example.test')
  const [here, there] = [
    await tokensFor(pool, 'rita@example.test'),
    await tokensFor(pool, 'rita@example.test'),
  ]
  const change = (PreviousPassword: string, ProposedPassword: string) =>
    pool.call('ChangePassword', { AccessToken: here.AccessToken, PreviousPassword, ProposedPassword })
  expect((await change('Wr0ng-password', 'An0ther-one!')).body.__type).toBe('NotAuthorizedException')
  expect((await change(testPassword, 'password')).body.__type).toBe('InvalidPasswordException')
  expect((await change(testPassword, 'An0ther-one!')).status).toBe(200)
  await verifyAccessToken(pool.ctx, here.AccessToken)
  await expect(verifyAccessToken(pool.ctx, there.AccessToken)).rejects.toMatchObject({
    code: 'session.expired',
  })
  await tokensFor(pool, 'rita@example.test', 'An0ther-one!')
})

test('an administrator’s new password ends every session', async () => {
  const id = await pool.add('sara@example.test')
  const { AccessToken } = await tokensFor(pool, 'sara@example.test')
  await inTenant(database.db, pool.tenantId, (tx) =>
    setPassword(tx, pool.ctx, { id, password: 'An0ther-one!', temporary: true }),
  )
  await expect(verifyAccessToken(pool.ctx, AccessToken)).rejects.toMatchObject({ code: 'session.expired' })
  expect((await signIn('sara@example.test', 'An0ther-one!')).body.ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
})

test('users’ requests about themselves', async () => {
  const id = await pool.add('tina@example.test', { role: 'manager' })
  const { AccessToken } = await tokensFor(pool, 'tina@example.test')
  const { body } = await pool.call('GetUser', { AccessToken })
  const attributes = Object.fromEntries(
    body.UserAttributes.map(({ Name, Value }: { Name: string; Value: string }) => [Name, Value]),
  )
  expect(attributes).toMatchObject({ sub: id, email: 'tina@example.test', 'custom:role': 'manager' })
  expect((await pool.call('UpdateUserAttributes', { AccessToken })).body.message).toMatch(
    /unauthorized attribute/,
  )
})
