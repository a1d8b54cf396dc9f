import {
  type AuthenticationResult,
  AuthenticationStep,
  type ChallengeName,
  srpTimestamp,
  totpUri,
} from '@verbatim/contract/identity.ts'
import { Failure } from './failure.ts'
import { Associated, type IdentityPool, Verified } from './identity.ts'
import { proveSrp, srpA, startSrp } from './srp.ts'

/**
 * The next step of a sign-in. Each step's `answer` returns the next step. A wrong code or a weak password rejects with its
 * `Failure`, and the step can be answered again.
 */
export type SignInStep =
  | { readonly next: 'done' }
  | CodeStep
  | { readonly next: 'new-password'; readonly answer: (password: string) => Promise<SignInStep> }
  | EnrolStep

export interface CodeStep {
  readonly next: 'code'
  readonly medium: 'authenticator' | 'sms' | 'email'
  /** The masked destination of the code. */
  readonly sentTo: string | undefined
  readonly answer: (code: string) => Promise<SignInStep>
  /** Present only for codes that are sent, because an authenticator shows its own. */
  readonly resend?: () => Promise<SignInStep>
}

export interface EnrolStep {
  readonly next: 'enrol'
  /** Base32, for typing. */
  readonly secret: string
  /** `otpauth:` address, for a QR code. */
  readonly uri: string
  readonly answer: (code: string) => Promise<SignInStep>
}

/** The end of a sign-in: tokens that the session keeps. */
export type Finish = (result: AuthenticationResult) => void

interface Credentials {
  readonly email: string
  /** Kept in this closure until the flow ends, because resending a code starts the sign-in again; never stored. */
  readonly password: string
}

/**
 * Signs in with a proof: the password does not leave the page.
 *
 * @throws Failure `identity.wrong-credentials`, `identity.too-many-attempts`, `identity.reset-required`, `network`, …
 */
export async function startSignIn(
  pool: IdentityPool,
  credentials: Credentials,
  finish: Finish,
): Promise<SignInStep> {
  if (!globalThis.crypto?.subtle) throw new Failure('identity.insecure-page')
  return toStep({ pool, credentials, finish }, await provePassword(pool, credentials))
}

async function provePassword(
  pool: IdentityPool,
  { email, password }: Credentials,
): Promise<AuthenticationStep> {
  const secret = startSrp(crypto.getRandomValues(new Uint8Array(32)))
  const { ChallengeParameters: asked } = await pool.call(
    'InitiateAuth',
    {
      ClientId: pool.clientId,
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: email.trim(), SRP_A: srpA(secret) },
    },
    AuthenticationStep,
  )
  const { SALT, SRP_B, SECRET_BLOCK, USER_ID_FOR_SRP } = asked
  if (!SALT || !SRP_B || !SECRET_BLOCK || !USER_ID_FOR_SRP) throw new Failure('internal')
  const question = {
    poolName: pool.poolName,
    userId: USER_ID_FOR_SRP,
    saltHex: SALT,
    srpB: SRP_B,
    secretBlock: SECRET_BLOCK,
  }
  const timestamp = srpTimestamp(pool.serviceTime())
  return respond(pool, 'PASSWORD_VERIFIER', undefined, {
    USERNAME: USER_ID_FOR_SRP,
    PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
    PASSWORD_CLAIM_SIGNATURE: await proveSrp(secret, question, password, timestamp),
    TIMESTAMP: timestamp,
  })
}

function respond(
  pool: IdentityPool,
  ChallengeName: ChallengeName,
  Session: string | undefined,
  ChallengeResponses: Record<string, string>,
): Promise<AuthenticationStep> {
  const body = { ClientId: pool.clientId, ChallengeName, ...(Session ? { Session } : {}), ChallengeResponses }
  return pool.call('RespondToAuthChallenge', body, AuthenticationStep)
}

interface Flow {
  readonly pool: IdentityPool
  readonly credentials: Credentials
  readonly finish: Finish
}

const codeSteps = {
  SOFTWARE_TOKEN_MFA: { medium: 'authenticator', field: 'SOFTWARE_TOKEN_MFA_CODE' },
  SMS_MFA: { medium: 'sms', field: 'SMS_MFA_CODE' },
  EMAIL_OTP: { medium: 'email', field: 'EMAIL_OTP_CODE' },
} as const

function toStep(flow: Flow, step: AuthenticationStep): SignInStep | Promise<SignInStep> {
  if (step.AuthenticationResult) {
    flow.finish(step.AuthenticationResult)
    return { next: 'done' }
  }
  switch (step.ChallengeName) {
    case 'SOFTWARE_TOKEN_MFA':
    case 'SMS_MFA':
    case 'EMAIL_OTP':
      return toCodeStep(flow, step, step.ChallengeName)
    case 'NEW_PASSWORD_REQUIRED':
      return {
        next: 'new-password',
        answer: async (password) => {
          const answered = await respond(flow.pool, 'NEW_PASSWORD_REQUIRED', step.Session, {
            ...named(step, flow),
            NEW_PASSWORD: password,
          })
          return toStep({ ...flow, credentials: { ...flow.credentials, password } }, answered)
        },
      }
    case 'MFA_SETUP':
      return toEnrolStep(flow, step)
    case 'PASSWORD_VERIFIER':
    case undefined:
      throw new Failure('internal', { details: { challenge: step.ChallengeName ?? 'none' } })
  }
}

function toCodeStep(flow: Flow, step: AuthenticationStep, name: keyof typeof codeSteps): CodeStep {
  const { medium, field } = codeSteps[name]
  const send = async (from: AuthenticationStep, code: string) =>
    toStep(flow, await respond(flow.pool, name, from.Session, { ...named(from, flow), [field]: code.trim() }))
  const restart = () => provePassword(flow.pool, flow.credentials)
  let current = step
  return {
    next: 'code',
    medium,
    sentTo: step.ChallengeParameters['CODE_DELIVERY_DESTINATION'],
    answer: async (code) => {
      try {
        return await send(current, code)
      } catch (error) {
        // The step expired while the person looked for their phone. Starting again would send another code, but an
        // authenticator's code also works in the new step.
        const ranOut = error instanceof Failure && error.code === 'session.expired'
        if (!ranOut || medium !== 'authenticator') throw error
        current = await restart()
        return current.ChallengeName === name ? send(current, code) : toStep(flow, current)
      }
    },
    ...(medium === 'authenticator' ? {} : { resend: async () => toStep(flow, await restart()) }),
  }
}

async function toEnrolStep(flow: Flow, step: AuthenticationStep): Promise<EnrolStep> {
  const { pool, credentials } = flow
  const { SecretCode: secret, Session } = await pool.call(
    'AssociateSoftwareToken',
    { Session: step.Session },
    Associated,
  )
  return {
    next: 'enrol',
    secret,
    uri: totpUri(credentials.email, secret),
    answer: async (code) => {
      const verified = await pool.call('VerifySoftwareToken', { Session, UserCode: code.trim() }, Verified)
      if (verified.Status !== 'SUCCESS') throw new Failure('identity.wrong-code')
      return toStep(flow, await respond(pool, 'MFA_SETUP', verified.Session, named(step, flow)))
    },
  }
}

function named(step: AuthenticationStep, { credentials }: Flow): { USERNAME: string } {
  return { USERNAME: step.ChallengeParameters['USER_ID_FOR_SRP'] ?? credentials.email }
}
