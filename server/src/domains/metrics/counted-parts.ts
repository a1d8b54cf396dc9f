/** Counts the parts of an answer, each by itself: tabs, insights and reports ask here. */
import type { FailedReason } from '@verbatim/contract/metrics.ts'
import { sql } from 'kysely'
import { isPassing, isTooLong } from '#platform/db-errors.ts'
import { type TenantTx, withinTime } from '#platform/db.ts'

export interface PartCounting {
  /** Aborts when the reader no longer waits. */
  readonly signal: AbortSignal
  /** Called for a part that could not be counted, by the database or in time; the others are counted. */
  readonly onFailure: (partId: string, error: unknown) => void
  /** How long the whole answer may take. */
  readonly limitMs?: number
  /** How long one part may take, with all of its statements: a slow one leaves time for the others. */
  readonly longestPartMs?: number
}

/** Of a screen, whose reader waits. */
const screenLimits = { limitMs: 20_000, longestPartMs: 8_000 } as const
/** A tile of an insight may be narrowed, which counts more than the rollups have: one may take the time of all. */
export const tileLimits = { longestPartMs: screenLimits.limitMs } as const
/** Of a report by mail, which no reader waits for: as long as other statements may take. It is far below the lease of a copy. */
export const mailLimits = { limitMs: 120_000, longestPartMs: 30_000 } as const

type Outcome<T> = { readonly counted: T } | { readonly failed: FailedReason }

export type CountPart = <T>(partId: string, count: () => Promise<T>) => Promise<Outcome<T>>

/**
 * Counts one part after another: they share one connection. Those that the time does not suffice for fail. An answer has one
 * counter, because its time begins here.
 */
export function partCounter(tx: TenantTx, { signal, onFailure, ...limits }: PartCounting): CountPart {
  const { limitMs = screenLimits.limitMs, longestPartMs = screenLimits.longestPartMs } = limits
  const began = performance.now()
  // Counting only reads, so that this takes back nothing but the time limit.
  const goBack = async () => {
    await sql`rollback to savepoint part`.execute(tx)
    await sql`release savepoint part`.execute(tx)
  }
  return async (partId, count) => {
    signal.throwIfAborted()
    const leftMs = Math.floor(limitMs - (performance.now() - began))
    if (leftMs < 1) {
      onFailure(partId, new Error('The parts before it took all the time'))
      return { failed: 'too-long' }
    }
    await sql`savepoint part`.execute(tx)
    try {
      const mostMs = Math.min(leftMs, longestPartMs)
      // A statement ends at its limit also if the one that cancels it cannot connect.
      await sql`select set_config('statement_timeout', ${String(mostMs)}, true)`.execute(tx)
      const counted = await withinTime(tx, mostMs, count)
      await goBack()
      return { counted }
    } catch (error) {
      const tookTooLong = isTooLong(error)
      // A bug is an error of the call, and what was cancelled because the reader left is no failure of its part.
      if (signal.aborted || !(tookTooLong || isPassing(error))) throw error
      await goBack().catch(() => {
        // The connection is lost, so nothing else can be counted either.
        throw error
      })
      onFailure(partId, error)
      return { failed: tookTooLong ? 'too-long' : 'unavailable' }
    }
  }
}
