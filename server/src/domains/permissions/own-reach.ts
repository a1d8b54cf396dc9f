import type { UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { reachesAsFar } from '#access/scope.ts'
import type { TenantTx } from '#platform/db.ts'
import { findActor } from './queries.ts'

/**
 * Runs work that may change access, and refuses it if the actor would see more, because that takes a second person.
 * It compares the database before and after, so no change can bypass it. Source: docs/decisions/0042.
 * @throws Failure `permission-profile.own-reach`
 */
export async function keepingOwnReach<T>(tx: TenantTx, actor: Actor, work: () => Promise<T>): Promise<T> {
  // Two changes at once, each of which widens nothing alone, would pass.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`own reach ${actor.userId}`}, 0))`.execute(tx)
  const scopeOf = async () => (await findActor(tx, actor.userId))?.scope ?? []
  const before = await scopeOf()
  const result = await work()
  if (!reachesAsFar(before, await scopeOf())) throw new Failure('permission-profile.own-reach')
  return result
}

/** The same for one row of an import: users cannot add profiles to themselves. @throws Failure `permission-profile.own-reach` */
export function checkOwnProfiles(actor: Actor, userId: UserId | undefined, added: readonly unknown[]): void {
  if (userId === actor.userId && added.length > 0) throw new Failure('permission-profile.own-reach')
}
