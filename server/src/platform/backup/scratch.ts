import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endLeftPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'
import { isThere } from '#platform/paths.ts'
import { AlreadyRunning, lockHome } from '#platform/processes/instance-lock.ts'

/*
 * The temporary home of a trial restore. It holds every record and the secret, readable, so one that a killed process left is
 * removed by the next backup. Its lock says whether its process still runs.
 */

const prefix = 'verbatim-scratch-'

interface Scratch extends AsyncDisposable {
  readonly folder: string
}

export async function openScratch(parent = tmpdir()): Promise<Scratch> {
  const folder = await mkdtemp(join(parent, prefix))
  await lockHome(folder, 'A trial restore')
  return {
    folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Removes what killed trial restores of this user left, and ends their databases. @returns The folders. */
export async function removeLeftScratches(now: Date, parent = tmpdir()): Promise<string[]> {
  const names = await readdir(parent)
  const removed: string[] = []
  for (const folder of names.filter((name) => name.startsWith(prefix)).map((name) => join(parent, name)))
    if ((await isLeft(folder, now)) && (await isRemoved(folder))) removed.push(folder)
  return removed
}

/** One that has no lock may be about to get it, or is of a release that made none. */
const lockedWithinMs = 24 * 60 * 60_000

async function isLeft(folder: string, now: Date): Promise<boolean> {
  // Anyone can make such a folder in /tmp, and lead us elsewhere with it.
  const found = await lstat(folder).catch(() => undefined)
  if (!found?.isDirectory() || found.uid !== process.getuid?.()) return false
  return (await isThere(join(folder, 'lock'))) || now.getTime() - found.mtimeMs > lockedWithinMs
}

/** False if its process still runs. */
async function isRemoved(folder: string): Promise<boolean> {
  try {
    await lockHome(folder, 'A trial restore')
  } catch (error) {
    if (error instanceof AlreadyRunning) return false
    throw error
  }
  if (await isThere(join(folder, 'postgres'))) await endLeftPostgres(folder)
  await rm(folder, { recursive: true, force: true })
  return true
}
