import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { failures } from '@verbatim/contract/errors.ts'
import { userPoolClientIdOf } from '@verbatim/contract/identity.ts'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { openTestBrowser, type TestBrowser } from '#testing/browser.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { openTestProvider, type TestProvider, testProviderClient } from '#testing/fakes/oidc-provider.ts'
import type { Answer, Caller } from '#testing/caller.ts'
import { openWorld, type World, type WorldTenant } from '#testing/world.ts'

let database: TestDatabase
let world: World
let tenant: WorldTenant
let admin: Caller
let provider: TestProvider
const host = 'federated.verbatim.localhost:3000'
const answerUri = `http://${host}/oauth2/idpresponse`
beforeAll(async () => {
  database = await openTestDatabase()
  world = await openWorld(database.url)
  tenant = await world.makeTenant('federated')
  admin = await world.as(tenant, tenant.users.tenant_admin)
  provider = await openTestProvider(answerUri)
}, 60_000)
afterAll(async () => {
  await provider?.[Symbol.asyncDispose]()
  await world?.[Symbol.asyncDispose]()
  await database?.close()
})

/** Signs the administrator in again: the clock has moved beyond the last session. */
const comeBack = async () => {
  admin = await world.as(tenant, tenant.users.tenant_admin)
}

const path = '/bff/organizations/single-sign-on'
const email = (role: string) => `${role}@federated.example`
const redirectUri = 'http://redirect.verbatim.localhost:3000/auth/redirect.html'

async function set(changed: object = {}, enabled = true): Promise<Answer> {
  const { json } = await admin.call('GET', path)
  return admin.call('PUT', path, {
    expectedVersion: json.version,
    enabled,
    provider: {
      name: 'North Identity',
      issuer: provider.issuer,
      clientId: testProviderClient.clientId,
      secret: testProviderClient.secret,
      mailDomains: ['federated.example'],
      createsPeople: false,
      ...changed,
    },
  })
}

function begin() {
  const verifier = 'v'.repeat(64)
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: userPoolClientIdOf(tenant.id),
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: 'state-of-the-page',
    nonce: 'nonce-of-the-page',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString()
  return { verifier, query }
}

/** Starts at the provider. @returns where the browser is redirected */
async function leave(browser: TestBrowser): Promise<string> {
  const { query } = begin()
  const page = await browser.open(`/login?${query}`)
  expect(page.body).toContain('Continue with North Identity')
  const sent = await browser.open(`/login/provider?${query}`)
  expect(sent.statusCode).toBe(302)
  return String(sent.headers.location)
}

/** Signs in at the real provider's page. @returns the address that it sends the browser back to */
async function atProvider(start: string, who: string): Promise<string> {
  const cookies = new Map<string, string>()
  let url = start
  let form: string | undefined
  for (let i = 0; i < 8; i++) {
    const answer = await fetch(url, {
      method: form === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form === undefined ? {} : { body: form }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    form = undefined
    if (location?.startsWith(answerUri)) return location
    if (location) url = new URL(location, url).href
    else form = new URLSearchParams({ email: who }).toString()
  }
  throw new Error(`The provider did not come back from ${url}`)
}

async function signIn(who: string) {
  const browser = openTestBrowser(world.app, host)
  const back = await atProvider(await leave(browser), who)
  const answer = await browser.open(back)
  return { browser, back, answer, location: String(answer.headers.location ?? '') }
}

const postToken = (form: Record<string, string>) =>
  world.app.inject({
    method: 'POST',
    url: '/oauth2/token',
    headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ client_id: userPoolClientIdOf(tenant.id), ...form }).toString(),
  })

async function tokensOf(location: string) {
  const answer = await postToken({
    grant_type: 'authorization_code',
    code: new URL(location).searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
    code_verifier: begin().verifier,
  })
  const tokens = answer.json<{ access_token?: string; id_token?: string; refresh_token?: string }>()
  return { status: answer.statusCode, ...tokens }
}

const claimsOf = (token = '..') =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>

