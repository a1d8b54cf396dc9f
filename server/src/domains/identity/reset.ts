import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { resetCodeMinutes, resetRequestsPerHour, resetTriesPerHour } from '@verbatim/contract/identity.ts'
import { queueMails } from '#domains/mail/commands.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'
import { sameSecret } from '#platform/crypto.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { setPassword } from './commands.ts'
import { clearFailures, holdAttempts } from './lockout.ts'
import { nothingToResetMail, passwordChangedMail, resetCodeMail } from './mail-words.ts'
import { admitCaller, type IdentityContext } from './memory.ts'
import { type ConfirmForgotPassword, type ForgotPassword, type Outcome, refuse } from './protocol.ts'
import { refuseWeakPassword } from './second-step.ts'
import { type Answering, recordRefusal, recordUserAct } from './sign-in.ts'
import { findCandidate, type IdentityUser } from './users.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Both answers take at least this long, so that what was done for somebody real does not show in the time. */
const leastMs = 120

/**
 * Mails a code to whoever the name stands for. A name that nobody has gets the same answer, takes the same time, and
 * is limited the same way. A new code ends the one before. Source: rules R6, R8.
 */
export function forgotPassword(
  answering: Answering,
  { Username: typed }: (typeof ForgotPassword)['_output'],
): Promise<Outcome<object>> {
  return evenly(answering, async (tx) => {
    const { ctx, tenantId } = answering
    const now = ctx.now()
    const { username, user } = await findCandidate(tx, ctx.secrets, tenantId, typed)
    await holdAttempts(tx, username)
    const before = await findHour(tx, username, now)
    if (before.requests >= resetRequestsPerHour) return refuse('limit-exceeded')
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const row = {
      code_hash: hashCode(ctx, tenantId, username, code),
      expires_at: new Date(now.getTime() + resetCodeMinutes * minuteMs),
      tries: before.tries,
      requests: before.requests + 1,
      hour_from: before.from,
    }
    await tx
      .insertInto('identity_reset')
      .values({ username, ...row })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'username']).doUpdateSet(row))
      .execute()
    if (user?.enabled) await mailCode(tx, answering, user, code)
    return {
      CodeDeliveryDetails: {
        AttributeName: 'email',
        DeliveryMedium: 'EMAIL',
        Destination: mask(ctx, tenantId, user?.email ?? typed),
      },
    }
  })
}

/**
 * Sets another password for whoever has the code. Five wrong tries in an hour end the code and the tries; a good one
 * ends every session, and forgets failed sign-ins. The second step stays as it is.
 */
export function confirmForgotPassword(
  answering: Answering,
  request: (typeof ConfirmForgotPassword)['_output'],
): Promise<Outcome<object>> {
  const { Username: typed, ConfirmationCode: code, Password: password } = request
  refuseWeakPassword(password)
  return evenly(answering, async (tx) => {
    const { ctx, tenantId } = answering
    const now = ctx.now()
    const { username, user } = await findCandidate(tx, ctx.secrets, tenantId, typed)
    await holdAttempts(tx, username)
    const before = await findHour(tx, username, now)
    if (before.tries >= resetTriesPerHour) return refuse('limit-exceeded')
    if (!before.codeHash || before.expiresAt <= now) return refuse('reset-expired')
    const right = sameSecret(before.codeHash, hashCode(ctx, tenantId, username, code.trim()))
    if (!right || !user?.enabled) {
      const tries = before.tries + 1
      await tx
        .updateTable('identity_reset')
        .set({ tries, hour_from: before.from, ...(tries >= resetTriesPerHour ? { code_hash: null } : {}) })
        .where('username', '=', username)
        .execute()
      await recordRefusal(tx, answering, { username, user }, 'password_reset_failed')
      return refuse('reset-wrong')
    }
    await tx.deleteFrom('identity_reset').where('username', '=', username).execute()
    await setPassword(tx, ctx, tenantId, { id: user.id, password })
    await clearFailures(tx, username)
    await recordUserAct(tx, answering, user, 'password_reset')
    await tellOfChange(tx, answering, user)
    return {}
  })
}

/** Tells somebody that their password was changed, in case it was not them. */
export async function tellOfChange(tx: TenantTx, { ctx }: Answering, user: IdentityUser): Promise<void> {
  const { name: organization } = await requireOrganization(tx)
  const { email: to, firstName } = user
  const reference = { kind: 'user', id: user.id }
  await queueMails(tx, ctx, [{ to, reference, ...passwordChangedMail({ firstName, organization }) }])
}

async function mailCode(tx: TenantTx, { ctx }: Answering, user: IdentityUser, code: string): Promise<void> {
  const { name: organization } = await requireOrganization(tx)
  const { email: to, firstName, id } = user
  const reference = { kind: 'user', id }
  const mail =
    user.status === 'FORCE_CHANGE_PASSWORD'
      ? nothingToResetMail({ firstName, organization })
      : {
          ...resetCodeMail({ firstName, code, organization, minutes: resetCodeMinutes }),
          uselessFrom: new Date(ctx.now().getTime() + resetCodeMinutes * minuteMs),
        }
  await queueMails(tx, ctx, [{ to, reference, ...mail }])
}

interface Hour {
  readonly from: Date
  readonly tries: number
  readonly requests: number
  readonly codeHash: Buffer | undefined
  readonly expiresAt: Date
}

/** What was asked and tried for a name in the hour that began with the first of it. */
async function findHour(tx: TenantTx, username: string, now: Date): Promise<Hour> {
  const row = await tx
    .selectFrom('identity_reset')
    .selectAll()
    .where('username', '=', username)
    .executeTakeFirst()
  const fresh = !row || now.getTime() - row.hour_from.getTime() >= hourMs
  return {
    from: fresh ? now : row.hour_from,
    tries: fresh ? 0 : row.tries,
    requests: fresh ? 0 : row.requests,
    codeHash: row?.code_hash ?? undefined,
    expiresAt: row?.expires_at ?? now,
  }
}

/** Six digits are guessed in no time from a plain hash, so it takes the installation's secret to make this one. */
function hashCode({ secrets }: IdentityContext, tenantId: TenantId, username: string, code: string): Buffer {
  return secrets.derive(`identity: reset ${tenantId}`, `${username} ${code}`, 32)
}

/** `a***@e***`, as the protocol tells it; for a name that is no address, of an address that nobody has. */
function mask({ secrets }: IdentityContext, tenantId: TenantId, name: string): string {
  const [local = '', domain = ''] = name.trim().toLowerCase().split('@')
  if (local && domain) return `${local.charAt(0)}***@${domain.charAt(0)}***`
  const bytes = secrets.derive(`identity: nobody’s address ${tenantId}`, name.trim().toLowerCase(), 2)
  const [first, second] = Array.from(bytes, (byte) => String.fromCharCode(97 + (byte % 26)))
  return `${first}***@${second}***`
}

/** Counts the call against its address, and answers no sooner than ever. */
async function evenly<T>(
  { ctx, tenantId, caller }: Answering,
  work: (tx: TenantTx) => Promise<T>,
): Promise<T> {
  admitCaller(ctx, caller)
  const [done] = await Promise.all([inTenant(ctx.db, tenantId, work), sleep(leastMs)])
  return done
}
