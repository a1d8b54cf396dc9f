import { userPoolClientIdOf, userPoolIdOf } from '@verbatim/contract/identity.ts'
import * as oauth from 'oauth4webapi'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { openTestBrowser } from '#testing/browser.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { openWorld, type World, worldPassword, type WorldTenant } from '#testing/world.ts'
import { offerSingleSignOn } from './single-sign-on.ts'

let database: TestDatabase
let world: World
let tenant: WorldTenant
let other: WorldTenant
beforeAll(async () => {
  database = await openTestDatabase()
  world = await openWorld(database.url)
  tenant = await world.makeTenant('hosted')
  other = await world.makeTenant('other')
  for (const { id } of [tenant, other]) await inTenant(database.db, id, (tx) => offerSingleSignOn(tx, true))
}, 60_000)
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await database?.close()
})

const port = 3000
const hostOf = ({ label }: WorldTenant) => `${label}.verbatim.localhost:${port}`
const redirectUri = `http://redirect.verbatim.localhost:${port}/auth/redirect.html`
const email = (role = 'compliance') => `${role}@${tenant.label}.example`

/** The service as a strict client knows it. */
const service = (): oauth.AuthorizationServer => {
  const origin = `http://${hostOf(tenant)}`
  return {
    issuer: `http://localhost:3000/identity/${userPoolIdOf(tenant.id)}`,
    authorization_endpoint: `${origin}/oauth2/authorize`,
    token_endpoint: `${origin}/oauth2/token`,
    userinfo_endpoint: `${origin}/oauth2/userInfo`,
    revocation_endpoint: `${origin}/oauth2/revoke`,
    jwks_uri: `http://localhost:3000/identity/${userPoolIdOf(tenant.id)}/.well-known/jwks.json`,
    code_challenge_methods_supported: ['S256'],
  }
}
const client = (): oauth.Client => ({ client_id: userPoolClientIdOf(tenant.id) })
const open = {
  [oauth.allowInsecureRequests]: true,
  [oauth.customFetch]: async (url: string, init: oauth.CustomFetchOptions<string, BodyInit | undefined>) => {
    const { host, pathname, search } = new URL(url)
    const answer = await world.app.inject({
      method: init.method as 'GET' | 'POST',
      url: pathname + search,
      headers: { ...init.headers, host },
      ...(init.body ? { payload: String(init.body as URLSearchParams) } : {}),
    })
    return new Response(answer.rawPayload.length ? answer.body : null, {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
    })
  },
}

async function request(changed: Record<string, string | undefined> = {}) {
  const verifier = oauth.generateRandomCodeVerifier()
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()]
  const asked: Record<string, string | undefined> = {
    response_type: 'code',
    client_id: client().client_id,
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...changed,
  }
  const present = Object.entries(asked).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return { url: `/oauth2/authorize?${new URLSearchParams(present).toString()}`, verifier, state, nonce }
}

const openBrowser = () => openTestBrowser(world.app, hostOf(tenant))
type Asked = Awaited<ReturnType<typeof request>>

/** Goes through the page with a password. @returns where the browser is sent */
async function signIn(browser = openBrowser(), asked?: Asked, who = email()) {
  const wanted = asked ?? (await request())
  const sent = await browser.open(wanted.url)
  expect(sent.statusCode).toBe(302)
  expect((await browser.open(String(sent.headers.location))).statusCode).toBe(200)
  const answer = await browser.submit({ email: who, password: worldPassword })
  return { ...wanted, browser, answer, location: String(answer.headers.location ?? '') }
}

const exchange = async (
  signedIn: { location: string; verifier: string; state: string },
  verifier?: string,
) => {
  const params = oauth.validateAuthResponse(service(), client(), new URL(signedIn.location), signedIn.state)
  const used = verifier ?? signedIn.verifier
  return oauth.authorizationCodeGrantRequest(
    service(),
    client(),
    oauth.None(),
    params,
    redirectUri,
    used,
    open,
  )
}

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>

