import { randomUUID } from 'node:crypto'
import {
  type AuthenticationResult,
  tenantOfUserPoolId,
  userPoolClientIdOf,
  userPoolIdOf,
} from '@verbatim/contract/identity.ts'
import { type TenantId, UserId } from '@verbatim/contract/ids.ts'
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { findKeyByKid, requireSigningKey } from './keys.ts'
import type { IdentityContext, IdentityMemory } from './memory.ts'
import type { IdentityUser } from './users.ts'

/** Access and ID tokens live this long, in seconds. */
export const tokenLifeSeconds = 30 * 60
/** The scope of a password sign-in's access token at the identity service itself. */
export const selfServiceScope = 'aws.cognito.signin.user.admin'
/** How many seconds the clocks of two of our servers may differ. */
const leewaySeconds = 5

/** The values that stay the same over every refresh of one sign-in. */
interface SignInOrigin {
  /** `origin_jti`: the family of all its tokens. */
  readonly familyId: string
  readonly authTime: Date
  /** The scopes of its access tokens, separated by spaces; `selfServiceScope` if the user proved a password. */
  readonly scope: string
}

/** The claims of an access token whose signature has been checked. */
export interface AccessClaims extends Omit<SignInOrigin, 'scope'> {
  readonly tenantId: TenantId
  readonly userId: UserId
  readonly scopes: readonly string[]
}

/** The right to a pair of tokens, decided in a transaction; they are signed after it. */
export interface Grant {
  readonly user: IdentityUser
  readonly origin: SignInOrigin
  /** Absent if the client keeps its current one. */
  readonly refreshToken?: string
  /** The value that the client wants repeated in the ID token. */
  readonly nonce?: string | undefined
}

export function issuerOf({ issuerBase }: IdentityMemory, tenantId: TenantId): string {
  return `${issuerBase}/${userPoolIdOf(tenantId)}`
}

/** Signs the pair of tokens that a sign-in or a refresh gives. Not within a transaction: keys may have to be read. */
export async function signTokens(
  ctx: IdentityContext,
  { user, origin, refreshToken, nonce }: Grant,
): Promise<AuthenticationResult> {
  const { tenantId } = user
  const shared = {
    sub: user.id,
    iss: issuerOf(ctx.identity, tenantId),
    auth_time: toSeconds(origin.authTime),
    origin_jti: origin.familyId,
    event_id: randomUUID(),
  }
  const [AccessToken, IdToken] = await Promise.all([
    sign(ctx, tenantId, 'access', {
      ...shared,
      token_use: 'access',
      client_id: userPoolClientIdOf(tenantId),
      scope: origin.scope,
      username: user.username,
    }),
    sign(ctx, tenantId, 'id', {
      ...shared,
      token_use: 'id',
      aud: userPoolClientIdOf(tenantId),
      ...(nonce === undefined ? {} : { nonce }),
      'cognito:username': user.username,
      email: user.email,
      email_verified: true,
      given_name: user.firstName,
      family_name: user.lastName,
      name: `${user.firstName} ${user.lastName}`.trim(),
      'custom:role': user.role, // for drawing only: permissions come from the database
    }),
  ])
  const refresh = refreshToken ? { RefreshToken: refreshToken } : {}
  return { AccessToken, IdToken, ...refresh, ExpiresIn: tokenLifeSeconds, TokenType: 'Bearer' }
}

async function sign(
  ctx: IdentityContext,
  tenantId: TenantId,
  purpose: 'id' | 'access',
  claims: JWTPayload,
): Promise<string> {
  const { kid, privateKey } = await requireSigningKey(ctx, tenantId, purpose)
  const issuedAt = toSeconds(ctx.now())
  return new SignJWT({ ...claims, jti: randomUUID(), iat: issuedAt, exp: issuedAt + tokenLifeSeconds })
    .setProtectedHeader({ kid, alg: 'RS256' })
    .sign(privateKey)
}

/**
 * Checks an access token: signature by one of its tenant's access keys, RS256 only, issuer, client, use, times.
 * Does not check whether the session has ended.
 */
export async function readAccessToken(
  ctx: IdentityContext,
  token: string,
): Promise<AccessClaims | 'invalid' | 'expired'> {
  const tenantId = tenantOfToken(ctx.identity, token)
  if (!tenantId) return 'invalid'
  try {
    const key = await findKeyByKid(ctx, tenantId, decodeProtectedHeader(token).kid)
    if (key?.purpose !== 'access') return 'invalid'
    const { payload } = await jwtVerify(token, key.publicKey, {
      issuer: issuerOf(ctx.identity, tenantId),
      algorithms: ['RS256'],
      requiredClaims: ['sub', 'exp', 'iat', 'auth_time', 'origin_jti'],
      currentDate: ctx.now(),
      clockTolerance: leewaySeconds,
    })
    return toAccessClaims(tenantId, payload)
  } catch (error) {
    if (error instanceof errors.JWTExpired) return 'expired'
    if (error instanceof errors.JOSEError || error instanceof TypeError) return 'invalid'
    throw error
  }
}

/** The tenant whose keys to try, from a claim that is read before the token is trusted. */
function tenantOfToken({ issuerBase }: IdentityMemory, token: string): TenantId | undefined {
  try {
    const { iss = '' } = decodeJwt(token)
    return iss.startsWith(`${issuerBase}/`) ? tenantOfUserPoolId(iss.slice(issuerBase.length + 1)) : undefined
  } catch {
    return undefined
  }
}

function toAccessClaims(tenantId: TenantId, payload: JWTPayload): AccessClaims | 'invalid' {
  const { sub, token_use, client_id, auth_time, origin_jti, scope } = payload
  const userId = UserId.safeParse(sub)
  const isOurs = token_use === 'access' && client_id === userPoolClientIdOf(tenantId) && userId.success
  if (!isOurs || typeof auth_time !== 'number' || typeof origin_jti !== 'string') return 'invalid'
  return {
    tenantId,
    userId: userId.data,
    familyId: origin_jti,
    authTime: new Date(auth_time * 1000),
    scopes: typeof scope === 'string' ? scope.split(' ') : [],
  }
}

function toSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}
