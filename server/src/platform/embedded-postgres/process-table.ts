import { execFile } from 'node:child_process'
import { readFile, readdir, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Whether the process exists and is not a zombie, which may never be reaped if pid 1 is a plain program. */
export async function isAlive(pid: number): Promise<boolean> {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  if (process.platform !== 'linux') return true
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat !== '' && !/\) [ZX] /.test(stat)
}

/**
 * The start time of a process, to distinguish it from a later one with the same ID: in clock ticks since boot, or on macOS
 * as `ps` prints it. Undefined if there is no such process.
 */
export async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
    // The second field is the program's name in parentheses and may contain anything, so count from its end.
    return stat
      ?.slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .at(19)
  }
  const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.trim() || undefined
}

/**
 * The PostgreSQL processes in `dataFolder`; each changes to it at its start.
 * On systems other than Linux, only the one that `postmaster.pid` names, if it is a postgres.
 */
export async function processesIn(dataFolder: string, namedPid: number | undefined): Promise<number[]> {
  if (process.platform !== 'linux') {
    if (namedPid === undefined || !(await isAlive(namedPid))) return []
    const { stdout } = await run('ps', ['-o', 'command=', '-p', String(namedPid)]).catch(() => ({
      stdout: '',
    }))
    return stdout.includes('postgres') ? [namedPid] : []
  }
  const pids = (await readdir('/proc')).map(Number).filter((pid) => Number.isSafeInteger(pid) && pid > 1)
  const found: number[] = []
  for (const pid of pids) {
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
    if (folder === dataFolder && (await isPostgres(pid)) && (await isAlive(pid))) found.push(pid)
  }
  return found
}

async function isPostgres(pid: number): Promise<boolean> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
  return name.startsWith('postgres')
}

/** Polls until `done` is true. False if that does not happen in time. */
export async function waitUntil(done: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const end = performance.now() + timeoutMs
  for (let pauseMs = 10; ; pauseMs = Math.min(pauseMs * 1.5, 100)) {
    if (await done()) return true
    if (performance.now() > end) return false
    await new Promise((resume) => setTimeout(resume, pauseMs))
  }
}

/** Sends a signal; it is fine if the process no longer exists. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
