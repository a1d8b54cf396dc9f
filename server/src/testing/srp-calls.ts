import { randomBytes } from 'node:crypto'
import { proveSrp, srpA, startSrp } from '@verbatim/client/srp.ts'
import { srpTimestamp } from '@verbatim/contract/identity.ts'
import { expect } from 'vitest'
import { type PoolAnswer, testPassword, type TestPool } from './identity-pool.ts'

/** A started sign-in: the data for the second call. */
export interface Begun {
  readonly secret: ReturnType<typeof startSrp>
  readonly answer: PoolAnswer
}

/** Only the first call of a sign-in. */
export async function beginSignIn(pool: TestPool, username: string): Promise<Begun> {
  const secret = startSrp(randomBytes(32))
  const AuthParameters = { USERNAME: username, SRP_A: srpA(secret) }
  const asked = { ClientId: pool.clientId, AuthFlow: 'USER_SRP_AUTH', AuthParameters }
  return { secret, answer: await pool.call('InitiateAuth', asked) }
}

/** The body of the second call. */
export async function makeProof(pool: TestPool, { secret, answer }: Begun, password: string) {
  const { SALT, SRP_B, SECRET_BLOCK, USER_ID_FOR_SRP } = answer.body.ChallengeParameters
  const TIMESTAMP = srpTimestamp(pool.ctx.now())
  const question = {
    poolName: pool.userPoolId.split('_')[1]!,
    userId: USER_ID_FOR_SRP,
    saltHex: SALT,
    srpB: SRP_B,
    secretBlock: SECRET_BLOCK,
  }
  return {
    ClientId: pool.clientId,
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeResponses: {
      USERNAME: USER_ID_FOR_SRP,
      PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
      PASSWORD_CLAIM_SIGNATURE: await proveSrp(secret, question, password, TIMESTAMP),
      TIMESTAMP,
    },
  }
}

/** Both calls: tokens, or the step after the password. */
export async function callSignIn(pool: TestPool, username: string, password: string): Promise<PoolAnswer> {
  const begun = await beginSignIn(pool, username)
  return pool.call('RespondToAuthChallenge', await makeProof(pool, begun, password))
}

/** The tokens of a person who signs in without a further step. */
export async function tokensFor(pool: TestPool, email: string, password?: string) {
  const { body } = await callSignIn(pool, email, password ?? testPassword)
  expect(body.AuthenticationResult).toBeDefined()
  return body.AuthenticationResult as { AccessToken: string; IdToken: string; RefreshToken: string }
}
