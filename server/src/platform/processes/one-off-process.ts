import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Report } from './supervised.ts'

interface OneOffProcess {
  readonly entry: URL
  readonly env: NodeJS.ProcessEnv
  readonly signal: AbortSignal
  readonly tell: (text: string) => void
}

/**
 * Runs a module to its end in a separate process, so that its memory is released.
 * @returns Its last message.
 * @throws Error if it ended without one.
 */
export async function runToEnd({ entry, env, signal, tell }: OneOffProcess): Promise<Report> {
  const child = fork(entry, { env, execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const stop = () => void child.kill('SIGTERM')
  signal.addEventListener('abort', stop, { once: true })
  let last: Report | undefined
  child.on('message', (message) => {
    const said = message as Report
    if (said.state === 'progress') tell(said.text)
    else last = said
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
  if (last) return last
  throw new Error(`The first start ended early (exit code ${code}). Start again. It begins from scratch.`)
}
