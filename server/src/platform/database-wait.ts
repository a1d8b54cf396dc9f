import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { Refusal } from './refusal.ts'

/** Temporary errors: not reachable or resolvable yet, starting up, shutting down, all connections in use. */
const passing = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P03',
  '53300',
])

interface Waiting {
  readonly stop: AbortSignal
  /** Receives the reason for waiting. */
  readonly tell: (text: string) => void
}

/**
 * Waits, without a limit, for a database that is starting or cannot be reached yet, as after a power failure in the whole
 * building.
 * @throws Refusal if the database answers but rejects us: waiting would not help.
 */
export async function untilReachable(url: string, { stop, tell }: Waiting): Promise<void> {
  for (;;) {
    stop.throwIfAborted()
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      const timedOut = code === undefined && /timeout/i.test(message)
      if (!timedOut && !passing.has(code ?? ''))
        throw new Refusal(`The database refused the connection: ${message}`)
      tell(`waiting for it to answer (${code ?? 'timeout'})`)
      await pause(500, undefined, { signal: stop }).catch(() => {})
    } finally {
      await client.end().catch(() => {})
    }
  }
}
