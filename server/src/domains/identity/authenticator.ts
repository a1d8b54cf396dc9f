import type { AuditType } from '@verbatim/contract/audit-types.ts'
import { recordAudit } from '#domains/audit/commands.ts'
import { queueMails } from '#domains/mail/commands.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { forgetSecondStep } from './embedded-admin.ts'
import { clearFailures, holdName, secondStepPlace as place } from './lockout.ts'
import { recoveryCodesMadeMail, secondStepRemovedMail } from './mail-words.ts'
import type { IdentityContext } from './memory.ts'
import { hasRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts'
import { judgeInSession } from './session-proofs.ts'
import { acceptSecondStep, keepAuthenticator, tellOfAuthenticator, totpPlace } from './second-step.ts'
import { newTotpSecret, stepOfCode } from './totp.ts'
import { findUserById, type IdentityUser } from './users.ts'

/**
 * Lets users manage their second step. A right code is used up, and a wrong one counts as a failed sign-in, even if the
 * request fails later, so it is checked in a separate transaction.
 */

/**
 * Starts with another authenticator. The current one stays in force until the new one is proven.
 * @returns Its secret, in base32.
 * @throws Failure `account.code-needed`, `account.wrong-code`, `identity.too-many-attempts`
 */
export async function beginAuthenticator(
  ctx: IdentityContext,
  actor: Actor,
  code: string | undefined,
): Promise<string> {
  await proveIfEnabled(ctx, actor, code)
  return inTenant(ctx.db, actor.tenantId, async (tx) => {
    const user = await requireSelf(tx, actor)
    const secret = newTotpSecret()
    await tx
      .updateTable('identity_user')
      .set({ totp_pending_sealed: ctx.secrets.seal(Buffer.from(secret), totpPlace(user)) })
      .where('id', '=', user.id)
      .execute()
    return secret
  })
}

/**
 * Makes the new authenticator the second step of every later sign-in.
 * @returns New recovery codes.
 * @throws Failure `account.no-enrolment`, `account.wrong-code`, `identity.too-many-attempts`
 */
export async function confirmAuthenticator(
  ctx: IdentityContext,
  actor: Actor,
  code: string,
): Promise<string[]> {
  return judged(ctx, actor, async (tx, user) => {
    if (!user.totpPendingSealed) throw new Failure('account.no-enrolment')
    const secret = ctx.secrets.unseal(user.totpPendingSealed, totpPlace(user)).toString()
    const step = stepOfCode(secret, code, ctx.now())
    if (step === undefined) return undefined
    await keepAuthenticator(tx, ctx, user, { secret, step, enabled: true })
    await tell(tx, ctx, actor, 'mfa_enrolled')
    await tellOfAuthenticator(tx, ctx, user)
    return makeRecoveryCodes(tx, ctx, user)
  })
}

/** How long the user of an authenticator set up during a sign-in gets its recovery codes. */
const firstCodesMs = 10 * 60_000

/**
 * New recovery codes, in exchange for a code of the second step. The first ones need no code if a sign-in has just set it up:
 * there is nothing yet that they could bypass.
 * @throws Failure `account.code-needed`, and as `proveSecondStep`
 */
export async function renewRecoveryCodes(
  ctx: IdentityContext,
  actor: Actor,
  code: string | undefined,
): Promise<string[]> {
  if (code !== undefined) await proveSecondStep(ctx, actor, code)
  return inTenant(ctx.db, actor.tenantId, async (tx) => {
    if (code === undefined) await requireFreshAuthenticator(tx, ctx, actor)
    await tell(tx, ctx, actor, 'recovery_codes_made')
    const user = await requireSelf(tx, actor)
    await mail(tx, ctx, user, recoveryCodesMadeMail)
    return makeRecoveryCodes(tx, ctx, user)
  })
}

async function requireFreshAuthenticator(tx: TenantTx, ctx: IdentityContext, actor: Actor): Promise<void> {
  await holdName(tx, (await requireSelf(tx, actor)).username)
  const { totpEnabled, totpEnrolledAt } = await requireSelf(tx, actor)
  const isFresh = totpEnrolledAt && ctx.now().getTime() - totpEnrolledAt.getTime() < firstCodesMs
  if (!totpEnabled || !isFresh || (await hasRecoveryCodes(tx, actor.userId)))
    throw new Failure('account.code-needed')
}

/** Turns the second step off. Call after its code was checked. @throws Failure `account.second-step-required` */
export async function removeAuthenticator(tx: TenantTx, ctx: IdentityContext, actor: Actor): Promise<void> {
  const user = await requireSelf(tx, actor)
  if (user.mfaRequired) throw new Failure('account.second-step-required')
  await forgetSecondStep(tx, user.id)
  await tell(tx, ctx, actor, 'mfa_disabled')
  await mail(tx, ctx, user, secondStepRemovedMail)
}

/**
 * Uses up a code of the second step in force, or a recovery code.
 * @throws Failure `account.wrong-code`, `identity.too-many-attempts`
 */
export async function proveSecondStep(ctx: IdentityContext, actor: Actor, code: string): Promise<void> {
  await judged(
    ctx,
    actor,
    async (tx, user) => (await acceptSecondStep(tx, ctx, { user, by: actor }, code)) || undefined,
  )
}

async function proveIfEnabled(ctx: IdentityContext, actor: Actor, code: string | undefined): Promise<void> {
  const { totpEnabled } = await inTenant(ctx.db, actor.tenantId, (tx) => requireSelf(tx, actor))
  if (!totpEnabled) return
  if (code === undefined) throw new Failure('account.code-needed')
  await proveSecondStep(ctx, actor, code)
}

/** Checks a code under the account's lock, and counts it as wrong if `judge` returns undefined. */
async function judged<T>(
  ctx: IdentityContext,
  actor: Actor,
  judge: (tx: TenantTx, user: IdentityUser) => Promise<T | undefined>,
): Promise<T> {
  const outcome = await inTenant(ctx.db, actor.tenantId, async (tx) => {
    const known = await requireSelf(tx, actor)
    return judgeInSession(tx, ctx, { user: known, place, by: actor }, async () => {
      // Read again under the lock, because another call may have used the code.
      const right = await judge(tx, await requireSelf(tx, actor))
      if (right !== undefined) await clearFailures(tx, known.username, [place])
      return right
    })
  })
  if (outcome === 'locked') throw new Failure('identity.too-many-attempts')
  if (outcome === 'wrong') throw new Failure('account.wrong-code')
  return outcome.right
}

/** @throws Failure `account.kept-elsewhere` if the user's sign-in is not kept here. */
async function requireSelf(tx: TenantTx, { userId }: Actor): Promise<IdentityUser> {
  const user = await findUserById(tx, userId)
  if (!user) throw new Failure('account.kept-elsewhere')
  return user
}

/** Notifies a user of a change, in case someone else made it. */
async function mail(
  tx: TenantTx,
  ctx: IdentityContext,
  { email: to, firstName }: IdentityUser,
  wordsOf: typeof secondStepRemovedMail,
): Promise<void> {
  const { name: organization } = await requireOrganization(tx)
  await queueMails(tx, ctx, [{ to, ...wordsOf({ firstName, organization }) }])
}

function tell(tx: TenantTx, { now }: IdentityContext, actor: Actor, type: AuditType): Promise<void> {
  const { userId: id, name } = actor
  return recordAudit(tx, actor, { type, target: { kind: 'user', id, name } }, now())
}
