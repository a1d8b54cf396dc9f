import type { TenantTx } from './db.ts'

/** What is to be done once a transaction has committed. */
const acts = new WeakMap<TenantTx, (() => void)[]>()

/** Begins to collect the acts of a transaction. @returns The function that runs them; without it, as after a rollback, none runs. */
export function openAfterCommit(tx: TenantTx): () => void {
  const own: (() => void)[] = []
  acts.set(tx, own)
  return () => {
    for (const act of own) act()
  }
}

/**
 * Runs `act` once the transaction has committed, and before its caller continues. What another transaction may read is
 * forgotten then: before, a reader would remember again what is about to change.
 */
export function afterCommit(tx: TenantTx, act: () => void): void {
  const own = acts.get(tx)
  if (!own) throw new Error('Only the transaction that was begun has a commit')
  own.push(act)
}
