import { createHash } from 'node:crypto'
import { userPoolClientIdOf } from '@verbatim/contract/identity.ts'
import { afterAll, beforeAll, expect } from 'vitest'
import { openTestBrowser, type TestBrowser } from './browser.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { openTestProvider, type TestProvider, testProviderClient } from './fakes/oidc-provider.ts'
import type { Answer, Caller } from './caller.ts'
import { openWorld, type World, type WorldTenant } from './world.ts'
import { redirectUri } from './hosted-world.ts'

export const host = 'federated.verbatim.localhost:3000'
export const answerUri = `http://${host}/oauth2/idpresponse`
export const settingUrl = '/bff/organizations/single-sign-on'
export const email = (role: string) => `${role}@federated.example`

interface FederatedBed {
  database: TestDatabase
  world: World
  tenant: WorldTenant
  admin: Caller
  provider: TestProvider
}

/** An organization whose people sign in at a provider of its own, and what their browsers do. */
export function useFederation() {
  const bed = {} as FederatedBed
  beforeAll(async () => {
    bed.database = await openTestDatabase()
    bed.world = await openWorld(bed.database.url)
    bed.tenant = await bed.world.makeTenant('federated')
    bed.admin = await bed.world.as(bed.tenant, bed.tenant.users.tenant_admin)
    bed.provider = await openTestProvider(answerUri)
  }, 60_000)
  afterAll(async () => {
    await bed.provider?.[Symbol.asyncDispose]()
    await bed.world?.[Symbol.asyncDispose]()
    await bed.database?.close()
  })

  /** Signs the administrator in again: the clock has moved beyond the last session. */
  const comeBack = async () => {
    bed.admin = await bed.world.as(bed.tenant, bed.tenant.users.tenant_admin)
  }

  async function set(changed: object = {}, enabled = true): Promise<Answer> {
    const { json } = await bed.admin.call('GET', settingUrl)
    return bed.admin.call('PUT', settingUrl, {
      expectedVersion: json.version,
      enabled,
      provider: {
        name: 'North Identity',
        issuer: bed.provider.issuer,
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
      client_id: userPoolClientIdOf(bed.tenant.id),
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
    expect(page.body).toContain('Continue with ')
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
    const browser = openTestBrowser(bed.world.app, host)
    const back = await atProvider(await leave(browser), who)
    const answer = await browser.open(back)
    return { browser, back, answer, location: String(answer.headers.location ?? '') }
  }

  const postToken = (form: Record<string, string>) =>
    bed.world.app.inject({
      method: 'POST',
      url: '/oauth2/token',
      headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ client_id: userPoolClientIdOf(bed.tenant.id), ...form }).toString(),
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

  return { bed, comeBack, set, begin, leave, atProvider, signIn, postToken, tokensOf }
}
