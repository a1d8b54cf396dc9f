import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { Refusal } from '#platform/refusal.ts'
import type { Binaries } from './binaries.ts'
import { asDatabaseUser, giveTo } from './database-user.ts'
import { ownFolder, type Place } from './place.ts'
import { isAlive, processesIn, signal, waitUntil } from './process-table.ts'
import { type Durability, hostBasedAccess, settingsFile } from './settings.ts'

/** How long a shutdown may close its sessions and write its checkpoint before it is forced (the log makes that safe). */
const politeStopMs = 2_200

/**
 * Starts the postmaster in a separate session, so Ctrl-C in the terminal reaches only us, and we stop it last. Its output before
 * its logging collector runs goes to a file, because a pipe without a reader stops a database.
 */
export async function spawnPostmaster(
  place: Place,
  binaries: Binaries,
  durability: Durability,
): Promise<ChildProcess> {
  await writeOwned(place, 'postgresql.conf', await settingsFile(place, durability))
  await writeOwned(place, 'pg_hba.conf', hostBasedAccess)
  const output = await open(startLog(place), 'w', 0o600)
  try {
    const dataFolder = place.isShutIn ? ownFolder : place.dataFolder
    const child = spawn(join(binaries.folder, 'bin', 'postgres'), ['-D', dataFolder], {
      ...asDatabaseUser(place.user, place.isShutIn ? place.dataFolder : undefined),
      stdio: ['ignore', output.fd, output.fd],
      detached: true,
    })
    await once(child, 'spawn')
    return child
  } finally {
    await output.close()
  }
}

/** The last lines that the postmaster wrote before its log files took over: why it did not start. */
export async function lastWords(place: Place): Promise<string> {
  const text = await readFile(startLog(place), 'utf8').catch(() => '')
  return text.trim().split('\n').slice(-5).join('\n')
}

const startLog = (place: Place) => join(place.logFolder, 'start.log')

async function writeOwned(place: Place, name: string, text: string): Promise<void> {
  const path = join(place.dataFolder, name)
  await writeFile(path, text, { mode: 0o600 })
  await giveTo(place.user, path)
}

/**
 * Waits until the database answers a query, however long its recovery after a crash takes.
 * @returns False if the postmaster ended instead.
 */
export async function isAnswering(url: string, child: ChildProcess): Promise<boolean> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) return false
    if (await answers(url)) return true
    await new Promise((resume) => setTimeout(resume, 25))
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    // Refused because of our identity, not because it is too early, so waiting would not help.
    const { code } = error as { code?: string }
    if (code === '28P01' || code === '28000')
      throw new Refusal(
        'The secret in VERBATIM_HOME does not match its database. ' +
          'Restore the secret from a backup (docs/guides/backup-and-disaster.md).',
        { cause: error },
      )
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Stops a postmaster: politely, then quickly (its log is replayed at the next start), then by force. */
export async function stopPostmaster(pid: number): Promise<void> {
  signal(pid, 'SIGINT')
  if (await waitUntil(async () => !(await isAlive(pid)), politeStopMs)) return
  signal(pid, 'SIGQUIT')
  if (await waitUntil(async () => !(await isAlive(pid)), 500)) return
  signal(pid, 'SIGKILL')
}

/**
 * Stops remaining processes of an earlier run (whose supervisor was killed) and clears a `postmaster.pid` that names no PostgreSQL
 * of this folder: after a crash the ID may belong to any process, and PostgreSQL would then refuse to start. The file is
 * never removed while a process still works in the folder.
 */
export async function clearLeftovers(place: Place): Promise<'nothing' | 'stopped' | 'cleared'> {
  const pidFile = join(place.dataFolder, 'postmaster.pid')
  const text = await readFile(pidFile, 'utf8').catch(() => undefined)
  const named = text === undefined ? undefined : Number.parseInt(text, 10)
  const running = await processesIn(place.dataFolder, named)
  if (running.length === 0) {
    if (text === undefined) return 'nothing'
    await rm(pidFile, { force: true })
    return 'cleared'
  }
  const postmaster = running.find((pid) => pid === named)
  if (postmaster !== undefined) await stopPostmaster(postmaster)
  // Without their postmaster they soon end by themselves; one that hangs holds the shared memory.
  const gone = async () => (await processesIn(place.dataFolder, named)).length === 0
  if (!(await waitUntil(gone, 1_500))) {
    for (const pid of await processesIn(place.dataFolder, named)) signal(pid, 'SIGKILL')
    if (!(await waitUntil(gone, 2_000))) {
      throw new Error(`Processes of an earlier start still use ${place.dataFolder}: ${running.join(', ')}.`)
    }
  }
  await rm(pidFile, { force: true })
  return 'stopped'
}
