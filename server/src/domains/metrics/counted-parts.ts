/** Counts the parts of an answer, each by itself: tabs, insights and reports ask here. */
import type { FailedReason } from '@verbatim/contract/metrics.ts'
import { sql } from 'kysely'
import { isPassing } from '#platform/db-errors.ts'
import type { TenantTx } from '#platform/db.ts'

export interface PartCounting {
  /** Aborts when the reader no longer waits. */
  readonly signal: AbortSignal
  /** Told of a part that could not be counted, by the database or in time; the others are counted. */
  readonly onFailure: (partId: string, error: unknown) => void
  /** After this time, no further part begins. */
  readonly limitMs?: number
}

/** When no further part begins, and how long one statement of a part may take: a slow one leaves time for the others. */
const [usualLimitMs, longestPartMs] = [20_000, 8_000]

type Outcome<T> = { readonly counted: T } | { readonly failed: FailedReason }

/** Counts one part after another: they share one connection. Those that the time does not suffice for fail. */
export function partCounter(
  tx: TenantTx,
  { signal, onFailure, limitMs = usualLimitMs }: PartCounting,
): <T>(partId: string, count: () => Promise<T>) => Promise<Outcome<T>> {
  const began = performance.now()
  // Counting only reads, so that this takes back nothing but the time limit.
  const goBack = () => sql`rollback to savepoint part`.execute(tx)
  return async (partId, count) => {
    signal.throwIfAborted()
    const leftMs = Math.floor(limitMs - (performance.now() - began))
    if (leftMs < 1) {
      onFailure(partId, new Error('The parts before it took all the time'))
      return { failed: 'too-long' }
    }
    await sql`savepoint part`.execute(tx)
    try {
      const mostMs = String(Math.min(leftMs, longestPartMs))
      await sql`select set_config('statement_timeout', ${mostMs}, true)`.execute(tx)
      const counted = await count()
      await goBack()
      return { counted }
    } catch (error) {
      const isTooLong = isCancelled(error)
      // A bug is an error of the call, and what was cancelled because the reader left is no failure of its part.
      if (signal.aborted || !(isTooLong || isPassing(error))) throw error
      await goBack().catch(() => {
        // The connection is lost, so nothing else can be counted either.
        throw error
      })
      onFailure(partId, error)
      return { failed: isTooLong ? 'too-long' : 'unavailable' }
    }
  }
}

/** Whether a statement took longer than it may: `query_canceled`. */
const isCancelled = (error: unknown) => error instanceof Error && 'code' in error && error.code === '57014'
