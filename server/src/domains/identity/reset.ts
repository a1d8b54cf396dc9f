import { minuteMs } from '@verbatim/contract/durations.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { resetCodeMinutes, resetRequestsPerHour, resetTriesPerHour } from '@verbatim/contract/identity.ts'
import { queueMails } from '#domains/mail/commands.ts'
import { findSender } from '#domains/organizations/address.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'
import { sameSecret } from '#platform/crypto.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { setPassword } from './commands.ts'
import { isSpent, spend } from './allowances.ts'
import { forgetKnownBrowsers, knowBrowser } from './known-browsers.ts'
import { clearFailures } from './lockout.ts'
import { nothingToResetMail, passwordChangedMail, resetCodeMail } from './mail-words.ts'
import { admitCaller, type IdentityContext } from './memory.ts'
import { type ConfirmForgotPassword, type ForgotPassword, type Outcome, refuse } from './protocol.ts'
import { holdPlace } from './places.ts'
import {
  afterWrong,
  type Asked,
  findAsked,
  hasLongCode,
  keepAsked,
  makeResetCodes,
  normalResetCode,
  nothingAsked,
  type ResetCodes,
} from './reset-codes.ts'
import { refuseWeakPassword } from './second-step.ts'
import { type Answering, recordRefusal, recordUserAct } from './sign-in.ts'
import { findCandidate, type IdentityUser } from './users.ts'

/** Both answers take at least this long, so the time does not show whether the account is real. */
const leastMs = 120

/**
 * Mails a code to the user with this name. A name without a user gets the same answer, takes the same time and has the same
 * limits. A new code ends only the previous code requested from the same place, so a stranger elsewhere cannot block
 * a user's reset. Beyond the common limit for all strangers, no mail is sent; the longer codes in earlier mails still work.
 * Source: docs/rules/identity.md.
 */
export function forgotPassword(
  answering: Answering,
  { Username: typed }: (typeof ForgotPassword)['_output'],
): Promise<Outcome<object>> {
  return evenly(answering, async (tx) => {
    const { ctx, tenantId, caller } = answering
    const now = ctx.now()
    const { username, user, destination } = await findCandidate(tx, ctx.secrets, typed)
    caller.device?.keep()
    const place = await holdPlace(tx, answering, username)
    const before =
      (await findAsked(tx, username, { place: place.name }, now)) ?? nothingAsked(place.name, now)
    if (before.requests >= resetRequestsPerHour) return refuse('limit-exceeded')
    const isMailed = place.isKnown || !(await isSpent(tx, username, ['reset mails'], now))
    if (isMailed && !place.isKnown) await spend(tx, username, ['reset mails'], now)
    const codes = makeResetCodes()
    await keepAsked(tx, username, {
      ...before,
      requests: before.requests + 1,
      ...(isMailed && {
        codeHash: hashCode(ctx, tenantId, username, codes.short),
        longHash: hashCode(ctx, tenantId, username, codes.long),
        deviceHash: caller.device?.hash,
        expiresAt: new Date(now.getTime() + resetCodeMinutes * minuteMs),
      }),
    })
    if (isMailed && user?.enabled) await mailCode(tx, answering, user, codes)
    return {
      CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: destination },
    }
  })
}

/**
 * Sets another password for the holder of the code. Five wrong attempts in an hour end the code and further attempts at that
 * place. A right code ends every session and makes this browser the only known one. The longer code cannot be guessed, so
 * wrong attempts by others do not lock it. The second step stays as it is.
 */
export function confirmForgotPassword(
  answering: Answering,
  request: (typeof ConfirmForgotPassword)['_output'],
): Promise<Outcome<object>> {
  const { Username: typed, ConfirmationCode: given, Password: password } = request
  const code = normalResetCode(given)
  refuseWeakPassword(password)
  return evenly(answering, async (tx) => {
    const { ctx, tenantId, caller } = answering
    const now = ctx.now()
    const { username, user } = await findCandidate(tx, ctx.secrets, typed)
    const place = await holdPlace(tx, answering, username)
    const hash = hashCode(ctx, tenantId, username, code)
    const isLong = await hasLongCode(tx, username, hash, now)
    const before = await findAsked(tx, username, { place: place.name, device: caller.device?.hash }, now)
    if (!isLong) {
      if (!place.isKnown && (await isSpent(tx, username, ['reset tries'], now)))
        return refuse('limit-exceeded')
      const problem = problemOfShort(before, now)
      if (problem) return refuse(problem)
    }
    if (!user?.enabled || (!isLong && !sameSecret(before?.codeHash, hash))) {
      if (before) await keepAsked(tx, username, afterWrong(before))
      if (!place.isKnown) await spend(tx, username, ['reset tries'], now)
      await recordRefusal(tx, answering, { username, user }, 'password_reset_failed')
      return refuse('reset-wrong')
    }
    await setPassword(tx, ctx, { id: user.id, password })
    await clearFailures(tx, username, [place.name])
    await forgetKnownBrowsers(tx, username)
    await knowBrowser(tx, caller, username, now)
    await recordUserAct(tx, answering, user, 'password_reset')
    await tellOfChange(tx, answering, user)
    return {}
  })
}

/** Why the short code is not checked. */
function problemOfShort(asked: Asked | undefined, now: Date): 'limit-exceeded' | 'reset-expired' | undefined {
  if (asked && asked.tries >= resetTriesPerHour) return 'limit-exceeded'
  return !asked?.codeHash || asked.expiresAt <= now ? 'reset-expired' : undefined
}

/** Notifies a user that their password was changed, in case someone else changed it. */
export async function tellOfChange(tx: TenantTx, { ctx }: Answering, user: IdentityUser): Promise<void> {
  const { name: organization } = await requireOrganization(tx)
  const { email: to, firstName } = user
  const reference = { kind: 'user', id: user.id }
  await queueMails(tx, ctx, [{ to, reference, ...passwordChangedMail({ firstName, organization }) }])
}

async function mailCode(
  tx: TenantTx,
  { ctx }: Answering,
  user: IdentityUser,
  codes: ResetCodes,
): Promise<void> {
  const { organization, address } = await findSender(tx, ctx.identity.addresses)
  const { email: to, firstName, id } = user
  const reference = { kind: 'user', id }
  const mail =
    user.status === 'FORCE_CHANGE_PASSWORD'
      ? nothingToResetMail({ firstName, organization })
      : {
          ...resetCodeMail({
            firstName,
            ...codes,
            organization,
            minutes: resetCodeMinutes,
            email: to,
            address,
          }),
          uselessFrom: new Date(ctx.now().getTime() + resetCodeMinutes * minuteMs),
        }
  await queueMails(tx, ctx, [{ to, reference, ...mail }])
}

/** Six digits are easily guessed from a plain hash, so this hash also uses the installation's secret. */
function hashCode({ secrets }: IdentityContext, tenantId: TenantId, username: string, code: string): Buffer {
  return secrets.derive(`identity: reset ${tenantId}`, `${username} ${code}`, 32)
}

/** Counts the call against its address, and waits for the minimum time before it answers. */
async function evenly<T>(
  { ctx, tenantId, caller }: Answering,
  work: (tx: TenantTx) => Promise<T>,
): Promise<T> {
  admitCaller(ctx, caller)
  const [done] = await Promise.all([inTenant(ctx.db, tenantId, work), sleep(leastMs)])
  return done
}
