import type { CustomFetch } from 'openid-client'
import type { Provider } from '#domains/identity/hosted/single-sign-on.ts'
import type { IdentityContext } from '#domains/identity/memory.ts'
import { publicFetch } from '#platform/public-fetch.ts'

/** A user as a provider describes them. Only `issuer` and `subject` identify them permanently. */
export interface Vouched {
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
  /** The provider has verified the address. */
  readonly isVerified: boolean
  readonly firstName: string
  readonly lastName: string
}

/** The values that bind a sign-in at a provider to its answer; stored until then. */
interface Binding {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface ProviderOptions {
  /** The secret of our client there; undefined for a public client. */
  readonly secret: string | undefined
  /** In `local`, providers on this machine may be called without encryption. */
  readonly environment: string
  readonly memory: Pick<IdentityContext, 'identity' | 'now'>
}

const timeoutSeconds = 10

/**
 * Reads the provider's metadata. We use the certified library for relying parties, and load it only when a user signs in
 * through a provider.
 */
async function open(provider: Provider, { secret, environment, memory }: ProviderOptions) {
  const library = await import('openid-client')
  const { Configuration, enableNonRepudiationChecks } = library
  const isLocal = environment === 'local'
  const calling = isLocal ? undefined : (publicFetch as CustomFetch)
  const server = await memory.identity.providers.find(provider.issuer, memory.now(), async () => {
    const found = await library.discovery(
      new URL(provider.issuer),
      provider.clientId,
      undefined,
      library.None(),
      {
        timeout: timeoutSeconds,
        ...(calling ? { [library.customFetch]: calling } : {}),
        execute: isLocal ? [library.allowInsecureRequests] : [],
      },
    )
    return found.serverMetadata()
  })
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const byPost = !methods.includes('client_secret_basic') && methods.includes('client_secret_post')
  const proof =
    secret === undefined
      ? library.None()
      : byPost
        ? library.ClientSecretPost(secret)
        : library.ClientSecretBasic(secret)
  const configuration = new Configuration(server, provider.clientId, {}, proof)
  configuration.timeout = timeoutSeconds
  if (calling) configuration[library.customFetch] = calling
  if (isLocal) library.allowInsecureRequests(configuration)
  enableNonRepudiationChecks(configuration)
  return { library, configuration }
}

/** Starts a sign-in. @returns the address for the browser */
export async function beginAtProvider(
  provider: Provider,
  options: ProviderOptions,
  asked: { readonly redirectUri: string; readonly binding: Binding; readonly loginHint: string },
): Promise<string> {
  const { library, configuration } = await open(provider, options)
  const { state, nonce, verifier } = asked.binding
  const url = library.buildAuthorizationUrl(configuration, {
    redirect_uri: asked.redirectUri,
    scope: 'openid email profile',
    response_type: 'code',
    state,
    nonce,
    code_challenge: await library.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(asked.loginHint ? { login_hint: asked.loginHint } : {}),
  })
  return url.href
}

/**
 * Accepts the answer of a provider: state, issuer, signature, audience, times and nonce are checked before anything in it is
 * used.
 * @throws Error of the library if any check fails
 */
export async function finishAtProvider(
  provider: Provider,
  options: ProviderOptions,
  answer: { readonly url: URL; readonly binding: Binding },
): Promise<Vouched> {
  const { library, configuration } = await open(provider, options)
  const { state, nonce, verifier } = answer.binding
  const tokens = await library.authorizationCodeGrant(configuration, answer.url, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('The provider gave no ID token')
  const more =
    claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint
      ? await library.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : claims
  const said = (name: string) => (typeof more[name] === 'string' ? more[name] : undefined)
  const [first = '', ...rest] = (said('name') ?? '').split(' ')
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: said('email'),
    isVerified: more['email_verified'] === true || more['email_verified'] === 'true',
    firstName: said('given_name') ?? first,
    lastName: said('family_name') ?? rest.join(' '),
  }
}
