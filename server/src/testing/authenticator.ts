import { Secret, TOTP } from 'otpauth'
import type { TestPool } from './identity-pool.ts'

/** The code that an authenticator with this key shows at a time. */
export const authenticatorCode = (key: string, at: Date | number): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Number(at) })

/** Enrols an authenticator for the person of a token, and requires it from then on. @returns its key */
export async function enrolAuthenticator(pool: TestPool, AccessToken: string): Promise<string> {
  const { SecretCode } = (await pool.call('AssociateSoftwareToken', { AccessToken })).body
  const UserCode = authenticatorCode(SecretCode, pool.ctx.now())
  await pool.call('VerifySoftwareToken', { AccessToken, UserCode })
  await pool.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings: { Enabled: true } })
  return SecretCode
}
