import type { TenantId } from '@verbatim/contract/ids.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WakeSignal } from './wake.ts'

export interface TurnWork {
  /** The tenants that have some that is due. */
  readonly findDue: () => Promise<readonly TenantId[]>
  /** Does some for one of them. @returns How much; 0 if there was nothing to do. Never throws. */
  readonly turn: (tenantId: TenantId) => Promise<number>
  /** Tenants that have their turn at the same time: more than one if a turn may hang on strangers' input. */
  readonly atOnce: number
  readonly onError: (error: unknown) => void
  /** The wait after the tenants could not be found. */
  readonly retryMs: number
}

/**
 * One kind of work: every tenant that has some gets a turn, then again, until nothing is due. A tenant whose turn is not
 * over holds up no other while there is room for another turn. After `stop` aborts, turns that have begun are finished.
 */
export async function workByTurns(
  { findDue, turn, atOnce, onError, retryMs }: TurnWork,
  signal: WakeSignal,
  stop: AbortSignal,
): Promise<void> {
  const busy = new Map<TenantId, Promise<void>>()
  const begin = async (tenantId: TenantId) => {
    const done = await turn(tenantId)
    busy.delete(tenantId)
    if (done > 0) signal.wake() // there may be more
  }
  while (!stop.aborted) {
    const seen = signal.count()
    const due = await findDue().catch(onError)
    if (!due) {
      await sleep(retryMs, undefined, { signal: stop }).catch(() => {})
      continue
    }
    for (const tenantId of due) {
      while (busy.size >= atOnce) await Promise.race(busy.values())
      if (stop.aborted) break
      if (!busy.has(tenantId)) busy.set(tenantId, begin(tenantId))
    }
    // With no room left, the first that ends makes some; otherwise a signal.
    await (busy.size >= atOnce ? Promise.race(busy.values()) : signal.wait(seen, stop))
  }
  await Promise.all(busy.values())
}
