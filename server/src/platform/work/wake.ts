import { sql } from 'kysely'
import type { Db, TenantTx } from '#platform/db.ts'

/** The channel of wake signals: the database notifies workers that a kind of work has something to do. */
export const wakeChannel = 'verbatim_work'

/** Wakes the workers of a kind; in a transaction, after its commit. If a signal is lost, workers notice the work a little later. */
export async function wake(db: Db | TenantTx, { name }: { readonly name: string }): Promise<void> {
  await sql`select pg_notify(${wakeChannel}, ${name})`.execute(db)
}

/** The signal that a loop waits for. A signal between its search for work and its wait is not missed. */
export interface WakeSignal {
  wake(): void
  /** How often it was woken, as an argument of `wait`. */
  count(): number
  /** Resolves when it was woken since `count`, or `stop` aborts. */
  wait(count: number, stop: AbortSignal): Promise<void>
}

export function makeWakeSignal(): WakeSignal {
  let count = 0
  let wakeUp: () => void = () => {}
  return {
    wake() {
      count += 1
      wakeUp()
    },
    count: () => count,
    async wait(seen, stop) {
      if (count !== seen || stop.aborted) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const ended = () => resolve()
      wakeUp = ended
      stop.addEventListener('abort', ended, { once: true })
      await promise
      stop.removeEventListener('abort', ended)
    },
  }
}

/** The signals of all loops. Each wakes for its kind's name and every `idleMs`, so that due times and lost signals are noticed. */
export interface WakeSignals {
  /** Adds a signal for a kind, which may have several. */
  of(name: string): WakeSignal
  wake(name: string): void
  close(): void
}

export function openWakeSignals(idleMs: number): WakeSignals {
  const signals = new Map<string, WakeSignal[]>()
  const idle = setInterval(() => {
    for (const each of signals.values()) for (const signal of each) signal.wake()
  }, idleMs)
  return {
    of(name) {
      const signal = makeWakeSignal()
      signals.set(name, [...(signals.get(name) ?? []), signal])
      return signal
    },
    wake: (name) => signals.get(name)?.forEach((signal) => signal.wake()),
    close: () => clearInterval(idle),
  }
}
