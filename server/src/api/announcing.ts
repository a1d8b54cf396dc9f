import type { Slice } from '@verbatim/contract/changes.ts'
import { keepingOwnReach } from '#flows/keep-own-reach/own-reach.ts'
import { keepingSupervision } from '#flows/keep-supervision/keeping-supervision.ts'
import type { Actor } from '#kernel/actor.ts'
import { announce } from '#platform/changes.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Commit } from '#platform/http/idempotency.ts'

type Change<By> = <T>(commit: Commit<T>, actor: By, work: (tx: TenantTx) => Promise<T>) => Promise<T>

/** Wraps a change, such as with a check that must hold after it. */
export type Around = <T>(tx: TenantTx, actor: Actor, work: () => Promise<T>) => Promise<T>

/** What must hold after a change of groups, their members, or accounts: the actor reads no more than before, and policies examine no less. */
export const keepingLimits: Around = (tx, actor, work) =>
  keepingOwnReach(tx, actor, () => keepingSupervision(tx, work))

/**
 * Runs changes, and notifies the screens that show one of `slices`, in the same transaction. A change of someone who is not signed
 * in has no actor, and nothing around it.
 */
export function announcing(slices: readonly Slice[]): Change<Actor | undefined>
export function announcing(slices: readonly Slice[], around: Around | undefined): Change<Actor>
export function announcing(slices: readonly Slice[], around?: Around): Change<Actor> {
  return (commit, actor, work) =>
    commit(async (tx) => {
      const result = await (around ? around(tx, actor, () => work(tx)) : work(tx))
      await announce(tx, slices)
      return result
    })
}
