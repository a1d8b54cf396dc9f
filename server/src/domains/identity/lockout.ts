import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'

/** Failed attempts on one username from one place: they decide how long the next attempt from there must wait. */
export interface Attempts {
  readonly fails: number
  readonly lockedUntil: Date | undefined
  readonly failedAt: Date
}

const longestLockMs = 15 * 60_000
/** After so long without a failure or a lock, earlier failures are forgotten. */
const quietMs = 15 * 60_000

/** From the fifth failure on, a lock of 2^(n-5) seconds, at most a quarter of an hour. Source: docs/rules/identity.md. */
export function lockMsAfter(fails: number): number {
  return fails < 5 ? 0 : Math.min(2 ** (fails - 5) * 1000, longestLockMs)
}

/** The count after one more failure at `now`. */
export function afterFailure(before: Attempts | undefined, now: Date): Attempts {
  const quietSince = before ? (before.lockedUntil ?? before.failedAt).getTime() : 0
  const fails = (before && now.getTime() - quietSince < quietMs ? before.fails : 0) + 1
  const lockMs = lockMsAfter(fails)
  return { fails, failedAt: now, lockedUntil: lockMs ? new Date(now.getTime() + lockMs) : undefined }
}

export function isLocked(attempts: Attempts | undefined, now: Date): boolean {
  return attempts?.lockedUntil !== undefined && attempts.lockedUntil > now
}

/**
 * A user at the second step has proven the password, so strangers cannot lock it: its failures count from every place
 * together.
 */
export const secondStepPlace = 'second step'
/** The same for prompts within a session: a password that must be changed, or a new authenticator's code. */
export const sessionPlace = 'session'

/** Makes every other attempt on a username wait until this transaction ends, whether the username exists or not. */
export async function holdName(tx: TenantTx, username: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`identity ${username}`}, 0))`.execute(tx)
}

/** The failures of a username at a place. */
export async function findAttempts(
  tx: TenantTx,
  username: string,
  place: string,
): Promise<Attempts | undefined> {
  const row = await tx
    .selectFrom('identity_throttle')
    .selectAll()
    .where('username', '=', username)
    .where('place', '=', place)
    .executeTakeFirst()
  return row && { fails: row.fails, lockedUntil: row.locked_until ?? undefined, failedAt: row.failed_at }
}

/** Counts both, so that a hundred guesses at once count as a hundred. */
export async function holdAttempts(
  tx: TenantTx,
  username: string,
  place: string,
): Promise<Attempts | undefined> {
  await holdName(tx, username)
  return findAttempts(tx, username, place)
}

/** Counts a failure. Call this while the name is locked, and do not roll the transaction back. */
export async function recordFailure(
  tx: TenantTx,
  { username, place }: { readonly username: string; readonly place: string },
  before: Attempts | undefined,
  now: Date,
): Promise<Attempts> {
  const attempts = afterFailure(before, now)
  const row = {
    fails: attempts.fails,
    locked_until: attempts.lockedUntil ?? null,
    failed_at: attempts.failedAt,
  }
  await tx
    .insertInto('identity_throttle')
    .values({ username, place, ...row })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'username', 'place']).doUpdateSet(row))
    .execute()
  return attempts
}

/** Forgets the failures of a username at these places. */
export async function clearFailures(
  tx: TenantTx,
  username: string,
  places: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('identity_throttle')
    .where('username', '=', username)
    .where('place', 'in', [...places])
    .execute()
}
