import type { AuditType } from '@verbatim/contract/audit-types.ts'
import { randomBytes } from 'node:crypto'
import { type AuthenticationStep, parseSrpTimestamp } from '@verbatim/contract/identity.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { recordAudit } from '#domains/audit/commands.ts'
import { sameSecret } from '#platform/crypto.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { newSession, openChallenge, takeChallenge } from './challenges.ts'
import { knowBrowser } from './known-browsers.ts'
import { admitCaller, type Caller, type IdentityContext, viaOf } from './memory.ts'
import { type Outcome, PasswordClaim, refuse, type SrpParameters } from './protocol.ts'
import { forgetFailures, holdTrial, recordFailedTrial } from './places.ts'
import { beginSession } from './sessions.ts'
import { expectedSignature, isUsableSrpA, makeSrpB } from './srp.ts'
import type { Grant } from './tokens.ts'
import { type Candidate, findCandidate, type IdentityUser, srpIdentityOf } from './users.ts'

/** The next step of a sign-in, or the right to tokens. */
export type Step = AuthenticationStep | Grant

/** One answer to a step, with everything needed to check it. */
export interface Answering {
  readonly ctx: IdentityContext
  readonly tenantId: TenantId
  readonly caller: Caller
  /** The result of the last step; a session with tokens by default. */
  readonly begin?: typeof beginSession
}

/** A step after the password. */
interface LaterStep {
  readonly kind: 'NEW_PASSWORD_REQUIRED' | 'SOFTWARE_TOKEN_MFA' | 'MFA_SETUP'
  readonly username: string
  readonly remembered?: Readonly<Record<string, string>>
  /** The end of the step that this one continues. */
  readonly until?: Date
}

/** How far the client's clock may be off. Freshness itself comes from the challenge's age. */
const skewMs = 5 * 60_000

/** First call: the client sends its number and gets ours and the salt, which stays the same for a name without a user. */
export function beginSrp(
  { ctx, tenantId, caller }: Answering,
  parameters: (typeof SrpParameters)['_output'],
): Promise<AuthenticationStep> {
  const { USERNAME: typed, SRP_A: srpA } = parameters
  if (!isUsableSrpA(srpA)) throw refuse('credentials')
  admitCaller(ctx, caller)

  return inTenant(ctx.db, tenantId, async (tx) => {
    const { username, salt, verifier } = await findCandidate(tx, ctx.secrets, typed)
    const secretExponent = randomBytes(32)
    const srpB = makeSrpB(verifier, secretExponent)
    const handle = randomBytes(64).toString('base64')
    const remembered = { typed, srpA, srpB, secretExponent: secretExponent.toString('base64') }
    await openChallenge(tx, ctx, { handle, kind: 'PASSWORD_VERIFIER', username, remembered })
    return {
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeParameters: {
        SALT: salt.toString('hex'),
        SRP_B: srpB,
        SECRET_BLOCK: handle,
        USERNAME: username,
        USER_ID_FOR_SRP: username,
      },
    }
  })
}

/** Second call: the proof. It uses the challenge up, right or wrong. */
export function answerPasswordVerifier(
  answering: Answering,
  responses: Record<string, string>,
): Promise<Outcome<Step>> {
  const { ctx, tenantId } = answering
  const claim = PasswordClaim.parse(responses)
  return inTenant(ctx.db, tenantId, async (tx) => {
    const { username, remembered } = await takeChallenge(tx, ctx, {
      handle: claim.PASSWORD_CLAIM_SECRET_BLOCK,
      kind: 'PASSWORD_VERIFIER',
    })
    const now = ctx.now()
    const claimedAt = parseSrpTimestamp(claim.TIMESTAMP)
    if (!claimedAt || Math.abs(claimedAt.getTime() - now.getTime()) > skewMs) return refuse('clock-off')

    const trial = await holdTrial(tx, answering, username)
    if (trial.isShut) return refuse('locked')
    const candidate = await findCandidate(tx, ctx.secrets, remembered.typed ?? '')
    const expected = expectedSignature(
      srpIdentityOf(tenantId, username),
      {
        srpA: remembered.srpA ?? '',
        srpB: remembered.srpB ?? '',
        secretExponent: Buffer.from(remembered.secretExponent ?? '', 'base64'),
        verifier: candidate.verifier,
      },
      {
        secretBlock: Buffer.from(claim.PASSWORD_CLAIM_SECRET_BLOCK, 'base64'),
        timestamp: claim.TIMESTAMP,
      },
    )
    const given = Buffer.from(claim.PASSWORD_CLAIM_SIGNATURE, 'base64')
    const { user } = candidate
    if (!user || user.username !== username || !sameSecret(given, expected)) {
      const isLocked = await recordFailedTrial(tx, trial, now)
      const whom = { username, user: user?.username === username ? user : undefined }
      await recordRefusal(tx, answering, whom, isLocked ? 'sign_in_locked' : 'sign_in_failed')
      return refuse('credentials')
    }
    return afterProof(tx, answering, user)
  })
}

