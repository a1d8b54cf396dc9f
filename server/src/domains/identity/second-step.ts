import { passwordProblems } from '@verbatim/contract/passwords.ts'
import { type AuditedBy, recordAudit } from '#domains/audit/commands.ts'
import { queueMails } from '#domains/mail/commands.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { closeChallenge, countTry, holdChallenge } from './challenges.ts'
import { setPassword } from './commands.ts'
import { findAttempts, isLocked, recordFailure, secondStepPlace } from './lockout.ts'
import { recoveryCodeUsedMail, secondStepAddedMail } from './mail-words.ts'
import type { IdentityContext } from './memory.ts'
import {
  IdentityError,
  NewPasswordClaim,
  type Outcome,
  type RespondToAuthChallenge,
  refuse,
  SoftwareTokenClaim,
} from './protocol.ts'
import { holdTrial } from './places.ts'
import { countRecoveryCodes, makeRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts'
import {
  type Answering,
  askFor,
  byUser,
  nextStep,
  recordRefusal,
  recordUserAct,
  type Step,
} from './sign-in.ts'
import { newTotpSecret, stepOfCode } from './totp.ts'
import { findUserByUsername, type IdentityUser } from './users.ts'

/** The code of the authenticator that was enrolled earlier. A wrong one may be corrected; the fifth ends the step. */
export function answerSoftwareToken(
  answering: Answering,
  { Session: handle = '', ChallengeResponses }: RespondToAuthChallenge,
): Promise<Outcome<Step>> {
  const { ctx, tenantId, caller } = answering
  const { SOFTWARE_TOKEN_MFA_CODE: code } = SoftwareTokenClaim.parse(ChallengeResponses)
  return inTenant(ctx.db, tenantId, async (tx) => {
    const step = await holdChallenge(tx, ctx, { handle, kind: 'SOFTWARE_TOKEN_MFA' })
    const user = await requireSigningIn(tx, step.username)
    const now = ctx.now()
    const { username } = user
    const { place, attempts: here } = await holdTrial(tx, answering, username)
    const everywhere = await findAttempts(tx, username, secondStepPlace)
    if (isLocked(here, now) || isLocked(everywhere, now)) return refuse('locked')
    if (!(await acceptSecondStep(tx, ctx, { user, by: byUser(user, caller) }, code))) {
      await countTry(tx, step)
      await recordFailure(tx, { username, place: place.name }, here, now)
      const after = await recordFailure(tx, { username, place: secondStepPlace }, everywhere, now)
      const type = after.lockedUntil ? 'sign_in_locked' : 'sign_in_failed'
      await recordRefusal(tx, answering, { username: user.username, user }, type)
      return refuse('code-wrong')
    }
    await closeChallenge(tx, step)
    return nextStep(tx, answering, user, { secondStep: true })
  })
}

/** The password that replaces a temporary one. A weak one may be corrected. */
export function answerNewPassword(
  answering: Answering,
  { Session: handle = '', ChallengeResponses }: RespondToAuthChallenge,
): Promise<Outcome<Step>> {
  const { ctx, tenantId } = answering
  const { NEW_PASSWORD: password } = NewPasswordClaim.parse(ChallengeResponses)
  // Users cannot write their own roles and organizations (docs/rules/identity.md), and the call takes no other attributes.
  if (Object.keys(ChallengeResponses).some((name) => name.startsWith('userAttributes.')))
    throw refuse('attribute-unauthorized')
  refuseWeakPassword(password)
  return inTenant(ctx.db, tenantId, async (tx) => {
    const step = await holdChallenge(tx, ctx, { handle, kind: 'NEW_PASSWORD_REQUIRED' })
    const user = await requireSigningIn(tx, step.username)
    if (user.status !== 'FORCE_CHANGE_PASSWORD') throw refuse('session-unknown')
    await closeChallenge(tx, step)
    await setPassword(tx, ctx, { id: user.id, password })
    await recordUserAct(tx, answering, user, 'password_changed')
    return nextStep(tx, answering, { ...user, status: 'CONFIRMED' })
  })
}

/** Gives the secret of a new authenticator to a user whose sign-in must enrol one. */
export function enrolInSignIn(
  answering: Answering,
  handle: string,
): Promise<{ SecretCode: string; Session: string }> {
  const { ctx, tenantId } = answering
  return inTenant(ctx.db, tenantId, async (tx) => {
    const step = await holdChallenge(tx, ctx, { handle, kind: 'MFA_SETUP' })
    await requireUnenrolled(tx, step.username)
    await closeChallenge(tx, step)
    const secret = newTotpSecret()
    const { Session } = await askFor(tx, answering, {
      ...step,
      remembered: { secret },
      until: step.expiresAt,
    })
    return { SecretCode: secret, Session }
  })
}

/** Proves that the new authenticator works, and makes it the second step of every later sign-in. */
export async function confirmInSignIn(
  answering: Answering,
  handle: string,
  code: string,
): Promise<Outcome<{ Status: 'SUCCESS'; Session: string }>> {
  const proven = await proveInSignIn(answering, { handle, code })
  return proven instanceof IdentityError ? proven : { Status: 'SUCCESS', Session: proven.session }
}

/** The same with the recovery codes of the new authenticator, shown this once. */
export function recoverInSignIn(
  answering: Answering,
  handle: string,
  code: string,
): Promise<Outcome<Proven & { readonly codes: string[] }>> {
  return proveInSignIn(answering, { handle, code, also: makeRecoveryCodes })
}

interface Proven {
  /** The session for the step that ends the sign-in. */
  readonly session: string
}

interface Proof {
  readonly handle: string
  readonly code: string
  /** Work that must succeed together with the authenticator. */
  readonly also?: typeof makeRecoveryCodes
}

function proveInSignIn(
  answering: Answering,
  { handle, code, also }: Proof,
): Promise<Outcome<Proven & { readonly codes: string[] }>> {
  const { ctx, tenantId } = answering
  return inTenant(ctx.db, tenantId, async (tx) => {
    const step = await holdChallenge(tx, ctx, { handle, kind: 'MFA_SETUP' })
    const { secret } = step.remembered
    if (!secret) throw refuse('enrolment-missing')
    const user = await requireUnenrolled(tx, step.username)
    const accepted = stepOfCode(secret, code, ctx.now())
    if (accepted === undefined) {
      await countTry(tx, step)
      return refuse('enrolment-wrong')
    }
    await closeChallenge(tx, step)
    await keepAuthenticator(tx, ctx, user, { secret, step: accepted, enabled: true })
    await recordUserAct(tx, answering, user, 'mfa_enrolled')
    await tellOfAuthenticator(tx, ctx, user)
    const codes = (await also?.(tx, ctx, user)) ?? []
    const remembered = { proven: 'yes', ...(also && { codesShown: 'yes' }) }
    const { Session } = await askFor(tx, answering, { ...step, remembered })
    return { session: Session, codes }
  })
}

/** Completes a sign-in that had to enrol, with the session of the proof as the answer. */
export function answerMfaSetup(
  answering: Answering,
  { Session: handle = '' }: RespondToAuthChallenge,
): Promise<Outcome<Step>> {
  const { ctx, tenantId } = answering
  return inTenant(ctx.db, tenantId, async (tx) => {
    const step = await holdChallenge(tx, ctx, { handle, kind: 'MFA_SETUP' })
    if (step.remembered.proven !== 'yes') throw refuse('enrolment-missing')
    const user = await requireSigningIn(tx, step.username)
    await closeChallenge(tx, step)
    return nextStep(tx, answering, user, { secondStep: true })
  })
}

/** Stores a proven authenticator; its code of `step` cannot be used again. */
export async function keepAuthenticator(
  tx: TenantTx,
  { secrets, now }: IdentityContext,
  user: IdentityUser,
  { secret, step, enabled }: { secret: string; step: number; enabled: boolean },
): Promise<void> {
  await tx
    .updateTable('identity_user')
    .set({
      totp_sealed: secrets.seal(Buffer.from(secret), totpPlace(user)),
      totp_pending_sealed: null,
      totp_last_step: String(step),
      totp_enrolled_at: now(),
      ...(enabled ? { totp_enabled: true } : {}),
    })
    .where('id', '=', user.id)
    .execute()
}

/** Notifies a user that an authenticator is in force from now on, in case someone else added it. */
export async function tellOfAuthenticator(
  tx: TenantTx,
  ctx: IdentityContext,
  user: IdentityUser,
): Promise<void> {
  const { name: organization } = await requireOrganization(tx)
  const { email: to, firstName } = user
  await queueMails(tx, ctx, [{ to, ...secondStepAddedMail({ firstName, organization }) }])
}

export function totpPlace({ tenantId, username }: Pick<IdentityUser, 'tenantId' | 'username'>) {
  return { tenantId, table: 'identity_user.totp_sealed', id: username }
}

/** @throws IdentityError with the broken rule, in the protocol's words. */
export function refuseWeakPassword(password: string): void {
  const [problem] = passwordProblems(password)
  if (problem)
    throw new IdentityError('InvalidPasswordException', `Password did not conform with policy: ${problem}`)
}

/** Accepts a code of the current authenticator, or a recovery code instead; each works once. The use of a recovery code is audited and mailed. */
export async function acceptSecondStep(
  tx: TenantTx,
  ctx: IdentityContext,
  { user, by }: { readonly user: IdentityUser; readonly by: AuditedBy },
  code: string,
): Promise<boolean> {
  if (/^\d{6}$/.test(code)) return acceptCode(tx, ctx, user, code)
  if (!user.totpEnabled || !(await takeRecoveryCode(tx, ctx, user, code))) return false
  const target = { kind: 'user', id: user.id, name: by.name }
  await recordAudit(tx, by, { type: 'recovery_code_used', target }, ctx.now())
  const { name: organization } = await requireOrganization(tx)
  const left = await countRecoveryCodes(tx, user.id)
  const mail = recoveryCodeUsedMail({ firstName: user.firstName, organization, left })
  await queueMails(tx, ctx, [{ to: user.email, ...mail }])
  return true
}

/** Accepts a code once: the update of the last accepted step is the lock. */
async function acceptCode(
  tx: TenantTx,
  { secrets, now }: IdentityContext,
  user: IdentityUser,
  code: string,
): Promise<boolean> {
  if (!user.totpSealed) return false
  const step = stepOfCode(secrets.unseal(user.totpSealed, totpPlace(user)).toString(), code, now())
  if (step === undefined) return false
  const moved = await tx
    .updateTable('identity_user')
    .set({ totp_last_step: String(step) })
    .where('id', '=', user.id)
    .where('totp_last_step', '<', String(step))
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}

/** The person who proved their password in the previous step, unless they were blocked meanwhile. */
/** A sign-in adds the first authenticator and replaces none. @throws IdentityError if there is one meanwhile */
async function requireUnenrolled(tx: TenantTx, username: string): Promise<IdentityUser> {
  const user = await requireSigningIn(tx, username)
  if (user.totpEnabled) throw refuse('session-unknown')
  return user
}

async function requireSigningIn(tx: TenantTx, username: string): Promise<IdentityUser> {
  const user = await findUserByUsername(tx, username)
  if (!user) throw refuse('session-unknown')
  if (!user.enabled) throw refuse('disabled')
  return user
}
