import type { Failure } from './failure.ts'
import type { Environment } from './environment.ts'

/** A call that failed for a temporary reason and will be retried. */
export interface Pause {
  readonly failure: Failure
  /** How long it waits. */
  readonly ms: number
  /** When it is repeated, in milliseconds since 1970. */
  readonly endsAt: number
}

/** The calls that wait for a retry, for display. */
export interface Pauses {
  /** Waits before a call is repeated. @throws the signal's reason when it aborts first. */
  readonly wait: (failure: Failure, ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** The wait that ends first; undefined without any. The same object until something changes. */
  readonly current: () => Pause | undefined
  /** Retries every waiting call now. */
  readonly end: () => void
  /** @returns a function that stops listening */
  readonly listen: (listener: () => void) => () => void
}

export function openPauses({ wait, now }: Pick<Environment, 'wait' | 'now'>): Pauses {
  const waiting = new Map<Pause, AbortController>()
  const listeners = new Set<() => void>()
  let first: Pause | undefined

  function change(): void {
    first = [...waiting.keys()].toSorted((a, b) => a.endsAt - b.endsAt)[0]
    for (const listener of listeners) listener()
  }

  return {
    async wait(failure, ms, signal) {
      const hurry = new AbortController()
      const pause = { failure, ms, endsAt: now().getTime() + ms }
      waiting.set(pause, hurry)
      change()
      try {
        await wait(ms, signal ? AbortSignal.any([signal, hurry.signal]) : hurry.signal)
      } catch (error) {
        if (signal?.aborted || !hurry.signal.aborted) throw error
      } finally {
        waiting.delete(pause)
        change()
      }
    },
    current: () => first,
    end: () => {
      for (const hurry of waiting.values()) hurry.abort()
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