/** Facts that only a user who has proven the password may learn. */
export async function afterProof(
  tx: TenantTx,
  answering: Answering,
  user: IdentityUser,
): Promise<Outcome<Step>> {
  const obstacle = obstacleTo(user, answering.ctx.now())
  if (!obstacle) return nextStep(tx, answering, user)
  await recordRefusal(tx, answering, { username: user.username, user }, 'sign_in_refused')
  return refuse(obstacle)
}

/** Why a user with the right password is not admitted. */
function obstacleTo({ enabled, status, temporaryUntil }: IdentityUser, now: Date) {
  if (!enabled) return 'disabled'
  if (status === 'RESET_REQUIRED') return 'reset-required'
  return temporaryUntil && temporaryUntil <= now ? 'temporary-expired' : undefined
}

/** The next step after a proven password, or after another step. */
export async function nextStep(
  tx: TenantTx,
  answering: Answering,
  user: IdentityUser,
  done: { readonly secondStep?: true } = {},
): Promise<Step> {
  const { ctx, caller, begin = beginSession } = answering
  const ask = (kind: LaterStep['kind']) => askFor(tx, answering, { kind, username: user.username })
  if (user.status === 'FORCE_CHANGE_PASSWORD') return ask('NEW_PASSWORD_REQUIRED')
  if (user.totpEnabled && !done.secondStep) return ask('SOFTWARE_TOKEN_MFA')
  if (user.mfaRequired && !done.secondStep) return ask('MFA_SETUP')
  // Only now, so that an attacker with the password but without the code does not gain five more guesses.
  await forgetFailures(tx, answering, user.username)
  await knowBrowser(tx, caller, user.username, ctx.now())
  await recordUserAct(tx, answering, user, 'sign_in')
  return begin(tx, ctx, user, { ...caller, ...done })
}

/** Opens the step and returns the data for its answer. */
export async function askFor(
  tx: TenantTx,
  { ctx, tenantId }: Answering,
  { username, kind, remembered = {}, until }: LaterStep,
): Promise<AuthenticationStep & { Session: string }> {
  const handle = newSession(tenantId)
  await openChallenge(tx, ctx, { handle, kind, username, remembered, ...(until && { until }) })
  const parameters = {
    NEW_PASSWORD_REQUIRED: { USER_ID_FOR_SRP: username, userAttributes: '{}', requiredAttributes: '[]' },
    SOFTWARE_TOKEN_MFA: { USER_ID_FOR_SRP: username, FRIENDLY_DEVICE_NAME: 'Authenticator' },
    MFA_SETUP: { USER_ID_FOR_SRP: username, MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' },
  }
  return { ChallengeName: kind, Session: handle, ChallengeParameters: parameters[kind] }
}

/** Records what a user did with their own sign-in. */
export function recordUserAct(
  tx: TenantTx,
  { ctx, caller }: Answering,
  user: IdentityUser,
  type: AuditType,
): Promise<void> {
  const target = { kind: 'user', id: user.id, name: nameOf(user) }
  return recordAudit(tx, byUser(user, caller), { type, target }, ctx.now())
}

/** A user for the audit trail, who signs in or is signed in. */
export const byUser = (user: IdentityUser, caller: Caller) => ({
  userId: user.id,
  name: nameOf(user),
  via: viaOf(caller),
})

const nameOf = (user: IdentityUser) => `${user.firstName} ${user.lastName}`.trim() || user.email

/**
 * Records a refusal and the user whose sign-in it was. The typed name of an unknown user is not kept: it may be a password.
 * The row has the same size and words in both cases, so its cost does not distinguish them.
 */
export function recordRefusal(
  tx: TenantTx,
  { ctx, caller }: Answering,
  { username, user }: Pick<Candidate, 'username' | 'user'>,
  type: 'sign_in_failed' | 'sign_in_locked' | 'sign_in_refused' | 'password_reset_failed',
): Promise<void> {
  const target = { kind: 'sign-in', id: user?.id ?? username, name: user ? nameOf(user) : 'an unknown user' }
  return recordAudit(
    tx,
    { userId: undefined, name: 'Unknown', via: viaOf(caller) },
    { type, target },
    ctx.now(),
  )
}
