import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import {
  gatherRefusals,
  recordRefusals,
  type Refusal,
  type Refusals,
} from '#domains/accounts/refusal-commands.ts'
import { isLostAccount } from '#domains/accounts/lost-account.ts'
import { Failure } from '#kernel/failure.ts'
import { isRefusal } from '#platform/db-errors.ts'
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
   * separate transaction. It is kept and tried again while the database fails.
   */
  note(refused: RefusedDelivery): void
  /** Resolves when nothing is left to count. */
  close(): Promise<void>
}

/** The refusals that share the next commit of an organization. */
interface Waiting {
  readonly refusals: RefusedDelivery[]
  /** Those of them that no caller waits for. The sender repeats the others. */
  readonly noted: RefusedDelivery[]
  readonly counted: PromiseWithResolvers<void>
}

/** How long refusals may stay uncounted. */
const noteMs = 500
/** After the database failed, what was kept is tried again. */
const againMs = 5_000
/** Of one account: the newest minutes, for each reason. */
const mostKept = 240

/**
 * Refusals during one commit share the next, so a flood of any size takes one transaction at a time and a row a minute, on one
 * connection.
 */
export function openRefusalCounter({ db, log }: { db: Db; log: Log }): RefusalCounter {
  const waiting = new Map<TenantId, Waiting>()
  const kept = openKept({ db, log })
  let working: Promise<void> | undefined
  let later: NodeJS.Timeout | undefined
  let again: NodeJS.Timeout | undefined
  let isClosed = false

  function add(refused: RefusedDelivery): Waiting {
    let next = waiting.get(refused.tenantId)
    if (!next) {
      waiting.set(refused.tenantId, (next = { refusals: [], noted: [], counted: Promise.withResolvers() }))
      next.counted.promise.catch((error: unknown) =>
        log.warn({ err: error }, 'refusals could not be counted'),
      )
    }
    next.refusals.push(refused)
    return next
  }

  /** @returns Whether the database answered. */
  async function countWaiting(): Promise<boolean> {
    let isThere = true
    for (const [tenantId, next] of waiting) {
      waiting.delete(tenantId)
      try {
        await inTenant(db, tenantId, (tx) => recordRefusals(tx, gatherRefusals(next.refusals)))
        next.counted.resolve()
      } catch (error) {
        const isLost = isLostAccount(error)
        isThere &&= isRefused(error)
        kept.keep(tenantId, next.noted)
        next.counted.reject(isLost ? new Failure('unavailable', {}, error) : error)
      }
    }
    return isThere
  }

  async function drain(): Promise<void> {
    do if (await countWaiting()) await kept.count()
    while (waiting.size > 0)
    // In the same turn as the last check, so no refusal can arrive in between and rely on this drain.
    working = undefined
    if (kept.size() > 0 && !isClosed) again ??= setTimeout(begin, againMs)
  }
  function begin(): void {
    clearTimeout(later)
    clearTimeout(again)
    later = again = undefined
    // An empty drain would end before it is stored as the running one, and would then stay stored.
    if (waiting.size > 0 || kept.size() > 0) working ??= drain()
  }

  return {
    count(refused) {
      const { counted } = add(refused)
      begin()
      return counted.promise
    },
    note(refused) {
      add(refused).noted.push(refused)
      later ??= setTimeout(begin, noteMs)
    },
    async close() {
      isClosed = true
      begin()
      while (working) await working
      if (kept.size() > 0) log.error({ accounts: kept.size() }, 'refusals were not counted')
    },
  }
}

/** The database is there, and does not take them. An error without its code is none of the database. */
const isRefused = (error: unknown) => error instanceof Error && 'code' in error && isRefusal(error)

/** Refusals that could not be counted yet, by their accounts. */
function openKept({ db, log }: { db: Db; log: Log }) {
  const kept = new Map<AccountId, { readonly tenantId: TenantId; readonly refusals: readonly Refusals[] }>()
  return {
    size: () => kept.size,

    keep(tenantId: TenantId, noted: readonly RefusedDelivery[]): void {
      for (const [accountId, ofAccount] of Map.groupBy(noted, (one) => one.accountId)) {
        const refusals = gatherRefusals(ofAccount, kept.get(accountId)?.refusals)
        kept.set(accountId, { tenantId, refusals: refusals.slice(-mostKept) })
      }
    },

    /** Each account apart from the others: one that is gone, or whose refusals cannot be stored, holds back none. */
    async count(): Promise<void> {
      for (const [accountId, { tenantId, refusals }] of kept) {
        try {
          await inTenant(db, tenantId, (tx) => recordRefusals(tx, refusals))
        } catch (error) {
          log.warn({ err: error, accountId }, 'kept refusals could not be counted')
          if (!isRefused(error)) return
        }
        kept.delete(accountId)
      }
    },
  }
}
