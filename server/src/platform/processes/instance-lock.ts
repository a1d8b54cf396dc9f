import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive, startOf } from '#platform/embedded-postgres/process-table.ts'
import { Refusal } from '#platform/refusal.ts'

/** Another process is running the program, or a command, in the same home. */
export class AlreadyRunning extends Refusal {
  override name = 'AlreadyRunning'
  readonly pid: number
  constructor({ pid, command }: Holder, home: string) {
    super(
      command
        ? `${command} is running in ${home} (process ${pid}). Wait until it ends, or stop it.`
        : `Verbatim is already running in ${home} (process ${pid}).`,
    )
    this.pid = pid
  }
}

interface Holder {
  readonly pid: number
  /** As it is entered, such as `npm run verify`; undefined for the program itself. */
  readonly command: string | undefined
}

/**
 * Locks the home for this process until the returned function is called or the process ends in any way. The file names the
 * process and its start time, so a dead holder, or another process with its ID, has no lock.
 * @param command What to say to those who are refused, if it is not the program itself.
 * @throws AlreadyRunning
 */
export async function lockHome(home: string, command = ''): Promise<() => Promise<void>> {
  await mkdir(home, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const path = join(home, 'lock')
  const mine = join(home, `lock.${process.pid}`)
  await writeFile(mine, `${process.pid} ${await startOf(process.pid)}\n${command}\n`, { mode: 0o600 })
  try {
    while (!(await linked(mine, path))) {
      const text = await readFile(path, 'utf8').catch(() => '')
      const holder = await livingHolder(text)
      if (holder !== undefined) throw new AlreadyRunning(holder, home)
      await discard(path, text)
    }
  } finally {
    await rm(mine, { force: true })
  }
  return () => rm(path, { force: true })
}

/** Moves `from` to `to` atomically, unless `to` exists. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** The running process that a lock's text names, if there is one. */
async function livingHolder(text: string): Promise<Holder | undefined> {
  const [holder = '', command = ''] = text.split('\n')
  const [named, ...start] = holder.trim().split(' ')
  const pid = Number(named)
  const isRunning = holder !== '' && (await isAlive(pid)) && (await startOf(pid)) === start.join(' ')
  return isRunning ? { pid, command: command.trim() || undefined } : undefined
}

/** Removes the lock of a dead holder; if another start has replaced it meanwhile, puts that one back. */
async function discard(path: string, deadText: string): Promise<void> {
  const aside = `${path}.${process.pid}.dead`
  const moved = await rename(path, aside).then(
    () => true,
    () => false,
  )
  if (!moved) return
  if ((await readFile(aside, 'utf8')) !== deadText) await linked(aside, path)
  await rm(aside, { force: true })
}
