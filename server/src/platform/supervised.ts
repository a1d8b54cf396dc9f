/*
 * The messages between a process of the server and the supervisor that started it (server/src/start.ts). A process that was
 * started by hand has no supervisor, only signals.
 */
import type { Counted } from './metrics.ts'

/** A process reports to its supervisor that it serves, or the sentence why it cannot and never will in this state. */
export type Report =
  | { readonly state: 'ready'; readonly httpPort?: number; readonly smtpPort?: number }
  | { readonly state: 'hopeless'; readonly reason: string }
  /** On a first start: its progress. */
  | { readonly state: 'progress'; readonly text: string }
  /** On a first start: who can sign in, and the password if it was generated. */
  | {
      readonly state: 'founded'
      readonly email?: string
      readonly password?: string
      /** The link that makes the first administrator, while no user can sign in yet. */
      readonly setUpLink?: string
      /** Further output for the terminal, line by line. */
      readonly more?: readonly string[]
    }

/** An operator's view of one process. Degraded parts affect some of its work and not all of it. */
export interface Health {
  readonly state: 'starting' | 'ready' | 'degraded' | 'not-ready' | 'draining'
  readonly degraded: readonly Part[]
}

export const isReady = (state: Health['state']) => state === 'ready' || state === 'degraded'

export const parts = [
  'database',
  'files',
  'absent-files',
  'disk',
  'worker',
  'backlog',
  'reading',
  'mail',
] as const
export type Part = (typeof parts)[number]

/** The supervisor's questions to its processes while they serve, and the answers. */
export interface Answers {
  health(): Promise<Health>
  metrics(): Promise<Counted[]>
}
export interface Question {
  readonly ask: keyof Answers
  readonly id: number
}
export interface Answer {
  readonly answerTo: number
  /** Missing if the process could not answer. */
  readonly answer?: unknown
}

/** Answers the supervisor's questions. */
export function answerSupervisor(answers: Answers): void {
  process.on('message', (message) => {
    const { ask, id } = message as Question
    if (!(ask in answers)) return
    const answered = (answer?: unknown) => {
      if (process.connected) process.send?.({ answerTo: id, answer } satisfies Answer)
    }
    answers[ask]().then(answered, () => answered())
  })
}

/** How a process ends: it serves on until load balancers have seen that it is not ready, then finishes its work. */
export interface Ending {
  readonly drainMs: number
  /** Finishing takes no longer than this; work that was not finished then was not acknowledged either. */
  readonly finishMs: number
}

/** For a process that is behind no load balancer. */
export const atOnce: Ending = { drainMs: 0, finishMs: 1_900 }

export interface Stopping {
  /** Aborts when the process must end. */
  readonly draining: AbortSignal
  /** Aborts when it must take no new work, a while later. */
  readonly stop: AbortSignal
}

/**
 * Tells this process to end: by a signal, or because its supervisor is gone, perhaps killed, which leaves no time to drain.
 * It is killed when its time to finish is over.
 */
export function stopSignals({ drainMs, finishMs }: Ending = atOnce): Stopping {
  const draining = new AbortController()
  const stop = new AbortController()
  const finish = () => {
    draining.abort()
    if (stop.signal.aborted) return
    stop.abort()
    setTimeout(() => process.exit(1), finishMs).unref()
  }
  const begin = () => {
    if (draining.signal.aborted) return
    if (drainMs === 0) return finish()
    draining.abort()
    setTimeout(finish, drainMs)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, begin)
  if (process.connected) process.once('disconnect', finish)
  return { draining: draining.signal, stop: stop.signal }
}

/** Reports to the supervisor, if there is one. */
export function report(state: Report): void {
  if (process.connected) process.send?.(state)
}

/** Reports to the parent process why this one cannot serve. Resolves once that was handed over. */
export async function giveUp(reason: string): Promise<void> {
  if (!process.connected) return void process.stderr.write(`${reason}\n`)
  const { promise: handedOver, resolve } = Promise.withResolvers<void>()
  process.send?.({ state: 'hopeless', reason } satisfies Report, undefined, undefined, () => resolve())
  await handedOver
}

/** Lets a process end that has closed everything: the channel to the supervisor would keep it alive. */
export function leaveSupervisor(): void {
  if (process.connected) process.disconnect()
}

export type PortVariable = 'PORT' | 'SMTP_INTAKE_PORT' | 'MONITOR_PORT'

/** The sentence for a port that is in use, which says what to change; undefined for any other error. */
export function explainPort(error: unknown, variable: PortVariable): string | undefined {
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Set ${variable} to a free one.`
  if (code === 'EACCES') return `This user can’t open port ${port}. Set ${variable} to one from 1024.`
  return undefined
}
