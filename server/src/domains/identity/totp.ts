import { Secret, TOTP } from 'otpauth'

/** Seconds for which one code is shown. */
const periodSeconds = 30

/** A new authenticator's secret, in base32 as authenticator apps take it. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/**
 * The 30-second step of a code, if it is one of the three around `now`. A step is accepted once: the caller
 * compares it with the last one. SHA-1, 6 digits, one step to either side. Source: docs/rules/identity.md.
 */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: periodSeconds })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / periodSeconds) + delta
}