test('a strict client signs in by code, PKCE, state and nonce, reads who it is, refreshes and ends the session', async () => {
  const signedIn = await signIn()
  expect(signedIn.answer.statusCode).toBe(303)
  expect(signedIn.location.startsWith(`${redirectUri}?code=`)).toBe(true)
  const answer = await exchange(signedIn)
  const tokens = await oauth.processAuthorizationCodeResponse(service(), client(), answer, {
    expectedNonce: signedIn.nonce,
    requireIdToken: true,
  })
  await oauth.validateApplicationLevelSignature(service(), answer, open)
  const claims = oauth.getValidatedIdTokenClaims(tokens)
  expect(claims).toMatchObject({ email: email(), email_verified: true, token_use: 'id' })
  expect(claimsOf(tokens.access_token)).toMatchObject({ token_use: 'access', scope: 'openid email profile' })

  const info = await oauth.userInfoRequest(service(), client(), tokens.access_token, open)
  const person = await oauth.processUserInfoResponse(service(), client(), claims?.sub ?? '', info)
  expect(person).toMatchObject({ email: email(), email_verified: true })
  const api = await world.app.inject({
    url: '/bff/config',
    headers: { host: hostOf(tenant), authorization: `Bearer ${tokens.access_token}` },
  })
  expect(api.statusCode).toBe(200)

  const again = await oauth.refreshTokenGrantRequest(
    service(),
    client(),
    oauth.None(),
    tokens.refresh_token ?? '',
    open,
  )
  const renewed = await oauth.processRefreshTokenResponse(service(), client(), again)
  expect(claimsOf(renewed.access_token)).toMatchObject({ scope: 'openid email profile' })
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(service(), client(), oauth.None(), renewed.refresh_token ?? '', open),
  )
  const over = await oauth.userInfoRequest(service(), client(), renewed.access_token, open)
  expect(over.status).toBe(401)
})

