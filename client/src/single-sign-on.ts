import type { CognitoConfig } from '@verbatim/contract/config.ts'
import { z } from 'zod'
import { toBase64, utf8 } from './bytes.ts'
import { Failure } from './failure.ts'
import type { Environment } from './environment.ts'
import { isForSignIn, type Tokens, toTokens } from './tokens.ts'

/**
 * Sign-in and sign-out through the hosted pages: the code flow with PKCE, state and nonce. Source:
 * docs/rules/identity.md.
 */
export interface SingleSignOn {
  /** Starts a sign-in, and returns the next address of the tab. @param returnTo Its last page in the product. */
  readonly begin: (returnTo: string) => Promise<string>
  /**
   * Completes the sign-in that `begin` started in this tab, with the query from the hosted pages.
   * @returns where to go
   * @throws Failure `identity.sign-on-unknown`, `identity.sign-on-refused`, `network`
   */
  readonly finish: (query: string) => Promise<string>
  /** The address that signs the tab out there too; otherwise the next sign-in would need no password. */
  readonly signOutAddress: string
}

const Pending = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
})

const Answer = z.object({ access_token: z.string(), id_token: z.string(), refresh_token: z.string() })

const timeoutMs = 15_000

/** Undefined if the organization offers none, or the page is not in a browser. */
export function openSingleSignOn(
  config: CognitoConfig,
  environment: Environment,
  signIn: (tokens: Tokens) => void,
): SingleSignOn | undefined {
  const { identityCognitoDomain: domain, userPoolClientId: clientId, userPoolId } = config
  const { origin, storage, signInPath = '/sign-in' } = environment
  if (!domain || !origin) return undefined
  const base = (domain.includes('://') ? domain : `https://${domain}`).replace(/\/$/, '')
  const redirectUri = config.identityRedirectUri ?? `${origin}/auth/callback.html`
  const name = `verbatim.single-sign-on.${userPoolId}`

  /** Removed before it is used, so that an answer is accepted once. */
  function takePending(): z.output<typeof Pending> | undefined {
    const text = storage.getItem(name) ?? ''
    storage.removeItem(name)
    try {
      return Pending.safeParse(JSON.parse(text)).data
    } catch {
      return undefined
    }
  }

  async function exchange(code: string, verifier: string): Promise<Tokens> {
    const form = {
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }
    const response = await environment
      .fetch(`${base}/oauth2/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
        cache: 'no-store',
        credentials: 'omit',
        signal: AbortSignal.timeout(timeoutMs),
      })
      .catch((cause: unknown) => {
        throw new Failure('network', { cause })
      })
    const answer = Answer.safeParse(await response.json().catch(() => undefined))
    if (!response.ok || !answer.success) throw new Failure('identity.sign-on-refused')
    const { access_token: AccessToken, id_token: IdToken, refresh_token: RefreshToken } = answer.data
    return toTokens({ AccessToken, IdToken, RefreshToken, ExpiresIn: 0, TokenType: 'Bearer' })
  }

  return {
    async begin(returnTo) {
      if (!globalThis.crypto?.subtle) throw new Failure('identity.insecure-page')
      const [verifier, nonce, chance] = [random(), random(), random()]
      // The shared host reads from the state which organization gets the answer.
      const isShared = new URL(redirectUri).origin !== origin
      const state = isShared ? `${new URL(origin).hostname.split('.')[0]}.${chance}` : chance
      storage.setItem(name, JSON.stringify({ state, nonce, verifier, returnTo }))
      const challenge = new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(verifier)))
      const asked = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: toBase64Url(challenge),
        code_challenge_method: 'S256',
      }
      return `${base}/oauth2/authorize?${new URLSearchParams(asked).toString()}`
    },
    async finish(query) {
      const pending = takePending()
      const answer = new URLSearchParams(query)
      if (!pending || answer.get('state') !== pending.state) throw new Failure('identity.sign-on-unknown')
      const code = answer.get('code')
      if (!code || answer.has('error')) throw new Failure('identity.sign-on-refused')
      const { nonce, verifier, returnTo } = pending
      const tokens = await exchange(code, verifier)
      if (!isForSignIn(tokens, { nonce, clientId })) throw new Failure('identity.sign-on-refused')
      signIn(tokens)
      return returnTo
    },
    signOutAddress: `${base}/logout?${new URLSearchParams({ client_id: clientId, logout_uri: origin + signInPath }).toString()}`,
  }
}

const random = () => toBase64Url(crypto.getRandomValues(new Uint8Array(32)))

const toBase64Url = (bytes: Uint8Array) =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
