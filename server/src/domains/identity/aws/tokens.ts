import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import type { Verified } from '#domains/identity/sessions.ts'
import { Failure } from '#kernel/failure.ts'
import { rememberEndings } from './endings.ts'
import { type AwsPool, readPoolUsername } from './pool.ts'
import { type ProofContext, rememberProofs } from './proofs.ts'

/** Our clock and that of AWS may differ by this many seconds. */
const leewaySeconds = 30
/** Errors of a token; any other error concerns the keys. */
const faultsOfTokens = [
  errors.JWTExpired,
  errors.JWTClaimValidationFailed,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JWKSNoMatchingKey,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
]

/**
 * Builds the check of a pool's access tokens at AWS: signature by one of its published keys, RS256 only, issuer, use,
 * client, times, that the person is the user whose name they have, and that their sessions were not ended since. Source: docs/rules/identity.md.
 * @returns a function that throws Failure `session.expired`, or `unavailable` if the keys cannot be read
 */
export function makeAwsVerifier(pool: AwsPool, ctx: ProofContext): (token: string) => Promise<Verified> {
  const keys = createRemoteJWKSet(new URL(`${pool.issuer}/.well-known/jwks.json`), { timeoutDuration: 5_000 })
  const endings = rememberEndings(ctx)
  const isProven = rememberProofs(pool, ctx)
  return async (token) => {
    const payload = await readToken(token)
    const verified = payload && toVerified(pool, payload)
    if (!verified || !(await isProven(verified, payload.sub))) throw new Failure('session.expired')
    const ended = (await endings(verified.tenantId)).get(verified.userId)
    // A sign-in in the same second as the end may be before or after it; one more sign-in does less harm.
    if (ended && verified.authTime <= ended) throw new Failure('session.expired')
    return verified
  }

  async function readToken(token: string): Promise<JWTPayload | undefined> {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: pool.issuer,
        algorithms: ['RS256'],
        requiredClaims: ['sub', 'exp', 'iat', 'auth_time', 'username'],
        currentDate: ctx.now(),
        clockTolerance: leewaySeconds,
      })
      return payload
    } catch (error) {
      if (faultsOfTokens.some((fault) => error instanceof fault)) return undefined
      throw new Failure('unavailable', {}, error)
    }
  }
}

function toVerified(pool: AwsPool, payload: JWTPayload): Verified | undefined {
  const { token_use, client_id, username, auth_time, origin_jti, jti, scope } = payload
  const person = readPoolUsername(username)
  if (token_use !== 'access' || client_id !== pool.clientId || !person || typeof auth_time !== 'number')
    return undefined
  const originJti = typeof origin_jti === 'string' ? origin_jti : (jti ?? '')
  const scopes = typeof scope === 'string' ? scope.split(' ') : []
  return { ...person, originJti, authTime: new Date(auth_time * 1000), scopes }
}
