import type { TenantId } from '@verbatim/contract/ids.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WakeSignal } from './wake.ts'

interface TurnWork {
  /** The tenants with due work. */
  readonly findDue: () => Promise<readonly TenantId[]>
  /** Does some work for one of them. @returns How much; 0 if nothing was due. Never throws. */
  readonly turn: (tenantId: TenantId) => Promise<number>
  /** How many tenants have their turn at the same time: more than one if strangers' input may delay a turn. */
  readonly atOnce: number
  readonly onError: (error: unknown) => void
  /** The wait after a failed search for tenants. */
  readonly retryMs: number
}

/**
 * Runs one kind of work: every tenant with due work gets turns until nothing is due. A tenant whose turn is not
 * over does not delay others while another turn is free. After `stop` aborts, started turns are finished.
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
    // If all turns are in use, waits for the first to end; otherwise for a signal.
    await (busy.size >= atOnce ? Promise.race(busy.values()) : signal.wait(seen, stop))
  }
  await Promise.all(busy.values())
}
