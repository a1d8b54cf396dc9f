/** The identity protocol's requests and errors. Source: the Cognito service model. */
import { z } from 'zod'

/**
 * A refusal in the protocol's own words. Throwing it rolls the transaction back; if something must be kept (a failed
 * attempt, an ended session) it is returned instead.
 */
export class IdentityError extends Error {
  override readonly name: string

  constructor(name: string, message: string) {
    super(message)
    this.name = name
  }
}

/** The result of an operation: its answer, or a refusal that keeps its transaction. */
export type Outcome<T> = T | IdentityError

const refusals = {
  credentials: ['NotAuthorizedException', 'Incorrect username or password.'],
  locked: ['NotAuthorizedException', 'Password attempts exceeded'],
  disabled: ['NotAuthorizedException', 'User is disabled.'],
  closed: ['NotAuthorizedException', 'This organization is closed.'],
  'clock-off': ['NotAuthorizedException', 'The timestamp is out of range: check the clock of this device.'],
  'session-unknown': ['NotAuthorizedException', 'Invalid session for the user.'],
  'session-expired': ['NotAuthorizedException', 'Invalid session for the user, session is expired.'],
  'access-invalid': ['NotAuthorizedException', 'Invalid Access Token'],
  'access-expired': ['NotAuthorizedException', 'Access Token has expired'],
  'access-revoked': ['NotAuthorizedException', 'Access Token has been revoked'],
  'access-scope': ['NotAuthorizedException', 'Access Token does not have required scopes'],
  'refresh-invalid': ['NotAuthorizedException', 'Invalid Refresh Token.'],
  'refresh-expired': ['NotAuthorizedException', 'Refresh Token has expired'],
  'refresh-revoked': ['NotAuthorizedException', 'Refresh Token has been revoked'],
  'refresh-reused': [
    'RefreshTokenReuseException',
    'Refresh Token was used before; its session has been ended.',
  ],
  'not-refresh': ['UnsupportedTokenTypeException', 'Only refresh tokens can be revoked.'],
  'reset-required': ['PasswordResetRequiredException', 'Password reset required for the user'],
  'temporary-expired': [
    'NotAuthorizedException',
    'Temporary password has expired and must be reset by an administrator.',
  ],
  'code-wrong': ['CodeMismatchException', 'Invalid code received for user'],
  'enrolment-wrong': ['EnableSoftwareTokenMFAException', 'Code mismatch and fail enable Software Token MFA'],
  'enrolment-missing': ['SoftwareTokenMFANotFoundException', 'No authenticator is being set up.'],
  'mfa-unverified': ['InvalidParameterException', 'User has not verified software token mfa'],
  'mfa-proof': [
    'NotAuthorizedException',
    'The second step in force is changed by its own code, in Account Settings.',
  ],
  'mfa-required': ['InvalidParameterException', 'This user must keep a second step.'],
  'mfa-unsupported': [
    'InvalidParameterException',
    'Only authenticator codes are supported as a second step.',
  ],
  'attribute-unauthorized': ['NotAuthorizedException', 'A client attempted to write unauthorized attribute'],
  'flow-unsupported': ['InvalidParameterException', 'This flow is not enabled for this client'],
  'sign-up': ['NotAuthorizedException', 'SignUp is not permitted for this user pool'],
  'reset-wrong': ['CodeMismatchException', 'Invalid verification code provided, please try again.'],
  'reset-expired': ['ExpiredCodeException', 'Invalid code provided, please request a code again.'],
  'limit-exceeded': ['LimitExceededException', 'Attempt limit exceeded, please try after some time.'],
  'too-many': ['TooManyRequestsException', 'Too many requests'],
} as const satisfies Record<string, readonly [name: string, message: string]>

export function refuse(reason: keyof typeof refusals): IdentityError {
  const [name, message] = refusals[reason]
  return new IdentityError(name, message)
}

const ClientId = z.string().regex(/^[\w+]{1,128}$/)
const Token = z
  .string()
  .max(8192)
  .regex(/^[A-Za-z0-9\-_=.]+$/)
const Session = z.string().min(20).max(2048)
/** The protocol's pattern `[\S]+.*[\S]+` only forbids blanks at the ends; the policy has the other rules. */
const Password = z.string().min(1).max(256)
const Parameters = z.record(z.string().max(128), z.string().max(4096))

export const InitiateAuth = z.object({
  ClientId,
  AuthFlow: z.string(),
  AuthParameters: Parameters.default({}),
})

/** The protocol's own pattern plus inner and outer spaces: no control characters, no halves of characters. */
const Username = z
  .string()
  .max(128)
  .regex(/^[\p{L}\p{M}\p{S}\p{N}\p{P} ]+$/u)

export const SrpParameters = z.object({
  USERNAME: Username,
  SRP_A: z.string(),
})

export const RespondToAuthChallenge = z.object({
  ClientId,
  ChallengeName: z.string(),
  Session: Session.optional(),
  ChallengeResponses: Parameters.default({}),
})
export type RespondToAuthChallenge = z.infer<typeof RespondToAuthChallenge>

export const PasswordClaim = z.object({
  USERNAME: z.string().max(128).optional(),
  PASSWORD_CLAIM_SECRET_BLOCK: z.base64().max(1024),
  PASSWORD_CLAIM_SIGNATURE: z.base64().max(128),
  TIMESTAMP: z.string().max(64),
})

export const NewPasswordClaim = z.object({ NEW_PASSWORD: Password })
export const SoftwareTokenClaim = z.object({ SOFTWARE_TOKEN_MFA_CODE: z.string().trim().max(32) })

export const GetTokensFromRefreshToken = z.object({ ClientId, RefreshToken: Token })
export const RevokeToken = z.object({ ClientId, Token })
export const GetUser = z.object({ AccessToken: Token })
export const GlobalSignOut = GetUser

export const ForgotPassword = z.object({ ClientId, Username })
export const ConfirmForgotPassword = z.object({
  ClientId,
  Username,
  ConfirmationCode: z.string().min(1).max(2048),
  Password,
})

export const ChangePassword = z.object({
  AccessToken: Token,
  PreviousPassword: Password,
  ProposedPassword: Password,
})

/** Either a session of a sign-in that must enrol, or the access token of a user who wants to. */
export const AssociateSoftwareToken = z.union([
  z.object({ AccessToken: Token, Session: z.undefined().optional() }),
  z.object({ Session, AccessToken: z.undefined().optional() }),
])
const UserCode = z.string().regex(/^\d{6}$/)
export const VerifySoftwareToken = z.union([
  z.object({ AccessToken: Token, UserCode, Session: z.undefined().optional() }),
  z.object({ Session, UserCode, AccessToken: z.undefined().optional() }),
])

const MfaSetting = z.object({ Enabled: z.boolean().default(false), PreferredMfa: z.boolean().default(false) })
export const SetUserMFAPreference = z.object({
  AccessToken: Token,
  SoftwareTokenMfaSettings: MfaSetting.optional(),
  SMSMfaSettings: MfaSetting.optional(),
  EmailMfaSettings: MfaSetting.optional(),
})
