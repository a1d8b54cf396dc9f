import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '#platform/log.ts'
import {
  type Answer,
  type Answers,
  atOnce,
  type Ending,
  type Health,
  type Question,
  type Report,
} from './supervised.ts'
import type { Counted } from '#platform/metrics.ts'
import { within } from '#platform/within.ts'

export interface KeptProcess {
  readonly name: string
  /** When it first serves, or cannot for a reason that a person must fix. */
  readonly firstReport: Promise<Report>
  processId(): number | undefined
  /** How often it has ended unexpectedly. */
  restarts(): number
  /** Its own reports. They throw if it is not running, or does not answer in time. */
  readonly asked: Answers
  /** Ends it after its time to drain and finish. */
  stop(): Promise<void>
}

interface KeptProcessOptions {
  readonly name: string
  /** The module it runs. */
  readonly entry: URL
  readonly env: NodeJS.ProcessEnv
  readonly log: Log
  /** Without it, there is no time to drain. */
  readonly ending?: Ending
  /** It works in batches and does not answer requests. */
  readonly isBatching?: boolean
}

/**
 * Memory limits, so that some memory stays free: V8 would let a heap grow to gigabytes before it collects. With these a
 * process stays near its real use, at the same speed, and has room for several of the largest mails. Sizes in NODE_OPTIONS
 * take precedence.
 */
const heapLimits = ['--max-semi-space-size=4', '--max-old-space-size=768']
/** For processes that keep little between requests; those that work in batches would lose a seventh of their speed. */
const collectedSooner = '--heap-growing-percent=30'
/** The C library would keep freed memory in an arena per thread; few of our threads need much. */
const oneArena = { MALLOC_ARENA_MAX: '1' }

/** A process that takes longer to answer counts as stuck. */
const answerMs = 8_000
/** Longer than its own time to end; after that it cannot even end itself. */
const politeMs = 100

/**
 * Runs a module in a separate process and restarts it whenever it ends unexpectedly: at once the first time, after at
 * most half a second if it had served, and after five if it cannot even start.
 */
export function keepProcess(options: KeptProcessOptions): KeptProcess {
  const { name, entry, env, log, ending = atOnce, isBatching } = options
  const limits = [...heapLimits, ...(isBatching ? [] : [collectedSooner])]
  const stopping = new AbortController()
  const { promise: firstReport, resolve } = Promise.withResolvers<Report>()
  let child: ChildProcess | undefined
  let ended = 0
  let asked = 0
  const waiting = new Map<number, (answer: Answer) => void>()

  async function run(): Promise<void> {
    let failures = 0
    while (!stopping.signal.aborted) {
      const since = performance.now()
      const execArgv = env['NODE_OPTIONS']?.includes('-space-size') ? [] : limits
      child = fork(entry, {
        env: { ...oneArena, ...env },
        execArgv,
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      let hopeless: string | undefined
      let served = false
      child.on('message', (message) => {
        if (isAnswer(message)) return waiting.get(message.answerTo)?.(message)
        const report = message as Report
        if (report.state === 'hopeless') hopeless = report.reason
        else served = true
        resolve(report)
      })
      child.on('error', (error) => log.error({ err: error, process: name }, 'a process could not be started'))
      const [code, signal] = (await once(child, 'exit').catch(() => [-1])) as [number | null, string?]
      if (stopping.signal.aborted) return
      ended += 1
      failures = performance.now() - since > 60_000 ? 1 : failures + 1
      // The caller that waits for the first report informs a person, so there is nothing to log or retry here.
      if (hopeless !== undefined && (await firstReport).state === 'hopeless') return
      if (hopeless !== undefined)
        log.error({ process: name, reason: hopeless }, 'a process cannot serve; trying again')
      else
        log.error(
          { process: name, exitCode: code, signal },
          'a process ended unexpectedly; starting it again',
        )
      await pause(backOffMs(failures, served), undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  async function ask(what: keyof Answers): Promise<unknown> {
    const id = ++asked
    const { promise, resolve: answered, reject } = Promise.withResolvers<Answer>()
    waiting.set(id, answered)
    try {
      if (!child?.connected) throw new Error(`The process ${name} is not there`)
      // Without this, a question to a process that just ended would be an error of starting it.
      child.send({ ask: what, id } satisfies Question, (error) => error && reject(error))
      const { answer } = await within(answerMs, promise)
      if (answer === undefined) throw new Error(`The process ${name} could not answer`)
      return answer
    } finally {
      waiting.delete(id)
    }
  }

  const running = run()
  return {
    name,
    firstReport,
    processId: () => child?.pid,
    restarts: () => ended,
    asked: {
      health: () => ask('health') as Promise<Health>,
      metrics: () => ask('metrics') as Promise<Counted[]>,
    },
    async stop() {
      stopping.abort()
      child?.kill('SIGTERM')
      const { drainMs, finishMs } = ending
      const late = setTimeout(() => child?.kill('SIGKILL'), drainMs + finishMs + politeMs)
      await running
      clearTimeout(late)
    },
  }
}

/** A process that has served serves again in between; one that cannot start would use up the machine. */
export const backOffMs = (failures: number, served: boolean) =>
  Math.min(50 * 4 ** (failures - 1), served ? 500 : 5_000)

const isAnswer = (message: unknown): message is Answer =>
  typeof message === 'object' && message !== null && 'answerTo' in message
