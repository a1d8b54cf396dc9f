/** Whether a receiver is tried now. Its state is stored, because several workers share it. */
import { hourMs } from '@verbatim/contract/durations.ts'

export interface Breaker {
  /** Connections that failed since the last one that did not. */
  readonly failures: number
  /** No mail is tried before; null while the receiver is not suspected. */
  readonly until: Date | null
}

/** Failures in sequence that open the breaker. */
const most = 5
const firstMs = 60_000
const mostMs = hourMs

/** Once the time has passed, the next mail is the trial: its result closes the breaker or opens it for longer. */
export const mayTry = ({ until }: Breaker, now: Date): boolean => until === null || until <= now

/** A failure of the receiver: each one after the limit doubles the pause, up to an hour. */
export function afterFailure({ failures }: Breaker, now: Date): Breaker {
  const count = failures + 1
  if (count < most) return { failures: count, until: null }
  const pause = Math.min(firstMs * 2 ** Math.min(count - most, 20), mostMs)
  return { failures: count, until: new Date(now.getTime() + pause) }
}
