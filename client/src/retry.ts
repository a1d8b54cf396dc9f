import { Failure } from './failure.ts'
import type { Pauses } from './pauses.ts'
import type { Environment } from './environment.ts'

interface Repeating {
  readonly environment: Environment
  /** Receives the waits; without it, they are not shown. */
  readonly pauses?: Pauses | undefined
}

/** The product's common retry policy: how many repetitions follow the first attempt. Source: docs/rules/limits.md. */
const repetitions = 3
const longestMs = 30_000
/** Answers after which the same call may succeed: busy, restarting, or an identical call is still running. */
const passingStatuses = [429, 502, 503, 504]

/**
 * Repeats a call that failed for a temporary reason. Only for calls that do no harm if the server has done them
 * already: reads, and writes that carry an `Idempotency-Key`.
 */
export async function withRetries<T>(
  { environment, pauses }: Repeating,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === repetitions || !(error instanceof Failure) || !isPassing(error)) throw error
      const ms = delayMs(error, attempt, environment.chance())
      await (pauses ? pauses.wait(error, ms, signal) : environment.wait(ms, signal))
    }
  }
}

function isPassing({ code, status }: Failure): boolean {
  return code === 'network' || code === 'request.in-progress' || passingStatuses.includes(status)
}

/** The server's wait, or else 2^n seconds and up to a quarter more, so that clients do not return together. */
function delayMs({ details }: Failure, attempt: number, chance: number): number {
  const asked = details[retryAfterDetail]
  const ms = typeof asked === 'number' ? asked * 1000 : 2 ** attempt * 1000 * (1 + chance / 4)
  return Math.min(ms, longestMs)
}

/** The key of a failure's `Retry-After` seconds. */
export const retryAfterDetail = 'retryAfterSeconds'
