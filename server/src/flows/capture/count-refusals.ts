import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { gatherRefusals, recordRefusals, type Refusal } from '#domains/accounts/refusal-commands.ts'
import { isLostAccount } from '#domains/accounts/lost-account.ts'
import { Failure } from '#kernel/failure.ts'
import { type Db, inTenant } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'

/** A refused delivery, and its account. */
export interface RefusedDelivery extends Refusal {
  readonly tenantId: TenantId
  readonly accountId: AccountId
}

/** Counts the deliveries that endpoints refuse. */
export interface RefusalCounter {
  /** Resolves once it is counted durably; rejects if that fails. */
  count(refused: RefusedDelivery): Promise<void>
  /**
   * Counts a refusal together with the next ones, and no caller waits: a delivery that is refused unread costs no
   * separate transaction.
   */
  note(refused: RefusedDelivery): void
  /** Resolves when nothing is left to count. */
  close(): Promise<void>
}

/** The refusals that share the next commit of an organization. */
interface Waiting {
  refusals: RefusedDelivery[]
  readonly counted: PromiseWithResolvers<void>
}

/** How long refusals may stay uncounted. */
const noteMs = 500

/**
 * Refusals during one commit share the next, so a flood of any size takes one transaction at a time and a row a minute, on one
 * connection.
 */
export function openRefusalCounter({ db, log }: { db: Db; log: Log }): RefusalCounter {
  const waiting = new Map<TenantId, Waiting>()
  let working: Promise<void> | undefined
  let later: NodeJS.Timeout | undefined

  function add(refused: RefusedDelivery): Promise<void> {
    let next = waiting.get(refused.tenantId)
    if (!next) {
      waiting.set(refused.tenantId, (next = { refusals: [], counted: Promise.withResolvers() }))
      next.counted.promise.catch((error: unknown) =>
        log.warn({ err: error }, 'refusals could not be counted'),
      )
    }
    next.refusals.push(refused)
    return next.counted.promise
  }

  async function drain(): Promise<void> {
    for (const [tenantId, next] of waiting) {
      waiting.delete(tenantId)
      await inTenant(db, tenantId, (tx) => recordRefusals(tx, gatherRefusals(next.refusals))).then(
        next.counted.resolve,
        (error: unknown) =>
          next.counted.reject(isLostAccount(error) ? new Failure('unavailable', {}, error) : error),
      )
    }
    // In the same turn as the last check, so no refusal can arrive in between and rely on this drain.
    working = undefined
  }
  const begin = () => {
    clearTimeout(later)
    later = undefined
    // An empty drain would end before it is stored as the running one, and would then stay stored.
    if (waiting.size > 0) working ??= drain()
  }

  return {
    count(refused) {
      const counted = add(refused)
      begin()
      return counted
    },
    note(refused) {
      void add(refused)
      later ??= setTimeout(begin, noteMs)
    },
    async close() {
      begin()
      while (working) await working
    },
  }
}
