import type { AuthenticationResult } from '@verbatim/contract/identity.ts'
import { z } from 'zod'
import { Failure } from './failure.ts'
import { Associated, type IdentityPool, Nothing, Verified } from './identity.ts'

/**
 * The second step through the protocol's own calls, for a pool that keeps it. Every change of an authenticator in use
 * needs the token of a new sign-in with it, because the token of a page left open is not enough.
 */
export interface Authenticator {
  readonly isOn: () => Promise<boolean>
  /** Starts with a first one. @returns its secret, in base32. @throws Failure */
  readonly begin: () => Promise<string>
  /** Proves the new one: from then on, each sign-in requires it. @throws Failure `identity.wrong-code` */
  readonly confirm: (code: string) => Promise<void>
  /** Starts with another one. @returns its secret. @throws Failure `identity.wrong-credentials`, `identity.wrong-code` */
  readonly replace: (proof: Proof) => Promise<string>
  /** @throws Failure `identity.wrong-credentials`, `identity.wrong-code` */
  readonly remove: (proof: Proof) => Promise<void>
}

/** The input of a sign-in. */
interface Proof {
  readonly email: string
  readonly password: string
  readonly code: string
}

const Self = z.object({ UserMFASettingList: z.array(z.string()).optional() })

export function openAuthenticator(pool: IdentityPool, accessToken: () => Promise<string>): Authenticator {
  async function associate(AccessToken: string): Promise<string> {
    return (await pool.call('AssociateSoftwareToken', { AccessToken }, Associated)).SecretCode
  }

  async function prefer(AccessToken: string, on: boolean): Promise<void> {
    const SoftwareTokenMfaSettings = { Enabled: on, PreferredMfa: on }
    await pool.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings }, Nothing)
  }

  /** Signs in separately from the session of the page, for one piece of work. */
  async function proven<T>(proof: Proof, work: (token: string) => Promise<T>): Promise<T> {
    const { AccessToken, RefreshToken: Token } = await signInBeside(pool, proof)
    try {
      return await work(AccessToken)
    } finally {
      await pool.call('RevokeToken', { ClientId: pool.clientId, Token }, Nothing).catch(() => {})
    }
  }

  return {
    async isOn() {
      const { UserMFASettingList = [] } = await pool.call(
        'GetUser',
        { AccessToken: await accessToken() },
        Self,
      )
      return UserMFASettingList.includes('SOFTWARE_TOKEN_MFA')
    },
    begin: async () => associate(await accessToken()),
    async confirm(UserCode) {
      const AccessToken = await accessToken()
      const { Status } = await pool.call('VerifySoftwareToken', { AccessToken, UserCode }, Verified)
      if (Status !== 'SUCCESS') throw new Failure('identity.wrong-code')
      await prefer(AccessToken, true)
    },
    replace: (proof) => proven(proof, associate),
    remove: (proof) => proven(proof, (token) => prefer(token, false)),
  }
}

/** @throws Failure `identity.wrong-credentials`, `identity.wrong-code` */
async function signInBeside(pool: IdentityPool, { email, password, code }: Proof) {
  const { startSignIn } = await import('./sign-in.ts')
  let result: AuthenticationResult | undefined
  const step = await startSignIn(pool, { email, password }, (given) => void (result = given))
  if (step.next === 'code') await step.answer(code)
  if (!result) throw new Failure('identity.wrong-credentials')
  return result
}
