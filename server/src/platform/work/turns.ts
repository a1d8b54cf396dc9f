import type { TenantId } from '@verbatim/contract/ids.ts'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long a worker sleeps when no call wakes it; due times and lost calls are noticed by then. */
const idleMs = 1_000

export interface TurnWork {
  /** The tenants that have some that is due. */
  readonly findDue: () => Promise<readonly TenantId[]>
  /** Does some for one of them. @returns How much; 0 where there was nothing to do. Never throws. */
  readonly turn: (tenantId: TenantId) => Promise<number>
  /** Tenants that have their turn beside each other: more than one where a turn may hang on what strangers sent. */
  readonly atOnce: number
  readonly onError: (error: unknown) => void
}

/**
 * One kind of work: every tenant that has some gets a turn, then again, until nothing is due. A tenant whose turn is not
 * over holds up no other while there is room for another turn. After `signal` aborts, turns that have begun are finished.
 */
export async function workByTurns(
  { findDue, turn, atOnce, onError }: TurnWork,
  bell: Bell,
  signal: AbortSignal,
): Promise<void> {
  const busy = new Map<TenantId, Promise<void>>()
  const begin = async (tenantId: TenantId) => {
    const done = await turn(tenantId)
    busy.delete(tenantId)
    if (done > 0) bell.ring() // there may be more
  }
  while (!signal.aborted) {
    const heard = bell.rung()
    try {
      for (const tenantId of await findDue()) {
        while (busy.size >= atOnce) await Promise.race(busy.values())
        if (signal.aborted) break
        if (!busy.has(tenantId)) busy.set(tenantId, begin(tenantId))
      }
    } catch (error) {
      onError(error)
      await sleep(idleMs, undefined, { signal }).catch(() => {})
    }
    // With no room left, the first that ends makes some; otherwise a call, or time.
    await (busy.size >= atOnce ? Promise.race(busy.values()) : bell.wait(heard, signal))
  }
  await Promise.all(busy.values())
}

export type Bell = ReturnType<typeof makeBell>

/** A call between the look for work and the sleep is not missed: `wait` returns at once if it rang since `rung`. */
export function makeBell() {
  let count = 0
  let wakeUp = () => {}
  return {
    ring() {
      count += 1
      wakeUp()
    },
    rung: () => count,
    async wait(heard: number, signal: AbortSignal): Promise<void> {
      if (count !== heard || signal.aborted) return
      const { promise, resolve } = Promise.withResolvers<void>()
      wakeUp = resolve
      const timer = setTimeout(resolve, idleMs)
      signal.addEventListener('abort', () => resolve(), { once: true })
      await promise
      clearTimeout(timer)
    },
  }
}
