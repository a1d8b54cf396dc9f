import type { RespondToAuthChallenge } from '#domains/identity/protocol.ts'
import { userPoolClientIdOf } from '@verbatim/contract/identity.ts'
import { IdentityError, type Outcome, refuse } from '#domains/identity/protocol.ts'
import {
  answerMfaSetup,
  answerNewPassword,
  answerSoftwareToken,
  enrolInSignIn,
  recoverInSignIn,
} from '#domains/identity/second-step.ts'
import { holdTrial, recordFailedTrial } from '#domains/identity/places.ts'
import { admitCaller } from '#domains/identity/memory.ts'
import { afterProof, type Answering, recordRefusal, type Step } from '#domains/identity/sign-in.ts'
import { makeVerifier } from '#domains/identity/srp.ts'
import { findCandidate, srpIdentityOf } from '#domains/identity/users.ts'
import { sameSecret } from '#platform/crypto.ts'
import { inTenant } from '#platform/db.ts'

/** The state of the hosted page, and the fields that its form sends back. */
export type Form =
  | { readonly step: 'password'; readonly email: string; readonly password?: string }
  | (Later & { readonly step: 'code'; readonly code?: string })
  | (Later & { readonly step: 'new-password'; readonly password?: string })
  | (Later & { readonly step: 'enrol'; readonly secret: string; readonly code?: string })
  | (Later & { readonly step: 'recovery-codes'; readonly codes?: readonly string[] })

/** The fields that every form after the password carries. */
interface Later {
  readonly session: string
  /** As the user typed it, because an authenticator shows it as the account's name. */
  readonly email: string
}

/** The next form, or that the sign-in is complete. */
type Next = Form | 'done'

/** Answers one form of the hosted page: the same steps, locks and records as the protocol's. */
export async function answerForm(answering: Answering, form: Form): Promise<Outcome<Next>> {
  try {
    if (form.step === 'enrol') return await answerEnrolment(answering, form)
    const step = await answerStep(answering, form)
    return step instanceof IdentityError ? step : await toNext(answering, step, form.email)
  } catch (error) {
    if (error instanceof IdentityError) return error
    throw error
  }
}

/** The proof of a new authenticator; its recovery codes are shown before the sign-in continues. */
async function answerEnrolment(
  answering: Answering,
  { session, email, code = '' }: Form & { step: 'enrol' },
): Promise<Outcome<Next>> {
  const proven = await recoverInSignIn(answering, session, code.trim())
  return proven instanceof IdentityError ? proven : { step: 'recovery-codes', email, ...proven }
}

async function answerStep(
  answering: Answering,
  form: Exclude<Form, { step: 'enrol' }>,
): Promise<Outcome<Step>> {
  switch (form.step) {
    case 'password':
      return answerPassword(answering, form.email, form.password ?? '')
    case 'code':
      return answerSoftwareToken(
        answering,
        respond(answering, form.session, 'SOFTWARE_TOKEN_MFA', {
          SOFTWARE_TOKEN_MFA_CODE: (form.code ?? '').trim(),
        }),
      )
    case 'new-password':
      return answerNewPassword(
        answering,
        respond(answering, form.session, 'NEW_PASSWORD_REQUIRED', { NEW_PASSWORD: form.password ?? '' }),
      )
    case 'recovery-codes':
      return answerMfaSetup(answering, respond(answering, form.session, 'MFA_SETUP', {}))
  }
}

/** A hosted page receives the password itself. The proof is computed from it here, with the same lockout. */
function answerPassword(answering: Answering, typed: string, password: string): Promise<Outcome<Step>> {
  const { ctx, tenantId, caller } = answering
  const now = ctx.now()
  admitCaller(ctx, caller)
  return inTenant(ctx.db, tenantId, async (tx) => {
    const { username, salt, verifier, user } = await findCandidate(tx, ctx.secrets, typed)
    const trial = await holdTrial(tx, answering, username)
    if (trial.isShut) return refuse('locked')
    const given = makeVerifier(srpIdentityOf(tenantId, username), password, salt)
    if (!user || !sameSecret(given, verifier)) {
      const isLocked = await recordFailedTrial(tx, trial, now)
      const type = isLocked ? 'sign_in_locked' : 'sign_in_failed'
      await recordRefusal(tx, answering, { username, user }, type)
      return refuse('credentials')
    }
    return afterProof(tx, answering, user)
  })
}

async function toNext(answering: Answering, step: Step, email: string): Promise<Next> {
  if ('origin' in step) return 'done'
  const session = step.Session ?? ''
  switch (step.ChallengeName) {
    case 'SOFTWARE_TOKEN_MFA':
      return { step: 'code', session, email }
    case 'NEW_PASSWORD_REQUIRED':
      return { step: 'new-password', session, email }
    case 'MFA_SETUP': {
      const enrolling = await enrolInSignIn(answering, session)
      return { step: 'enrol', session: enrolling.Session, email, secret: enrolling.SecretCode }
    }
    case 'PASSWORD_VERIFIER':
    case 'SMS_MFA':
    case 'EMAIL_OTP':
    case undefined:
      throw refuse('flow-unsupported')
  }
}

const respond = (
  { tenantId }: Answering,
  Session: string,
  ChallengeName: string,
  ChallengeResponses: Record<string, string>,
): RespondToAuthChallenge => ({
  ClientId: userPoolClientIdOf(tenantId),
  ChallengeName,
  Session,
  ChallengeResponses,
})
