import { sql } from 'kysely'
import type { Db, TenantTx } from '#platform/db.ts'

/** The channel of wake signals: databases notify workers that a kind of work has something to do. */
export const wakeChannel = 'verbatim_work'

/** Wakes the workers of a kind; in a transaction, once it has committed. A lost signal costs the time until workers look by themselves. */
export async function wake(db: Db | TenantTx, { name }: { readonly name: string }): Promise<void> {
  await sql`select pg_notify(${wakeChannel}, ${name})`.execute(db)
}

/** The signal that a loop waits for. A signal between its look for work and its wait is not missed. */
export interface WakeSignal {
  wake(): void
  /** How often it was woken, for `wait`. */
  count(): number
  /** Resolves once it was woken since `count`, or `stop` aborts. */
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

/** The signals of all loops. Each is woken by the name of its kind, and every `idleMs`, by which due times and lost signals are noticed. */
export interface WakeSignals {
  /** A further signal of a kind; one kind may have several. */
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
