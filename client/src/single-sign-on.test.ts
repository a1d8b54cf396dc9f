import { createHash } from 'node:crypto'
import { TenantId } from '@verbatim/contract/ids.ts'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startSignIn } from './sign-in.ts'
import { openSingleSignOn } from './single-sign-on.ts'
import type { Environment } from './environment.ts'
import type { Tokens } from './tokens.ts'

const origin = 'https://acme.example.com'
const config = {
  userPoolId: 'eu-central-1_Pool1',
  userPoolClientId: 'app1',
  identityCognitoDomain: 'sign-in.example.com',
  tenantId: TenantId.parse('01900000-0000-7000-8000-000000000001'),
  identityRedirectUri: 'https://redirect.example.com/auth/redirect.html',
}

let stored: Map<string, string>
let signedIn: Tokens[]
let exchanges: URLSearchParams[]
/** The answer of the token endpoint. */
let answer: () => Response
beforeEach(() => {
  stored = new Map()
  signedIn = []
  exchanges = []
  answer = () => Response.json(tokensOf({}))
})

const jwt = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`
const pending = () =>
  JSON.parse([...stored.values()][0] ?? '{}') as { state: string; nonce: string; verifier: string }

/** Tokens for the pending sign-in, returned by the exchange. */
let nonce = ''
function tokensOf(changedId: object, changedAccess: object = {}) {
  const shared = { sub: 'person', exp: 2_000_000_000, origin_jti: 'family' }
  const id = { ...shared, aud: 'app1', token_use: 'id', nonce, ...changedId }
  const access = { ...shared, scope: 'openid email profile', ...changedAccess }
  return { access_token: jwt(access), id_token: jwt(id), refresh_token: 'refresh', expires_in: 1800 }
}

function open(changed: Partial<Environment> = {}, changedConfig: object = {}) {
  const environment = {
    origin,
    storage: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => void stored.set(name, value),
      removeItem: (name: string) => void stored.delete(name),
    },
    fetch: (async (_url, init) => {
      exchanges.push(new URLSearchParams(init?.body as string))
      return answer()
    }) as typeof fetch,
    ...changed,
  } as Environment
  const opened = openSingleSignOn({ ...config, ...changedConfig }, environment, (tokens) =>
    signedIn.push(tokens),
  )
  if (!opened) throw new Error('There is no single sign-on')
  return opened
}

async function begin(on = open()) {
  const asked = new URL(await on.begin('/messages?page=2'))
  nonce = pending().nonce
  return { on, asked, ...pending() }
}

test('starts with a challenge for a secret that stays in the tab, and a state that names the organization', async () => {
  const { asked, state, verifier } = await begin()
  expect(asked.origin + asked.pathname).toBe('https://sign-in.example.com/oauth2/authorize')
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'app1',
    redirect_uri: config.identityRedirectUri,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  expect(asked.href).not.toContain(verifier)
  expect(state).toMatch(/^acme\.[\w-]{43}$/)
})

test('a page without encryption, and so without cryptography, shows an error instead of a sign-in', async () => {
  vi.stubGlobal('crypto', { getRandomValues: () => undefined })
  onTestFinished(() => void vi.unstubAllGlobals())
  await expect(open().begin('/')).rejects.toMatchObject({ code: 'identity.insecure-page' })
  const credentials = { email: 'ana@acme.example', password: 'x' }
  const signingIn = startSignIn(undefined as never, credentials, undefined as never)
  await expect(signingIn).rejects.toMatchObject({ code: 'identity.insecure-page' })
  expect(stored.size).toBe(0)
})

test('an answer for this sign-in signs in, and returns to the requested page', async () => {
  const { on, state, verifier } = await begin()
  expect(await on.finish(`code=c1&state=${state}`)).toBe('/messages?page=2')
  expect(signedIn).toHaveLength(1)
  expect(Object.fromEntries(exchanges[0] ?? [])).toEqual({
    grant_type: 'authorization_code',
    client_id: 'app1',
    code: 'c1',
    redirect_uri: config.identityRedirectUri,
    code_verifier: verifier,
  })
  expect(stored.size).toBe(0)
})

describe('no user is signed in', () => {
  const refused = async (on: ReturnType<typeof open>, query: string, code: string) => {
    await expect(on.finish(query)).rejects.toMatchObject({ code })
    expect(signedIn).toEqual([])
    expect(stored.size).toBe(0) // all pending sign-ins are gone
  }

  test('by an answer that this tab did not request', async () => {
    await refused(open(), 'code=c&state=acme.x', 'identity.sign-on-unknown')
    const { on } = await begin()
    await refused(on, 'code=c&state=acme.other', 'identity.sign-on-unknown')
    expect(exchanges).toEqual([])
  })

  test('by an answer that is used again', async () => {
    const { on, state } = await begin()
    await on.finish(`code=c&state=${state}`)
    signedIn = []
    await refused(on, `code=c&state=${state}`, 'identity.sign-on-unknown')
  })

  test.each(['error=access_denied', 'code=c&error=server_error', ''])('by the answer %j', async (query) => {
    const { on, state } = await begin()
    await refused(on, `${query}&state=${state}`, 'identity.sign-on-refused')
    expect(exchanges).toEqual([])
  })

  test.each<[string, object, object]>([
    ['another nonce', { nonce: 'other' }, {}],
    ['no nonce', { nonce: undefined }, {}],
    ['another audience', { aud: 'app2' }, {}],
    ['no audience', { aud: undefined }, {}],
    ['several audiences', { aud: ['app1', 'app2'] }, {}],
    ['the use of an access token', { token_use: 'access' }, {}],
    ['no use', { token_use: undefined }, {}],
    ['another person than the access token', { sub: 'other' }, {}],
    ['an access token of another person', {}, { sub: 'other' }],
  ])('by an ID token with %s', async (_what, id, access) => {
    const { on, state } = await begin()
    answer = () => Response.json(tokensOf(id, access))
    await refused(on, `code=c&state=${state}`, 'identity.sign-on-refused')
  })

  test('if the code is refused or the service is unreachable', async () => {
    answer = () => Response.json({ error: 'invalid_grant' }, { status: 400 })
    const first = await begin()
    await refused(first.on, `code=c&state=${first.state}`, 'identity.sign-on-refused')
    const away = await begin(open({ fetch: () => Promise.reject(new TypeError('away')) }))
    await refused(away.on, `code=c&state=${away.state}`, 'network')
  })
})

test('signing out leads to the sign-in of the application in use', () => {
  const logoutUri = (path?: string) =>
    new URL(open(path === undefined ? {} : { signInPath: path }).signOutAddress).searchParams.get(
      'logout_uri',
    )
  expect(logoutUri()).toBe(`${origin}/sign-in`)
  expect(logoutUri('/messenger/sign-in')).toBe(`${origin}/messenger/sign-in`)
})

test('there is none for an organization without it, or outside a browser', () => {
  const none = (changed: object, of = {}) =>
    openSingleSignOn({ ...config, ...of }, { ...changed } as Environment, () => {})
  expect(none({ origin }, { identityCognitoDomain: '' })).toBeUndefined()
  expect(none({})).toBeUndefined()
})