describe('with the organization’s own provider', () => {
  test('a person with an account signs in, and is recognized by the provider’s identifier for them', async () => {
    expect((await set()).status).toBe(200)
    const { answer, location } = await signIn(email('compliance'))
    expect(answer.statusCode).toBe(302)
    expect(location.startsWith(`${redirectUri}?code=`)).toBe(true)
    expect(new URL(location).searchParams.get('state')).toBe('state-of-the-page')
    const tokens = await tokensOf(location)
    expect(claimsOf(tokens.id_token)).toMatchObject({
      sub: tenant.users.compliance,
      nonce: 'nonce-of-the-page',
    })
    expect(claimsOf(tokens.access_token)).toMatchObject({ scope: 'openid email profile' })

    // Another address does not make them another user: issuer and subject identify them now.
    await database.administer(
      `update tenant_user set email = 'moved@federated.example', email_key = 'moved@federated.example'
       where id = '${tenant.users.compliance}'`,
    )
    const again = await tokensOf((await signIn(email('compliance'))).location)
    expect(claimsOf(again.id_token)['sub']).toBe(tenant.users.compliance)
    const trail = await inTenant(database.db, tenant.id, (tx) =>
      tx.selectFrom('audit_event').select('type').where('type', '=', 'single_sign_on_linked').execute(),
    )
    expect(trail).toHaveLength(1)
  })

  test.each([
    ['somebody without an account', 'nobody@federated.example', 'There is no account'],
    ['an address that is not confirmed', 'unverified@federated.example', 'did not confirm'],
    ['an address of another domain', 'analyst@elsewhere.example', 'is not allowed to sign in'],
    ['a super administrator', email('super_admin'), 'sign in with their password'],
  ])('%s is not admitted, and sees why', async (_who, who, told) => {
    await set()
    const { answer } = await signIn(who)
    expect(answer.statusCode).toBe(403)
    expect(answer.headers.location).toBeUndefined()
    expect(answer.body).toContain(told)
    expect(answer.body).not.toContain('<script')
    const { items } = (await admin.call('GET', '/audit/events?limit=1')).json
    expect(items).toMatchObject([{ type: 'sign_in_refused', target: { name: who } }])
  })

  test('a blocked user stays blocked', async () => {
    await set()
    const shut = (enabled: boolean) =>
      inTenant(database.db, tenant.id, (tx) =>
        tx.updateTable('tenant_user').set({ enabled }).where('id', '=', tenant.users.manager).execute(),
      )
    await shut(false)
    expect((await signIn(email('manager'))).answer.statusCode).toBe(403)
    await shut(true)
    expect((await signIn(email('manager'))).answer.statusCode).toBe(302)
    await shut(false)
    expect((await signIn(email('manager'))).answer.statusCode).toBe(403)
  })

  test('a removed user who is invited again signs in as the new user', async () => {
    await set()
    const who = 'returner@federated.example'
    const invite = async () => {
      const { json, status } = await admin.call('POST', '/bff/api/v1/users/invite', {
        email: who,
        firstName: 'Rita',
        lastName: 'Return',
        role: 'analyst',
        permissionProfileIds: [tenant.profiles.everything],
      })
      expect(status).toBe(200)
      return json.id as string
    }
    const personOf = async () => claimsOf((await tokensOf((await signIn(who)).location)).id_token)['sub']
    const before = await invite()
    expect(await personOf()).toBe(before)
    expect((await admin.call('DELETE', `/bff/api/v1/users/${before}`, {})).status).toBe(200)
    expect((await signIn(who)).answer.statusCode).toBe(403)
    const after = await invite()
    expect(after).not.toBe(before)
    expect(await personOf()).toBe(after)
  })

  test('a user who became a super administrator can no longer sign in this way, and their sessions end', async () => {
    await set()
    const { browser, location } = await signIn(email('analyst'))
    const { access_token: token = '', refresh_token = '' } = await tokensOf(location)
    const setRole = (role: 'analyst' | 'super_admin') =>
      inTenant(database.db, tenant.id, (tx) =>
        tx.updateTable('tenant_user').set({ role }).where('id', '=', tenant.users.analyst).execute(),
      )
    const account = async () =>
      (
        await world.app.inject({
          url: '/bff/account',
          headers: { host, authorization: `Bearer ${token}` },
        })
      ).statusCode
    const remembered = async () =>
      String((await browser.open(`/oauth2/authorize?${begin().query}`)).headers.location)
    expect(await account()).toBe(200)
    await setRole('super_admin')
    world.pass(5_000)
    expect(await account()).toBe(401)
    const renewed = await postToken({ grant_type: 'refresh_token', refresh_token })
    expect(renewed.statusCode).toBe(400)
    expect(await remembered()).toMatch(/^\/login\?/)
    const { answer } = await signIn(email('analyst'))
    await setRole('analyst')
    expect(answer.statusCode).toBe(403)
    expect(answer.body).toContain('sign in with their password')
  })

  test('a new person is admitted without a role if that is enabled', async () => {
    await set({ createsPeople: true })
    const tokens = await tokensOf((await signIn('new@federated.example')).location)
    expect(claimsOf(tokens.id_token)).toMatchObject({ email: 'new@federated.example', 'custom:role': 'none' })

    // Administrators can find them and give them a role.
    await comeBack()
    const { items } = (await admin.call('GET', '/bff/api/v1/users?search=new@federated.example')).json
    expect(items).toMatchObject([{ role: 'none', messengerRole: 'none', status: 'active' }])
    const role = { role: 'analyst', permissionProfileIds: [tenant.profiles.north] }
    expect((await admin.call('PUT', `/bff/api/v1/users/${items[0].id}`, role)).status).toBe(200)
    const again = await tokensOf((await signIn('new@federated.example')).location)
    expect(claimsOf(again.id_token)).toMatchObject({ sub: items[0].id, 'custom:role': 'analyst' })
  })

  test('an answer is accepted once, and only from the browser that started the sign-in', async () => {
    await set()
    const { browser, back } = await signIn(email('analyst'))
    expect((await browser.open(back)).statusCode).toBe(400)

    const victim = openTestBrowser(world.app, host)
    const stolen = await atProvider(await leave(victim), email('analyst'))
    const thief = openTestBrowser(world.app, host)
    await leave(thief)
    const answer = await thief.open(stolen)
    expect(answer.statusCode).toBe(400)
    expect(answer.headers.location).toBeUndefined()
    expect(
      (await openTestBrowser(world.app, host).open('/oauth2/idpresponse?code=x&state=y')).statusCode,
    ).toBe(400)
  })
})