test('the tokens may not do what takes a password: change it, or the second step', async () => {
  const tokens = (await (await exchange(await signIn())).json()) as { access_token: string }
  for (const operation of ['GetUser', 'GlobalSignOut']) {
    const answer = await world.app.inject({
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

test('a code works once: shown again, it ends the session that it gave', async () => {
  const signedIn = await signIn()
  const tokens = (await (await exchange(signedIn)).json()) as { access_token: string; refresh_token: string }
  const again = await exchange(signedIn)
  expect(again.status).toBe(400)
  expect(await again.json()).toEqual({ error: 'invalid_grant' })
  expect((await oauth.userInfoRequest(service(), client(), tokens.access_token, open)).status).toBe(401)
  const refreshed = await oauth.refreshTokenGrantRequest(
    service(),
    client(),
    oauth.None(),
    tokens.refresh_token,
    open,
  )
  expect(refreshed.status).toBe(400)
})

test('a code is exchanged within a minute, with its verifier, its address and its client', async () => {
  const late = await signIn()
  world.pass(61_000)
  expect((await exchange(late)).status).toBe(400)

  const stolen = await signIn()
  expect((await exchange(stolen, oauth.generateRandomCodeVerifier())).status).toBe(400)
  expect((await exchange(stolen)).status).toBe(400) // burnt by the attempt

  const post = (form: Record<string, string>) =>
    world.app.inject({
      method: 'POST',
      url: '/oauth2/token',
      headers: { host: hostOf(tenant), 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    })
  for (const wrong of [
    { redirect_uri: `http://${hostOf(tenant)}/auth/callback.html` },
    { client_id: userPoolClientIdOf(other.id) },
    { client_id: 'somebody' },
    { code_verifier: 'short' },
    { grant_type: 'password' },
  ]) {
    const signedIn = await signIn()
    const answer = await post({
      grant_type: 'authorization_code',
      client_id: client().client_id,
      code: new URL(signedIn.location).searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: signedIn.verifier,
      ...wrong,
    })
    expect([wrong, answer.statusCode]).toEqual([wrong, 400])
    expect(answer.json()).not.toHaveProperty('access_token')
  }
})

describe('an address that is not registered is never redirected to', () => {
  test.each([
    'https://evil.example/auth/redirect.html',
    `${redirectUri}/`,
    `${redirectUri}?next=https://evil.example`,
    `${redirectUri}#x`,
    redirectUri.toUpperCase(),
    redirectUri.replace('http:', 'https:'),
    redirectUri.replace('redirect.', 'redirect.evil.example/'),
    redirectUri.replace('://', '://user@'),
    `http://other.verbatim.localhost:${port}/auth/callback.html`,
    `http://redirect.verbatim.localhost:${port}/auth/../auth/redirect.html`,
    '//evil.example',
    'javascript:alert(1)',
    '',
  ])('%s', async (wrong) => {
    const { url } = await request({ redirect_uri: wrong })
    const answer = await openBrowser().open(url)
    expect(answer.statusCode).toBe(400)
    expect(answer.headers.location).toBeUndefined()
    expect(answer.headers['content-type']).toContain('text/html')
    expect((await openBrowser().open(url.replace('/oauth2/authorize', '/login'))).statusCode).toBe(400)
  })

  test.each(['https://evil.example/', `http://${'x'}.verbatim.localhost:${port}/sign-in`, '//evil.example'])(
    'nor after a sign-out: %s',
    async (wrong) => {
      const query = new URLSearchParams({ client_id: client().client_id, logout_uri: wrong })
      const answer = await openBrowser().open(`/logout?${query.toString()}`)
      expect(answer.statusCode).toBe(400)
      expect(answer.headers.location).toBeUndefined()
    },
  )

  test('two of them are one too many', async () => {
    const { url } = await request()
    const answer = await openBrowser().open(`${url}&redirect_uri=https://evil.example`)
    expect(answer.statusCode).toBe(400)
  })
})

test.each([
  [{ response_type: 'token' }, 'unsupported_response_type'],
  [{ code_challenge: undefined }, 'invalid_request'],
  [{ code_challenge_method: 'plain' }, 'invalid_request'],
  [{ code_challenge_method: undefined }, 'invalid_request'],
  [{ state: undefined }, 'invalid_request'],
  [{ scope: 'email' }, 'invalid_scope'],
  [{ scope: 'openid aws.cognito.signin.user.admin' }, 'invalid_scope'],
  [{ prompt: 'none' }, 'login_required'],
])('%j is refused as %s, at the registered address', async (changed, error) => {
  const { url, state } = await request(changed)
  const answer = await openBrowser().open(url)
  const location = new URL(String(answer.headers.location))
  expect(location.origin + location.pathname).toBe(redirectUri)
  expect(location.searchParams.get('error')).toBe(error)
  expect(location.searchParams.get('state')).toBe('state' in changed ? null : state)
})

test('an organization that does not offer single sign-on gives no code, and no button', async () => {
  const without = await world.makeTenant('without')
  const { url } = await request({ client_id: userPoolClientIdOf(without.id) })
  const answer = await openBrowser().open(url)
  expect(String(answer.headers.location)).toContain('error=unauthorized_client')
  const config = (of: WorldTenant) =>
    world.app.inject({ url: '/config/cognito', headers: { host: hostOf(of) } }).then((got) => got.json())
  expect(await config(without)).toMatchObject({ identityCognitoDomain: '' })
  expect(await config(tenant)).toMatchObject({
    identityCognitoDomain: `http://${hostOf(tenant)}`,
    identityRedirectUri: redirectUri,
  })
})

test('the page has no script, sends its form to itself and to where the code goes, and is in no frame', async () => {
  const browser = openBrowser()
  const asked = await request({ login_hint: '"><script>alert(1)</script>' })
  const sent = await browser.open(asked.url)
  const page = await browser.open(String(sent.headers.location))
  expect(page.body).not.toContain('<script')
  expect(page.body).not.toMatch(/ (style|on\w+)=/)
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("form-action 'self' http://redirect.verbatim.localhost:3000")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.headers['referrer-policy']).toBe('no-referrer')
  expect(String(page.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/)
  expect(page.body).toContain('/login.css')
  expect((await browser.open('/login.css')).headers['content-type']).toContain('text/css')
})

test('a form of another site, or without its cookie, signs nobody in', async () => {
  const browser = openBrowser()
  const sent = await browser.open((await request()).url)
  const open = () => browser.open(String(sent.headers.location))
  await open()
  const right = { email: email(), password: worldPassword }
  expect((await browser.submit({ ...right, token: 'x' })).statusCode).toBe(400)
  await open()
  expect((await browser.submit(right, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(400)
  await open()
  browser.forgetCookies()
  expect((await browser.submit(right)).statusCode).toBe(400)
})

test('wrong passwords are told alike for somebody and nobody, and locked alike', async () => {
  const answers = await Promise.all(
    [email('manager'), 'nobody@example.test'].map(async (who) => {
      const browser = openBrowser()
      const sent = await browser.open((await request()).url)
      await browser.open(String(sent.headers.location))
      const told: string[] = []
      for (let i = 0; i < 7; i++) {
        const { body } = await browser.submit({ email: who, password: 'Wrong-Horse-8' })
        told.push(/role="alert">([^<]*)/.exec(body)?.[1] ?? '')
      }
      return told
    }),
  )
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]?.[0]).toBe('Incorrect email address or password')
  expect(answers[0]?.[6]).not.toBe(answers[0]?.[0])
})

test('a browser that has signed in is let through for an hour, unless asked to sign in again; /logout ends it', async () => {
  const { browser } = await signIn()
  const asked = await request()
  const through = await browser.open(asked.url)
  expect(String(through.headers.location)).toContain(`${redirectUri}?code=`)
  expect((await exchange({ ...asked, location: String(through.headers.location) })).status).toBe(200)
  const forced = await browser.open((await request({ prompt: 'login' })).url)
  expect(String(forced.headers.location)).toMatch(/^\/login\?/)

  const query = new URLSearchParams({
    client_id: client().client_id,
    logout_uri: `http://${hostOf(tenant)}/sign-in`,
  })
  const out = await browser.open(`/logout?${query.toString()}`)
  expect(out.headers.location).toBe(`http://${hostOf(tenant)}/sign-in`)
  expect(String((await browser.open((await request()).url)).headers.location)).toMatch(/^\/login\?/)

  const { browser: later } = await signIn()
  world.pass(61 * 60_000)
  expect(String((await later.open((await request()).url)).headers.location)).toMatch(/^\/login\?/)
})

test('signing out everywhere ends what the pages remember', async () => {
  const { browser } = await signIn()
  await inTenant(database.db, tenant.id, (tx) =>
    world.ctx.identityAdmin.signOutEverywhere(tx, tenant.id, tenant.users.compliance),
  )
  expect(String((await browser.open((await request()).url)).headers.location)).toMatch(/^\/login\?/)
})

test('the second step is asked for, set up where it is required, and a wrong code may be corrected', async () => {
  await inTenant(database.db, tenant.id, (tx) =>
    tx
      .updateTable('identity_user')
      .set({ mfa_required: true })
      .where('id', '=', tenant.users.analyst)
      .execute(),
  )
  const enrolling = await signIn(undefined, undefined, email('analyst'))
  expect(enrolling.answer.statusCode).toBe(200)
  const [, secret = ''] = /name="secret" value="([A-Z2-7]+)"/.exec(enrolling.answer.body) ?? []
  const codeOf = () =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.ctx.now().getTime() })
  expect((await enrolling.browser.submit({ code: '000000' })).body).toContain('Incorrect authentication code')
  const done = await enrolling.browser.submit({ code: codeOf() })
  expect(String(done.headers.location)).toContain('code=')

  world.pass(60_000)
  const coming = await signIn(undefined, undefined, email('analyst'))
  expect(coming.answer.body).toContain('Enter your code')
  expect((await coming.browser.submit({ code: '123' })).body).toContain('Incorrect authentication code')
  const through = await coming.browser.submit({ code: codeOf() })
  expect((await exchange({ ...coming, location: String(through.headers.location) })).status).toBe(200)
})

test('the redirect host serves the two static pages and nothing else', async () => {
  for (const url of [
    '/',
    '/sign-in',
    '/config/cognito',
    '/login',
    '/oauth2/authorize',
    '/auth/other.html',
    '/bff/config',
  ])
    expect(
      (await world.app.inject({ url, headers: { host: 'redirect.verbatim.localhost' } })).statusCode,
    ).toBe(404)
})

test('discovery names the addresses', async () => {
  const url = `/identity/${userPoolIdOf(tenant.id)}/.well-known/openid-configuration`
  const found = (await world.app.inject({ url })).json()
  expect(found).toMatchObject({
    authorization_endpoint: 'http://localhost:3000/oauth2/authorize',
    code_challenge_methods_supported: ['S256'],
  })
})
