import { readFile, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

/** Folders of a run's temporary files; a later run removes those whose process has ended. */
export const temporaryPrefix = 'verbatim-tests-'

export const inMemory = '/dev/shm'

/** What a run's databases, their logs and its homes never fill. */
const mostBytes = 3 * 1024 ** 3

/**
 * Where the temporary files of a run of tests belong: in memory where there is room, for half of the time of making and
 * dropping a database is the disk's.
 */
export async function temporaryFolder(): Promise<string> {
  const room = await statfs(inMemory).catch(() => undefined)
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '')
  // Where programs must not run from memory, the database's own might have to: it copies them beside its data.
  const runs = !/ \/dev\/shm \S+ \S*\bnoexec\b/.test(mounts)
  return runs && room && room.bavail * room.bsize > mostBytes ? inMemory : tmpdir()
}
