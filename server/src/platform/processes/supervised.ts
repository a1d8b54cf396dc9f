/*
 * The messages between a process of the server and the supervisor that started it (server/src/start.ts). A process that was
 * started by hand has no supervisor, only signals.
 */
import type { Counted } from '#platform/metrics.ts'

/** A process reports to its supervisor that it serves, or a sentence why it cannot serve in this state. */
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
      /** The link that creates the first administrator, while no user can sign in yet. */
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
  /** Absent if the process could not answer. */
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

/** Ends a process: it continues to serve until load balancers have seen that it is not ready, then finishes its work. */
export interface Ending {
  readonly drainMs: number
  /** The time limit for finishing; unfinished work was not acknowledged either. */
  readonly finishMs: number
}

/** For a process without a load balancer. */
export const atOnce: Ending = { drainMs: 0, finishMs: 1_900 }

interface Stopping {
  /** Aborts when the process must end. */
  readonly draining: AbortSignal
  /** Aborts a while later, when it must take no new work. */
  readonly stop: AbortSignal
}

/**
 * Ends this process on a signal, or if its supervisor is gone, perhaps killed, which leaves no time to drain.
 * The process is killed when its time to finish is over.
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

/** Reports to the parent process why this one cannot serve. Resolves when that has been sent. */
export async function giveUp(reason: string): Promise<void> {
  if (!process.connected) return void process.stderr.write(`${reason}\n`)
  const { promise: handedOver, resolve } = Promise.withResolvers<void>()
  process.send?.({ state: 'hopeless', reason } satisfies Report, undefined, undefined, () => resolve())
  await handedOver
}

/** Lets a process end that has closed everything, because the channel to the supervisor would keep it alive. */
export function leaveSupervisor(): void {
  if (process.connected) process.disconnect()
}

type PortVariable = 'PORT' | 'SMTP_INTAKE_PORT' | 'MONITOR_PORT'

/** A sentence for a port in use, which says what to change; undefined for other errors. */
export function explainPort(error: unknown, variable: PortVariable): string | undefined {
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Set ${variable} to a free one.`
  if (code === 'EACCES') return `This user can’t open port ${port}. Set ${variable} to one from 1024.`
  return undefined
}