test('an address that starts too many sign-ins at the provider sees an error page, and may try again later', async () => {
  await set()
  const browser = openTestBrowser(world.app, host)
  const ask = () => browser.open(`/login/provider?${begin().query}`)
  expect((await ask()).statusCode).toBe(302)
  let last = await ask()
  for (let i = 0; i < 200 && last.statusCode === 302; i++) last = await ask()
  expect(last.statusCode).toBe(429)
  expect(last.headers['content-type']).toContain('text/html')
  expect(last.body).toContain(failures['request.too-many'].message)
  world.pass(60_000)
  expect((await ask()).statusCode).toBe(302)
})

test('a sign-in that takes longer than 15 minutes at the provider must start again', async () => {
  await set()
  for (const [waits, isLate] of [
    [15 * 60_000 - 5_000, false],
    [15 * 60_000 + 1_000, true],
  ] as const) {
    const browser = openTestBrowser(world.app, host)
    const back = await atProvider(await leave(browser), email('analyst'))
    world.pass(waits)
    const { statusCode, headers } = await browser.open(back)
    expect([statusCode === 400, headers.location === undefined]).toEqual([isLate, isLate])
  }
})

type Forged = Readonly<Record<string, unknown>>

/** A provider that signs any claims of a test. */
async function openForger() {
  const keys = await generateKeyPair('RS256')
  const strange = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }
  const forger = {
    issuer: '',
    claims: {} as Forged,
    key: 'own' as 'own' | 'strange' | 'none',
    nonce: '',
    introduced: 0,
  }
  const server = createServer((asked, answer) => {
    const { pathname } = new URL(asked.url ?? '', 'http://x')
    const reply = (body: object) => {
      answer.writeHead(200, { 'content-type': 'application/json' })
      answer.end(JSON.stringify(body))
    }
    if (pathname === '/jwks') return reply({ keys: [jwk] })
    if (pathname === '/token') {
      void idToken().then((id_token) => reply({ access_token: 'a', token_type: 'Bearer', id_token }))
      return
    }
    forger.introduced += 1
    reply({
      issuer: forger.issuer,
      authorization_endpoint: `${forger.issuer}/authorize`,
      token_endpoint: `${forger.issuer}/token`,
      jwks_uri: `${forger.issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    })
  })
  async function idToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: forger.issuer,
      sub: 'forged',
      aud: testProviderClient.clientId,
      iat: now,
      exp: now + 300,
      nonce: forger.nonce,
      email: email('analyst'),
      email_verified: true,
      ...forger.claims,
    }
    if (forger.key === 'none') {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ alg: 'none' })}.${part(claims)}.`
    }
    const key = forger.key === 'own' ? keys.privateKey : strange.privateKey
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(key)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  forger.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(forger, { close: () => server.close() })
}

describe('a provider’s answer is checked, claim by claim', () => {
  let forger: Awaited<ReturnType<typeof openForger>>
  beforeAll(async () => {
    forger = await openForger()
    await comeBack()
  })
  afterAll(() => forger?.close())

  async function arrive(claims: Forged, key: 'own' | 'strange' | 'none' = 'own', extra = {}) {
    await set({ issuer: forger.issuer })
    const browser = openTestBrowser(world.app, host)
    const left = new URL(await leave(browser))
    forger.nonce = left.searchParams.get('nonce') ?? ''
    Object.assign(forger, { claims, key })
    const back = new URLSearchParams({ code: 'c', state: left.searchParams.get('state') ?? '', ...extra })
    return browser.open(`/oauth2/idpresponse?${back.toString()}`)
  }
  const now = () => Math.floor(Date.now() / 1000)

  test('a correct answer is accepted', async () => {
    const answer = await arrive({ sub: `fine-${randomUUID()}`, email: email('manager') })
    // The manager was blocked above; what matters here is that the answer was accepted.
    expect(answer.body).toContain('disabled')
  })

  test('its metadata is requested once in five minutes for any number of sign-ins', async () => {
    await arrive({})
    const before = forger.introduced
    for (let i = 0; i < 5; i++) await arrive({})
    expect(forger.introduced).toBe(before)
    world.pass(5 * 60_000)
    await comeBack()
    await arrive({})
    expect(forger.introduced).toBe(before + 1)
  })

  test.each<[string, Forged, 'own' | 'strange' | 'none', object]>([
    ['another issuer', { iss: 'https://evil.example' }, 'own', {}],
    ['another audience', { aud: 'somebody' }, 'own', {}],
    ['two audiences, for another', { aud: ['verbatim', 'other'], azp: 'other' }, 'own', {}],
    ['no audience', { aud: undefined }, 'own', {}],
    ['another nonce', { nonce: 'other' }, 'own', {}],
    ['no nonce', { nonce: undefined }, 'own', {}],
    ['an end that has passed', { exp: now() - 600 }, 'own', {}],
    ['no end', { exp: undefined }, 'own', {}],
    ['no subject', { sub: undefined }, 'own', {}],
    ['a signature of another key', {}, 'strange', {}],
    ['no signature', {}, 'none', {}],
    ['an issuer that is mixed up', {}, 'own', { iss: 'https://evil.example' }],
    ['an error', {}, 'own', { error: 'access_denied' }],
  ])('%s: no user is admitted', async (_what, claims, key, extra) => {
    const answer = await arrive(claims, key, extra)
    const location = new URL(String(answer.headers.location))
    expect(location.origin + location.pathname).toBe(redirectUri)
    expect(location.searchParams.get('error')).toBe('access_denied')
    expect(location.searchParams.get('code')).toBeNull()
  })
})

describe('the setting', () => {
  test('returns everything except the secret, and stores the secret sealed', async () => {
    const { json } = await set()
    expect(json).toMatchObject({
      enabled: true,
      redirectUri: answerUri,
      provider: { name: 'North Identity', hasSecret: true },
    })
    expect(JSON.stringify(json)).not.toContain(testProviderClient.secret)
    const trail = await inTenant(database.db, tenant.id, (tx) =>
      tx.selectFrom('audit_event').select('changes').where('type', '=', 'single_sign_on_updated').execute(),
    )
    expect(JSON.stringify(trail)).not.toContain(testProviderClient.secret)
  })

  test('a secret stays with its issuer: another one does not get it', async () => {
    await set()
    expect((await set({ secret: undefined, name: 'North' })).json.provider).toMatchObject({ hasSecret: true })
    const other = await set({ secret: undefined, issuer: 'https://other.example' })
    expect(other.json.provider).toMatchObject({ hasSecret: false })
  })

  test('is not changed if the change is based on an outdated version', async () => {
    const { json } = await set()
    const late = await admin.call('PUT', path, { expectedVersion: json.version - 1, enabled: false })
    expect(late.status).toBe(409)
    expect(late.json.error ?? late.json).toMatchObject({ code: 'single-sign-on.changed' })
  })

  test.each(['javascript:alert(1)', 'https://user@evil.example', 'https://x.example?a=b', 'ftp://x', 'x'])(
    'takes no %s for a provider',
    async (issuer) => {
      expect((await set({ issuer })).status).toBe(400)
    },
  )
})
