/*
 * What a process of the server says to the supervisor that started it, and hears from it (server/src/start.ts).
 * A process that was started by hand has no supervisor: then only the signals are left.
 */
import type { Role } from '@verbatim/contract/permissions.ts'

/** A process tells its supervisor that it serves, or the sentence why it cannot and never will as things are. */
export type Report =
  | { readonly state: 'ready'; readonly httpPort?: number; readonly smtpPort?: number }
  | { readonly state: 'hopeless'; readonly reason: string }
  /** Of a first start: how far it is. */
  | { readonly state: 'progress'; readonly text: string }
  /** Of a first start: who can sign in, and with what, where that was made up. */
  | {
      readonly state: 'founded'
      readonly email?: string
      readonly password?: string
      /** Where nobody can sign in yet: the link that makes the first administrator. */
      readonly setUpLink?: string
      /** Everybody who can sign in to the demo, the administrator first. */
      readonly people?: readonly DemoPerson[]
      /** The file that says how its doors are tried. */
      readonly doors?: string
    }

/** Somebody who can sign in to the demo. */
export interface DemoPerson {
  readonly name: string
  readonly role: Role
  readonly email: string
  /** The permission profiles, which say what this person sees. */
  readonly profiles: readonly string[]
}

/** A stop takes no longer than this, whatever still runs; what was not finished was not acknowledged either. */
const longestStopMs = 1_900

/**
 * Aborts when this process is asked to end: by a signal, or because its supervisor is gone, killed perhaps.
 * From then on the process has a moment to finish, and is ended after it.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController()
  const begin = () => {
    if (stop.signal.aborted) return
    stop.abort()
    setTimeout(() => process.exit(1), longestStopMs).unref()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, begin)
  if (process.connected) process.once('disconnect', begin)
  return stop.signal
}

/** Reports to the supervisor, if there is one. */
export function report(state: Report): void {
  if (process.connected) process.send?.(state)
}

/** Tells whoever started this process why it cannot serve. Resolves once that was handed over. */
export async function giveUp(reason: string): Promise<void> {
  if (!process.connected) return void process.stderr.write(`${reason}\n`)
  const { promise: handedOver, resolve } = Promise.withResolvers<void>()
  process.send?.({ state: 'hopeless', reason } satisfies Report, undefined, undefined, () => resolve())
  await handedOver
}

/** Lets a process end that has closed everything: the channel to the supervisor would keep it. */
export function leaveSupervisor(): void {
  if (process.connected) process.disconnect()
}

/** The sentence for a port that somebody else has, which says what to change; undefined for any other error. */
export function explainPort(error: unknown, variable: 'PORT' | 'SMTP_INTAKE_PORT'): string | undefined {
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Set ${variable} to a free one.`
  if (code === 'EACCES')
    return `Port ${port} may not be opened by this user. Set ${variable} to one from 1024.`
  return undefined
}
