import { userPoolClientIdOf, userPoolIdOf } from '@verbatim/contract/identity.ts'
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { claimsOf, type HostedWorld, openHostedWorld, redirectUri } from '#testing/hosted-world.ts'

let hosted: HostedWorld
beforeAll(async () => {
  hosted = await openHostedWorld()
}, 60_000)
afterAll(() => hosted?.close())

test('a strict client signs in by code, PKCE, state and nonce, reads the user, refreshes and ends the session', async () => {
  const signedIn = await hosted.signIn()
  expect(signedIn.answer.statusCode).toBe(303)
  expect(signedIn.location.startsWith(`${redirectUri}?code=`)).toBe(true)
  const answer = await hosted.exchange(signedIn)
  const tokens = await oauth.processAuthorizationCodeResponse(hosted.service(), hosted.client(), answer, {
    expectedNonce: signedIn.nonce,
    requireIdToken: true,
  })
  await oauth.validateApplicationLevelSignature(hosted.service(), answer, hosted.open)
  const claims = oauth.getValidatedIdTokenClaims(tokens)
  expect(claims).toMatchObject({ email: hosted.email(), email_verified: true, token_use: 'id' })
  expect(claimsOf(tokens.access_token)).toMatchObject({ token_use: 'access', scope: 'openid email profile' })

  const info = await oauth.userInfoRequest(
    hosted.service(),
    hosted.client(),
    tokens.access_token,
    hosted.open,
  )
  const person = await oauth.processUserInfoResponse(
    hosted.service(),
    hosted.client(),
    claims?.sub ?? '',
    info,
  )
  expect(person).toMatchObject({ email: hosted.email(), email_verified: true })
  const api = await hosted.world.app.inject({
    url: '/bff/config',
    headers: { host: hosted.hostOf(hosted.tenant), authorization: `Bearer ${tokens.access_token}` },
  })
  expect(api.statusCode).toBe(200)

  const again = await oauth.refreshTokenGrantRequest(
    hosted.service(),
    hosted.client(),
    oauth.None(),
    tokens.refresh_token ?? '',
    hosted.open,
  )
  const renewed = await oauth.processRefreshTokenResponse(hosted.service(), hosted.client(), again)
  expect(claimsOf(renewed.access_token)).toMatchObject({ scope: 'openid email profile' })
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(
      hosted.service(),
      hosted.client(),
      oauth.None(),
      renewed.refresh_token ?? '',
      hosted.open,
    ),
  )
  const over = await oauth.userInfoRequest(
    hosted.service(),
    hosted.client(),
    renewed.access_token,
    hosted.open,
  )
  expect(over.status).toBe(401)
})

test('the tokens cannot change the password or the second step', async () => {
  const tokens = (await (await hosted.exchange(await hosted.signIn())).json()) as { access_token: string }
  for (const operation of ['GetUser', 'GlobalSignOut']) {
    const answer = await hosted.world.app.inject({
      method: 'POST',
      url: '/identity/',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      payload: JSON.stringify({ AccessToken: tokens.access_token }),
    })
    expect(answer.json()).toMatchObject({ message: 'Access Token does not have required scopes' })
  }
})

test('a code works once; used again, it ends its session', async () => {
  const signedIn = await hosted.signIn()
  const tokens = (await (await hosted.exchange(signedIn)).json()) as {
    access_token: string
    refresh_token: string
  }
  const again = await hosted.exchange(signedIn)
  expect(again.status).toBe(400)
  expect(await again.json()).toEqual({ error: 'invalid_grant' })
  expect(
    (await oauth.userInfoRequest(hosted.service(), hosted.client(), tokens.access_token, hosted.open)).status,
  ).toBe(401)
  const refreshed = await oauth.refreshTokenGrantRequest(
    hosted.service(),
    hosted.client(),
    oauth.None(),
    tokens.refresh_token,
    hosted.open,
  )
  expect(refreshed.status).toBe(400)
})

test('a revoked session is a sign-out in the trail, once, and what is no session is none', async () => {
  const signedIn = await hosted.signIn()
  const { refresh_token: token = '' } = (await (await hosted.exchange(signedIn)).json()) as {
    refresh_token?: string
  }
  const signOuts = () =>
    inTenant(hosted.database.db, hosted.tenant.id, (tx) =>
      tx
        .selectFrom('audit_event')
        .select(['actor_id', 'actor_name', 'address', 'target_kind'])
        .where('type', '=', 'sign_out')
        .execute(),
    )
  const before = await signOuts()
  const revoke = async (given: string, client_id = hosted.client().client_id) => {
    const { statusCode } = await hosted.world.app.inject({
      method: 'POST',
      url: '/oauth2/revoke',
      headers: { host: hosted.hostOf(hosted.tenant), 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ client_id, token: given }).toString(),
    })
    return statusCode
  }
  expect(await revoke('unknown')).toBe(200)
  expect(await revoke(token, userPoolClientIdOf(hosted.other.id))).toBe(200)
  expect(await signOuts()).toEqual(before)
  expect(await revoke(token)).toBe(200)
  expect(await revoke(token)).toBe(200)
  const [made, ...more] = (await signOuts()).slice(before.length)
  expect(made).toMatchObject({
    actor_id: hosted.tenant.users.compliance,
    address: '127.0.0.1',
    target_kind: 'user',
  })
  expect(more).toEqual([])
})

test('a code is exchanged within a minute, with its verifier, its address and its client', async () => {
  const late = await hosted.signIn()
  hosted.world.pass(61_000)
  expect((await hosted.exchange(late)).status).toBe(400)

  const stolen = await hosted.signIn()
  expect((await hosted.exchange(stolen, oauth.generateRandomCodeVerifier())).status).toBe(400)
  expect((await hosted.exchange(stolen)).status).toBe(400) // used up by the attempt

  const post = (form: Record<string, string>) =>
    hosted.world.app.inject({
      method: 'POST',
      url: '/oauth2/token',
      headers: { host: hosted.hostOf(hosted.tenant), 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    })
  for (const wrong of [
    { redirect_uri: `http://${hosted.hostOf(hosted.tenant)}/auth/callback.html` },
    { client_id: userPoolClientIdOf(hosted.other.id) },
    { client_id: 'somebody' },
    { code_verifier: 'short' },
    { grant_type: 'password' },
  ]) {
    const signedIn = await hosted.signIn()
    const answer = await post({
      grant_type: 'authorization_code',
      client_id: hosted.client().client_id,
      code: new URL(signedIn.location).searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: signedIn.verifier,
      ...wrong,
    })
    expect([wrong, answer.statusCode]).toEqual([wrong, 400])
    expect(answer.json()).not.toHaveProperty('access_token')
  }
})

test('the redirect host serves the two static pages and nothing else', async () => {
  for (const url of [
    '/',
    '/sign-in',
    '/config/cognito',
    '/login',
    '/oauth2/authorize',
    '/auth/hosted.other.html',
    '/bff/config',
  ])
    expect(
      (await hosted.world.app.inject({ url, headers: { host: 'redirect.verbatim.localhost' } })).statusCode,
    ).toBe(404)
})

test('discovery lists the addresses', async () => {
  const url = `/identity/${userPoolIdOf(hosted.tenant.id)}/.well-known/openid-configuration`
  const found = (await hosted.world.app.inject({ url })).json()
  expect(found).toMatchObject({
    authorization_endpoint: 'http://localhost:3000/oauth2/authorize',
    code_challenge_methods_supported: ['S256'],
  })
})
