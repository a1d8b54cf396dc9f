import type { AuthenticationResult } from '@verbatim/contract/identity.ts'
import { Role } from '@verbatim/contract/permissions.ts'
import { z } from 'zod'
import { fromBase64 } from './bytes.ts'
import { Failure } from './failure.ts'

/** Tokens of one sign-in from the identity service. */
export interface Tokens {
  readonly access: string
  readonly id: string
  readonly refresh: string
}

/** @param refresh The token to keep if the answer has no successor. */
export function toTokens(result: AuthenticationResult, refresh?: string): Tokens {
  const kept = result.RefreshToken ?? refresh
  if (!kept) throw new Failure('internal')
  return { access: result.AccessToken, id: result.IdToken, refresh: kept }
}

/** Whether an ID token belongs to this sign-in of this client. It came directly from the service, at its own address. */
export function isForSignIn(
  { id, access }: Tokens,
  { nonce, clientId }: { readonly nonce: string; readonly clientId: string },
): boolean {
  const claims = claimsOf(id)
  const fits = claims.nonce === nonce && claims.aud === clientId && claims.token_use === 'id'
  return fits && claimsOf(access).sub === claims.sub
}

/** Identifies the sign-in of the tokens; stays the same over every renewal. */
export function familyOf({ access }: Pick<Tokens, 'access'>): string {
  return claimsOf(access).origin_jti
}

export function expiresAt({ access }: Tokens): number {
  return claimsOf(access).exp * 1000
}

const Claims = z.object({
  exp: z.number(),
  sub: z.string(),
  origin_jti: z.string().default(''),
  scope: z.string().default(''),
  nonce: z.string().optional(),
  aud: z.string().optional().catch(undefined),
  token_use: z.string().optional(),
  email: z.string().default(''),
  name: z.string().default(''),
  'custom:role': Role.catch('none').default('none'),
})

/** The claims of a token. They are not trusted: the server checks, the page only displays. */
export function claimsOf(token: string): z.output<typeof Claims> {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  return Claims.parse(JSON.parse(new TextDecoder().decode(fromBase64(payload))))
}
