/** Counts the parts of an answer, each by itself: tabs, insights and reports ask here. */
import type { FailedReason } from '@verbatim/contract/metrics.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'

export interface PartCounting {
  /** Aborts when the reader no longer waits. */
  readonly signal: AbortSignal
  /** Told of a part that could not be counted, by the database or in time; the others are counted. */
  readonly onFailure: (partId: string, error: unknown) => void
  /** How long all parts together may take. */
  readonly limitMs?: number
}

/** How long all parts may take together, and one of them: a slow one leaves time for the others. */
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
      const state = stateOf(error)
      // What was cancelled because the reader left is no failure of its part.
      if (signal.aborted || state === undefined) throw error
      await goBack()
      onFailure(partId, error)
      return { failed: state === cancelled ? 'too-long' : 'unavailable' }
    }
  }
}

/** The SQLSTATE of a statement that took longer than it may. */
const cancelled = '57014'

/** The SQLSTATE of what the database refused or gave up; other errors have none. */
function stateOf(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined
  const code = String(error.code)
  return /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}
