import { readFile, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

/** Folders of a run's temporary files; a later run removes those whose process has ended. */
export const temporaryPrefix = 'verbatim-tests-'

export const inMemory = '/dev/shm'

/** Space that a run's databases, logs and homes never fill. */
const mostBytes = 3 * 1024 ** 3

/**
 * Where the temporary files of a test run belong: in memory if there is room, because half the time of creating and
 * dropping a database is spent on the disk.
 */
export async function temporaryFolder(): Promise<string> {
  const room = await statfs(inMemory).catch(() => undefined)
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '')
  // Not where programs must not run from memory, because the database copies its own next to its data.
  const runs = !/ \/dev\/shm \S+ \S*\bnoexec\b/.test(mounts)
  return runs && room && room.bavail * room.bsize > mostBytes ? inMemory : tmpdir()
}
