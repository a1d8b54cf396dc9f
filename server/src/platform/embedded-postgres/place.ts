import { createHash } from 'node:crypto'
import { chmod, lstat, mkdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isThere } from '#platform/paths.ts'
import { Refusal } from '#platform/refusal.ts'
import { type DatabaseUser, canEnter, chooseDatabaseUser, giveTo } from './database-user.ts'

/** The folders of the database, all owned by the database user and closed to others. */
export interface Place {
  readonly user: DatabaseUser
  /** Holds the rest. */
  readonly folder: string
  readonly dataFolder: string
  readonly logFolder: string
  /** Short enough for a Unix socket. */
  readonly socketFolder: string
  /** The folder for the programs if they cannot run from npm's folder. */
  readonly programFolder: string
  /** The database user cannot cross the folders above, so its processes start in the data folder and stay there. */
  readonly isShutIn: boolean
}

/** A process's own name for its working folder. The kernel follows it without crossing the folders above. */
export const ownFolder = '/proc/self/cwd'

/** The longest path a Unix socket may have on Linux is 107 bytes (on macOS 103), its file's name included. */
const socketFolderBytes = 103 - '/.s.PGSQL.5432'.length

/** Folders for programs that every account can enter, best first. */
const sharedFolders = ['/var/lib', '/var/tmp', '/tmp']

/**
 * Creates the folders of the embedded database in `home`. The records never leave it: if the database user cannot enter `home`
 * (root's checkout below a 0700 folder), its processes start inside the folder instead.
 * @throws Refusal if `home/postgres` is a link to nothing, or the processes cannot start there.
 */
export async function preparePlace(home: string): Promise<Place> {
  // The database user may cross root's home; its contents are closed one by one.
  await mkdir(home, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const wanted = join(home, 'postgres')
  const user = await chooseDatabaseUser(wanted)
  if (!(await isThere(wanted))) await mkdir(wanted, { mode: 0o700 })
  const folder = await realpath(wanted).catch((cause: unknown) => {
    throw new Refusal(`${wanted} points to a folder that does not exist. Put the folder back.`, { cause })
  })
  await own(user, folder)
  const isShutIn = !(await canEnter(folder, user))
  if (isShutIn && process.platform !== 'linux')
    throw new Refusal(`The database user can’t access ${folder}. Choose another VERBATIM_HOME.`)
  const place = {
    user,
    folder,
    dataFolder: join(folder, 'data'),
    logFolder: join(folder, 'log'),
    socketFolder: isShutIn
      ? await ownShortFolder(user, folder)
      : await shortFolder(user, join(folder, 'socket')),
    programFolder: isShutIn ? await makeSharedFolder(user) : join(folder, 'programs'),
    isShutIn,
  }
  for (const path of [place.logFolder, place.socketFolder, ...(isShutIn ? [] : [place.programFolder])]) {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await own(user, path)
  }
  return place
}

/** Removes the temporary folders outside of the home. */
export async function leavePlace({ folder, socketFolder }: Place): Promise<void> {
  if (!socketFolder.startsWith(folder)) await rm(socketFolder, { recursive: true, force: true })
}

/** A folder for programs that all users may run and only we can change. */
async function makeSharedFolder(user: DatabaseUser): Promise<string> {
  for (const parent of sharedFolders) {
    if (!(await canEnter(parent, user))) continue
    const folder = join(parent, 'verbatim-programs')
    await mkdir(folder, { mode: 0o755 }).catch(() => {})
    const found = await lstat(folder).catch(() => undefined)
    if (found?.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0) return folder
  }
  throw new Refusal(
    `None of ${sharedFolders.join(', ')} can be used for the database programs. Choose another VERBATIM_HOME.`,
  )
}

/** `folder` itself or, if its path is too long for a socket, a folder in /tmp only for it. */
async function shortFolder(user: DatabaseUser, folder: string): Promise<string> {
  return Buffer.byteLength(folder) <= socketFolderBytes ? folder : ownShortFolder(user, folder)
}

/** The folder in /tmp that is only for `folder`. */
async function ownShortFolder(user: DatabaseUser, folder: string): Promise<string> {
  const short = `/tmp/verbatim-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`
  const found = await lstat(short).catch(() => undefined)
  const owner = user.uid ?? process.getuid?.()
  // Any user can create a folder in /tmp first, and the owner of such a folder could listen to us.
  if (found && (!found.isDirectory() || found.uid !== owner)) {
    throw new Error(`${short} belongs to another user. Remove it or choose a shorter VERBATIM_HOME.`)
  }
  return short
}

async function own(user: DatabaseUser, path: string): Promise<void> {
  await giveTo(user, path)
  await chmod(path, 0o700)
}
