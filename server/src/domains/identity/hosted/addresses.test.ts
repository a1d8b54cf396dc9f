import { userPoolClientIdOf } from '@verbatim/contract/identity.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WorldTenant } from '#testing/world.ts'
import { hostedPort as port, type HostedWorld, openHostedWorld, redirectUri } from '#testing/hosted-world.ts'

let hosted: HostedWorld
beforeAll(async () => {
  hosted = await openHostedWorld()
}, 60_000)
afterAll(() => hosted?.close())

describe('the pages never redirect to an address that is not registered', () => {
  test.each([
    'https://evil.example/auth/redirect.html',
    `${redirectUri}/`,
    `${redirectUri}?next=https://evil.example`,
    `${redirectUri}#x`,
    redirectUri.toUpperCase(),
    redirectUri.replace('http:', 'https:'),
    redirectUri.replace('redirect.', 'redirect.evil.example/'),
    redirectUri.replace('://', '://user@'),
    `http://hosted.other.verbatim.localhost:${port}/auth/callback.html`,
    `http://redirect.verbatim.localhost:${port}/auth/../auth/redirect.html`,
    '//evil.example',
    'javascript:alert(1)',
    '',
  ])('%s', async (wrong) => {
    const { url } = await hosted.request({ redirect_uri: wrong })
    const answer = await hosted.openBrowser().open(url)
    expect(answer.statusCode).toBe(400)
    expect(answer.headers.location).toBeUndefined()
    expect(answer.headers['content-type']).toContain('text/html')
    expect((await hosted.openBrowser().open(url.replace('/oauth2/authorize', '/login'))).statusCode).toBe(400)
  })

  test.each(['https://evil.example/', `http://${'x'}.verbatim.localhost:${port}/sign-in`, '//evil.example'])(
    'the same is true after a sign-out: %s',
    async (wrong) => {
      const query = new URLSearchParams({ client_id: hosted.client().client_id, logout_uri: wrong })
      const answer = await hosted.openBrowser().open(`/logout?${query.toString()}`)
      expect(answer.statusCode).toBe(400)
      expect(answer.headers.location).toBeUndefined()
    },
  )

  test('a request with two of them is refused', async () => {
    const { url } = await hosted.request()
    const answer = await hosted.openBrowser().open(`${url}&redirect_uri=https://evil.example`)
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
  const { url, state } = await hosted.request(changed)
  const answer = await hosted.openBrowser().open(url)
  const location = new URL(String(answer.headers.location))
  expect(location.origin + location.pathname).toBe(redirectUri)
  expect(location.searchParams.get('error')).toBe(error)
  expect(location.searchParams.get('state')).toBe('state' in changed ? null : state)
})

test('an organization without single sign-on gives no code and shows no button', async () => {
  const without = await hosted.world.makeTenant('without')
  const { url } = await hosted.request({ client_id: userPoolClientIdOf(without.id) })
  const answer = await hosted.openBrowser().open(url)
  expect(String(answer.headers.location)).toContain('error=unauthorized_client')
  const config = (of: WorldTenant) =>
    hosted.world.app
      .inject({ url: '/config/cognito', headers: { host: hosted.hostOf(of) } })
      .then((got) => got.json())
  expect(await config(without)).toMatchObject({ identityCognitoDomain: '' })
  expect(await config(hosted.tenant)).toMatchObject({
    identityCognitoDomain: `http://${hosted.hostOf(hosted.tenant)}`,
    identityRedirectUri: redirectUri,
  })
})
