/**
 * `npm run dev`: `npm start` for development. Vite serves both apps and shows changes at once; the server starts
 * again when its sources change. Ctrl-C ends everything.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const port = process.env['PORT'] ?? '3000'
/** The folders with the server's sources. */
const sources = ['server/src', 'contract/src', 'matcher', 'documents', 'analyser', 'demo']
/** Editors write a file in several steps, and several files at once. */
const settledMs = 300

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())

const apps = ['console', 'messenger'].map((name) =>
  run(join(root, name), ['vite'], { VERBATIM_API: `http://localhost:${port}` }),
)
let server = startServer()
let restart: NodeJS.Timeout | undefined
for (const folder of sources.filter((path) => existsSync(join(root, path)))) {
  watch(join(root, folder), { recursive: true, signal: stop.signal }, (_event, name) => {
    if (!name || !/\.(ts|sql|txt|json)$/.test(name) || /\.test\.ts$|dist\//.test(name)) return
    clearTimeout(restart)
    restart = setTimeout(() => void startAgain(), settledMs)
  })
}
await Promise.race([aborted(stop.signal), ...apps.map((app) => once(app, 'exit'))])
stop.abort()
clearTimeout(restart)
await Promise.all([server, ...apps].map(end))

function startServer(): ChildProcess {
  return run(root, ['node', 'server/src/start.ts', '--without-apps'], { PORT: port })
}

async function startAgain(): Promise<void> {
  const last = server
  await end(last)
  if (stop.signal.aborted || server !== last) return
  server = startServer()
}

function run(cwd: string, [program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(program, args, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env['PATH']}`, ...env },
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
