import { type AuditedBy, recordAudit } from '#domains/audit/commands.ts'
import type { TenantTx } from '#platform/db.ts'
import { holdAttempts, isLocked, recordFailure, type secondStepPlace, type sessionPlace } from './lockout.ts'
import type { IdentityContext } from './memory.ts'
import type { IdentityUser } from './users.ts'

/** A password or a code that is asked for within a session. */
interface Proof {
  readonly user: Pick<IdentityUser, 'id' | 'username'>
  readonly place: typeof secondStepPlace | typeof sessionPlace
  /** The user of the session; someone else may have it. */
  readonly by: AuditedBy
}

/**
 * Judges a proof under the account's lock. A wrong one, for which `judge` gives undefined, counts and is audited as that of a sign-in:
 * do not roll the transaction back then.
 */
export async function judgeInSession<T>(
  tx: TenantTx,
  { now }: Pick<IdentityContext, 'now'>,
  { user: { id, username }, place, by }: Proof,
  judge: () => Promise<T | undefined>,
): Promise<{ readonly right: T } | 'locked' | 'wrong'> {
  const attempts = await holdAttempts(tx, username, place)
  if (isLocked(attempts, now())) return 'locked'
  const right = await judge()
  if (right !== undefined) return { right }
  const { lockedUntil } = await recordFailure(tx, { username, place }, attempts, now())
  const type = lockedUntil ? 'sign_in_locked' : 'sign_in_failed'
  await recordAudit(tx, by, { type, target: { kind: 'sign-in', id, name: by.name } }, now())
  return 'wrong'
}
