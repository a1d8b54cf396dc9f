import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from './log.ts'
import type { Report } from './supervised.ts'

export interface KeptProcess {
  /** When it first served, or could not for a reason that a person must remove. */
  readonly firstReport: Promise<Report>
  processId(): number | undefined
  /** Ends it within two seconds. */
  stop(): Promise<void>
}

export interface KeptProcessOptions {
  readonly name: string
  /** The module it runs. */
  readonly entry: URL
  readonly env: NodeJS.ProcessEnv
  readonly log: Log
}

/**
 * Memory, rather than none of the machine's left: V8 would let a heap grow to gigabytes before it looks for what could
 * go. With these a process stays near what it holds, at the same speed, and has room for several of the largest mails.
 * Whoever names sizes in NODE_OPTIONS has the say.
 */
const heapLimits = ['--max-semi-space-size=4', '--max-old-space-size=768']

/** How long a process may take to end by itself. */
const politeStopMs = 2_000

/**
 * Runs a module in a process of its own and starts it again whenever it ends without having been asked to:
 * at once after the first time, and at most five seconds later where it keeps failing.
 */
export function keepProcess({ name, entry, env, log }: KeptProcessOptions): KeptProcess {
  const stopping = new AbortController()
  const { promise: firstReport, resolve } = Promise.withResolvers<Report>()
  let child: ChildProcess | undefined

  async function run(): Promise<void> {
    let failures = 0
    while (!stopping.signal.aborted) {
      const since = performance.now()
      const execArgv = env['NODE_OPTIONS']?.includes('-space-size') ? [] : heapLimits
      child = fork(entry, { env, execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
      let hopeless: string | undefined
      child.on('message', (message) => {
        const report = message as Report
        if (report.state === 'hopeless') hopeless = report.reason
        resolve(report)
      })
      child.on('error', (error) => log.error({ err: error, process: name }, 'a process could not be started'))
      const [code, signal] = (await once(child, 'exit').catch(() => [-1])) as [number | null, string?]
      if (stopping.signal.aborted) return
      failures = performance.now() - since > 60_000 ? 1 : failures + 1
      // Whoever waits for the first report tells a person; there is nothing to add, and nothing to try again.
      if (hopeless !== undefined && (await firstReport).state === 'hopeless') return
      if (hopeless !== undefined)
        log.error({ process: name, reason: hopeless }, 'a process cannot serve; trying again')
      else
        log.error(
          { process: name, exitCode: code, signal },
          'a process ended unexpectedly; starting it again',
        )
      const backOffMs = Math.min(50 * 4 ** (failures - 1), 5_000)
      await pause(backOffMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const running = run()
  return {
    firstReport,
    processId: () => child?.pid,
    async stop() {
      stopping.abort()
      child?.kill('SIGTERM')
      const late = setTimeout(() => child?.kill('SIGKILL'), politeStopMs)
      await running
      clearTimeout(late)
    },
  }
}
