import { userPoolClientIdOf, userPoolIdOf } from '@verbatim/contract/identity.ts'
import * as oauth from 'oauth4webapi'
import { offerSingleSignOn } from './single-sign-on.ts'
import { inTenant } from '#platform/db.ts'
import { openTestBrowser } from './browser.ts'
import { openTestDatabase } from './database.ts'
import { openWorld, worldPassword, type WorldTenant } from './world.ts'

export const hostedPort = 3000
/** The registered address of every organization. */
export const redirectUri = `http://redirect.verbatim.localhost:${hostedPort}/auth/redirect.html`
const hostOf = ({ label }: WorldTenant) => `${label}.verbatim.localhost:${hostedPort}`

export type HostedWorld = Awaited<ReturnType<typeof openHostedWorld>>

/** An installation whose organizations offer single sign-on, with a strict client and browsers for its pages. */
export async function openHostedWorld() {
  const database = await openTestDatabase()
  const world = await openWorld(database.url)
  const [tenant, other] = [await world.makeTenant('hosted'), await world.makeTenant('other')]
  for (const { id } of [tenant, other]) await inTenant(database.db, id, (tx) => offerSingleSignOn(tx, true))
  const email = (role = 'compliance') => `${role}@${tenant.label}.example`

  /** The service as a strict client sees it. */
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
    [oauth.customFetch]: async (
      url: string,
      init: oauth.CustomFetchOptions<string, BodyInit | undefined>,
    ) => {
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

  /** Signs in on the page with a password. @returns where the browser is redirected */
  async function signIn(browser = openBrowser(), asked?: Asked, who = email()) {
    const wanted = asked ?? (await request())
    const sent = await browser.open(wanted.url)
    const page = await browser.open(String(sent.headers.location))
    if (page.statusCode !== 200) throw new Error(`The page answered ${page.statusCode}`)
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

  return {
    hostOf,
    database,
    world,
    tenant,
    other,
    email,
    service,
    client,
    open,
    request,
    openBrowser,
    signIn,
    exchange,
    async close() {
      await world[Symbol.asyncDispose]()
      await database.close()
    },
  }
}

/** The claims of a token, without a check. */
export const claimsOf = (token = '..') =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
