/** Installations that a test starts as programs, and what is left of them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { processesIn, waitUntil } from '#platform/embedded-postgres/process-table.ts'
import { programEnvironment } from './program-environment.ts'

const entry = fileURLToPath(new URL('../start.ts', import.meta.url))
const cleanups: (() => Promise<unknown>)[] = []

export async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
}

export async function makeHome(mode = 0o711): Promise<string> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'verbatim-start-')))
  await chmod(home, mode)
  cleanups.push(async () => {
    for (const pid of await processesIn(join(home, 'postgres', 'data'), undefined))
      process.kill(pid, 'SIGKILL')
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  })
  return home
}

export interface Started {
  readonly child: ChildProcess
  /** Its output so far, on both streams. */
  said(): string
}

/** Without the API, so that no console is built while tests run. */
export function start(
  home: string,
  env: NodeJS.ProcessEnv = {},
  user: { uid?: number; gid?: number } = {},
  [command, ...given]: readonly [string, ...string[]] = [process.execPath, entry],
): Started {
  const child = spawn(command, given, {
    ...user,
    env: {
      ...programEnvironment,
      VERBATIM_HOME: home,
      VERBATIM_ROLE: 'intake,worker',
      VERBATIM_DEMO: 'off',
      SMTP_INTAKE_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (text) => (said += text))
  child.stderr.on('data', (text) => (said += text))
  cleanups.push(async () => {
    if (hasEnded(child)) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  return { child, said: () => said }
}

export const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

export async function untilServing(started: Started): Promise<void> {
  const serves = async () => hasEnded(started.child) || started.said().includes('Ctrl-C stops it')
  expect(await waitUntil(serves, 90_000)).toBe(true)
  expect(started.said()).toContain('Ctrl-C stops it')
}

export async function untilEnded({ child }: Started): Promise<number | null> {
  if (!hasEnded(child)) await once(child, 'exit')
  return child.exitCode
}

/** The serving processes below a supervisor, by their roles. */
export async function processesBelow(supervisor: number): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const name of await readdir('/proc')) {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) !== supervisor) continue
    const environment = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '')
    const role = /(?:^|\0)VERBATIM_ROLE=([^\0]*)/.exec(environment)?.[1]
    if (role && role !== 'intake,worker' && /main\.ts/.test(await readFile(`/proc/${name}/cmdline`, 'utf8')))
      found.set(role, Number(name))
  }
  return found
}

export const postmasterOf = async (home: string) =>
  Number.parseInt(await readFile(join(home, 'postgres', 'data', 'postmaster.pid'), 'utf8'), 10)

export const database = (home: string) => processesIn(join(home, 'postgres', 'data'), undefined)

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '0.0.0.0')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}
