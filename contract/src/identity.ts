/**
 * The agreement of the browser and the embedded identity service: the part of the Cognito wire protocol that is
 * ours to use, the names of a tenant's pool, and the password rule. Source: docs/rules/identity.md.
 */
import { z } from 'zod'
import type { OwnFailureCode } from './own-failures.ts'
import { TenantId } from './ids.ts'

/** A tenant's pool at the embedded service. Verifiers are bound to the part after `_`, which must never change. */
export function userPoolIdOf(tenantId: TenantId): string {
  return `local_${toHex(tenantId)}`
}

/** The public app client of a tenant's pool; it has no secret. The protocol's first call names only this. */
export function userPoolClientIdOf(tenantId: TenantId): string {
  return `app${toHex(tenantId)}`
}

/** The tenant whose pool a client id belongs to, if it is one of ours. The tenant need not exist. */
export function tenantOfClientId(clientId: string): TenantId | undefined {
  return fromHex(/^app([0-9a-f]{32})$/.exec(clientId)?.[1])
}

/** The tenant of a pool id, if it is one of ours. The tenant need not exist. */
export function tenantOfUserPoolId(userPoolId: string): TenantId | undefined {
  return fromHex(/^local_([0-9a-f]{32})$/.exec(userPoolId)?.[1])
}

/** The part of a pool id that is used in the proof. */
export function poolNameOf(userPoolId: string): string {
  return userPoolId.slice(userPoolId.indexOf('_') + 1)
}

function toHex(tenantId: TenantId): string {
  return tenantId.replaceAll('-', '').toLowerCase()
}

function fromHex(hex: string | undefined): TenantId | undefined {
  return TenantId.safeParse(hex?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')).data
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const timestampForm = /^\w{3} (\w{3}) ([1-9]\d?) (\d\d):(\d\d):(\d\d) UTC (\d{4})$/

/** `TIMESTAMP`: "Sun Mar 1 04:05:06 UTC 2026", English, UTC, the day without a leading zero. */
export function srpTimestamp(at: Date): string {
  const time = at.toISOString().slice(11, 19)
  return `${days[at.getUTCDay()]} ${months[at.getUTCMonth()]} ${at.getUTCDate()} ${time} UTC ${at.getUTCFullYear()}`
}

/** Reads `TIMESTAMP` strictly: a day with a leading zero, a wrong weekday or 30 February is undefined. */
export function parseSrpTimestamp(text: string): Date | undefined {
  const [, month = '', ...numbers] = timestampForm.exec(text) ?? []
  const [day = 0, hours = 0, minutes = 0, seconds = 0, year = 0] = numbers.map(Number)
  const at = new Date(Date.UTC(year, months.indexOf(month), day, hours, minutes, seconds))
  return year >= 1970 && srpTimestamp(at) === text ? at : undefined
}

/** What authenticator apps read from a QR code. Source: the Key URI format. */
export function totpUri(email: string, secret: string): string {
  return `otpauth://totp/${encodeURIComponent(`Verbatim:${email}`)}?secret=${secret}&issuer=Verbatim`
}

/** How long a code to reset a password is valid. */
export const resetCodeMinutes = 60
/** How many codes may be requested, and how many wrong ones tried, for one account per hour. Source: docs/rules/identity.md. */
export const resetRequestsPerHour = 5
export const resetTriesPerHour = 5
/** After this long, another code can be requested. */
export const resendSeconds = 60

/** The result of a sign-in, an answered challenge or a refresh. */
export const AuthenticationResult = z.object({
  AccessToken: z.string(),
  IdToken: z.string(),
  /** Absent if the refresh token stays the same. */
  RefreshToken: z.string().optional(),
  /** Seconds. */
  ExpiresIn: z.number(),
  TokenType: z.string(),
})
export type AuthenticationResult = z.infer<typeof AuthenticationResult>

/** The steps that a sign-in may require after the first call. */
const challengeNames = [
  'PASSWORD_VERIFIER',
  'SOFTWARE_TOKEN_MFA',
  'MFA_SETUP',
  'NEW_PASSWORD_REQUIRED',
  'SMS_MFA',
  'EMAIL_OTP',
] as const
export type ChallengeName = (typeof challengeNames)[number]

/** The answer of InitiateAuth and RespondToAuthChallenge: a further challenge, or tokens. */
export const AuthenticationStep = z.object({
  ChallengeName: z.enum(challengeNames).optional(),
  Session: z.string().optional(),
  ChallengeParameters: z.record(z.string(), z.string()).default({}),
  AuthenticationResult: AuthenticationResult.optional(),
})
export type AuthenticationStep = z.infer<typeof AuthenticationStep>

/**
 * The product's failure for an error of the identity service. The name decides, never the status;
 * one name covers several events, distinguished by the message. Source: docs/rules/identity.md.
 */
export function identityFailure(name: string, message: string): OwnFailureCode {
  if (name === 'InvalidPasswordException' && /too common/i.test(message)) return 'identity.common-password'
  if (name === 'NotAuthorizedException') {
    if (/organization is closed/i.test(message)) return 'organization.closed'
    if (/temporary password has expired/i.test(message)) return 'identity.invitation-expired'
    if (/attempts exceeded/i.test(message)) return 'identity.too-many-attempts'
    if (/token/i.test(message)) return 'session.expired'
    if (/session/i.test(message)) return 'session.expired'
    return 'identity.wrong-credentials'
  }
  return failureByName.get(name) ?? 'internal'
}

const failureByName = new Map<string, OwnFailureCode>(
  Object.entries({
    UserNotFoundException: 'identity.wrong-credentials',
    CodeMismatchException: 'identity.wrong-code',
    EnableSoftwareTokenMFAException: 'identity.wrong-code',
    ExpiredCodeException: 'identity.code-expired',
    InvalidPasswordException: 'identity.weak-password',
    PasswordHistoryPolicyViolationException: 'identity.weak-password',
    PasswordResetRequiredException: 'identity.reset-required',
    RefreshTokenReuseException: 'session.expired',
    LimitExceededException: 'identity.too-many-attempts',
    TooManyRequestsException: 'identity.too-many-attempts',
    TooManyFailedAttemptsException: 'identity.too-many-attempts',
  } satisfies Record<string, OwnFailureCode>),
)
