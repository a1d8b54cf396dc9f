import { commonPasswordProblem, passwordProblems } from '@verbatim/contract/passwords.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { saltOf } from './invented-users.ts'
import type { IdentityContext } from './memory.ts'
import { forgetAsked } from './reset-codes.ts'
import { endSessions } from './endings.ts'
import { newUsernames, sealPassword } from './users.ts'

/** A person who will be able to sign in. */
export interface NewIdentityUser {
  /** The ID of a row in `tenant_user`, which has the mail address. */
  readonly id: UserId
  /** Without a password, the user cannot sign in yet. */
  readonly password: string | undefined
  /** The password is for the first sign-in only, which requires a new one. */
  readonly temporary?: boolean
  /** The first sign-in enrols an authenticator, which cannot be turned off. */
  readonly mfaRequired?: boolean
}

/**
 * Lets users of the organization sign in.
 * @throws Failure `identity.weak-password`, `user.not-found`
 */
export async function createIdentityUsers(
  tx: TenantTx,
  { secrets, now }: Pick<IdentityContext, 'secrets' | 'now'>,
  users: readonly NewIdentityUser[],
): Promise<void> {
  for (const { password } of users) if (password !== undefined) refuseWeak(password)
  const usernames = await newUsernames(
    tx,
    secrets,
    users.map(({ id }) => id),
  )
  await tx
    .insertInto('identity_user')
    .values(
      users.map(({ id, password, temporary = false, mfaRequired = false }) => {
        const username = usernames.get(id)
        if (!username) throw new Failure('user.not-found')
        return {
          id,
          username,
          ...(password === undefined
            ? { salt: saltOf(secrets, tx.tenantId, username), verifier_sealed: null }
            : sealPassword(secrets, { tenantId: tx.tenantId, username }, password)),
          status:
            temporary || password === undefined ? ('FORCE_CHANGE_PASSWORD' as const) : ('CONFIRMED' as const),
          password_changed_at: password === undefined ? null : now(),
          mfa_required: mfaRequired,
          totp_sealed: null,
          totp_pending_sealed: null,
          temporary_until: null,
          totp_enrolled_at: null,
          created_at: now(),
        }
      }),
    )
    .execute()
}

/**
 * Sets another password for a person, and ends what was begun before: sessions, unfinished sign-ins and codes to reset it.
 * @throws Failure `identity.weak-password`, `user.not-found`
 */
export async function setPassword(
  tx: TenantTx,
  ctx: Pick<IdentityContext, 'secrets' | 'now' | 'identity'>,
  { id, password, temporary = false, keepSession }: PasswordChange,
): Promise<void> {
  refuseWeak(password)
  const user = await tx
    .selectFrom('identity_user')
    .select('username')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new Failure('user.not-found'))
  await tx
    .updateTable('identity_user')
    .set({
      ...sealPassword(ctx.secrets, { tenantId: tx.tenantId, username: user.username }, password),
      status: temporary ? 'FORCE_CHANGE_PASSWORD' : 'CONFIRMED',
      password_changed_at: ctx.now(),
      temporary_until: null,
    })
    .where('id', '=', id)
    .execute()
  await forgetAsked(tx, user.username)
  await endSessions(tx, ctx, { userId: id, ...(keepSession ? { except: keepSession } : {}) })
}

interface PasswordChange {
  readonly id: UserId
  readonly password: string
  readonly temporary?: boolean
  /** The session that makes the change continues. */
  readonly keepSession?: string
}

/** @throws Failure `identity.weak-password`, `identity.common-password` */
export function refuseWeak(password: string): void {
  const [problem] = passwordProblems(password)
  if (problem === commonPasswordProblem) throw new Failure('identity.common-password')
  if (problem) throw new Failure('identity.weak-password', { problem })
}
