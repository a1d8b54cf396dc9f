/** Deliveries that say of an account that there is something to collect, in whichever process has its connection. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { makeWakeSignal, type WakeSignal } from '#platform/work/wake.ts'

/** The hints for the accounts that a process collects. */
export interface Hints {
  /** For one session. */
  open(id: AccountId): Resting
  /** @param name Of a wake signal; others than hints are ignored. */
  wake(name: string): void
}

export interface Resting {
  /** A hint since the last rest ends this one at once. */
  rest(ms: number, signal: AbortSignal): Promise<void>
  close(): void
}

const prefix = 'collect:'
/** The name of the wake signal of an account. */
export const hintOf = (id: AccountId) => ({ name: prefix + id })

export function openHints(): Hints {
  const signals = new Map<string, WakeSignal>()
  return {
    open(id) {
      const hinted = makeWakeSignal()
      const { name } = hintOf(id)
      signals.set(name, hinted)
      let seen = hinted.count()
      return {
        async rest(ms, signal) {
          const over = new AbortController()
          const stop = AbortSignal.any([signal, over.signal])
          const timeUp = sleep(ms, undefined, { signal: stop }).catch(() => {})
          await Promise.race([timeUp, hinted.wait(seen, stop)])
          over.abort()
          seen = hinted.count()
        },
        close() {
          if (signals.get(name) === hinted) signals.delete(name)
        },
      }
    },
    wake: (name) => signals.get(name)?.wake(),
  }
}
