import { createHash, randomBytes } from 'node:crypto'
import { chmod, lstat, mkdir, realpath, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { type DatabaseUser, canEnter, chooseDatabaseUser, giveTo } from './database-user.ts'

/** Where the database lives, all of it owned by the database user and closed to others. */
export interface Place {
  readonly user: DatabaseUser
  /** Holds the rest. */
  readonly folder: string
  readonly dataFolder: string
  readonly logFolder: string
  /** Short enough for a Unix socket. */
  readonly socketFolder: string
  /** Where the programs go if they cannot be run from where npm put them. */
  readonly programFolder: string
}

/** The longest path a Unix socket may have on Linux is 107 bytes (on macOS 103), its file's name included. */
const socketFolderBytes = 103 - '/.s.PGSQL.5432'.length

/** Folders for what survives a restart, best first, that every account can enter. */
const sharedFolders = ['/var/lib', '/var/tmp', '/tmp']

/**
 * Makes the folders of the embedded database in `home`. Where the database user cannot enter `home`
 * (root's checkout below a 0700 folder), `home/postgres` is a link to a folder which it can.
 */
export async function preparePlace(home: string): Promise<Place> {
  // Root's home may be crossed by the database user; what lies in it is closed one by one.
  await mkdir(home, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const wanted = join(home, 'postgres')
  const user = await chooseDatabaseUser(wanted)
  if (!(await isThere(wanted))) {
    if (await canEnter(home, user)) await mkdir(wanted, { mode: 0o700 })
    else await symlink(await makeReachableFolder(user), wanted)
  }
  const folder = await realpath(wanted)
  await own(user, folder)
  if (!(await canEnter(folder, user))) {
    throw new Error(`The database's user cannot enter ${folder}. Choose another VERBATIM_HOME.`)
  }
  const place = {
    user,
    folder,
    dataFolder: join(folder, 'data'),
    logFolder: join(folder, 'log'),
    socketFolder: await shortFolder(user, join(folder, 'socket')),
    programFolder: join(folder, 'programs'),
  }
  for (const path of [place.logFolder, place.socketFolder, place.programFolder]) {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await own(user, path)
  }
  return place
}

/** Removes what was put outside of the folder for the time of the run. */
export async function leavePlace({ folder, socketFolder }: Place): Promise<void> {
  if (!socketFolder.startsWith(folder)) await rm(socketFolder, { recursive: true, force: true })
}

async function makeReachableFolder(user: DatabaseUser): Promise<string> {
  const name = `verbatim-${randomBytes(6).toString('hex')}`
  for (const parent of sharedFolders) {
    if (!(await canEnter(parent, user))) continue
    const folder = join(parent, name)
    const made = await mkdir(folder, { mode: 0o700 }).then(
      () => true,
      () => false,
    )
    if (made) return folder
  }
  throw new Error(`None of ${sharedFolders.join(', ')} can hold the database. Choose another VERBATIM_HOME.`)
}

/** `folder` itself, or where its path is too long for a socket, one in /tmp that belongs to it alone. */
async function shortFolder(user: DatabaseUser, folder: string): Promise<string> {
  if (Buffer.byteLength(folder) <= socketFolderBytes) return folder
  const short = `/tmp/verbatim-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`
  const found = await lstat(short).catch(() => undefined)
  const owner = user.uid ?? process.getuid?.()
  // Anybody can make a folder in /tmp first; one that is not ours could be listened on by its maker.
  if (found && (!found.isDirectory() || found.uid !== owner)) {
    throw new Error(`${short} belongs to somebody else. Remove it, or choose a shorter VERBATIM_HOME.`)
  }
  return short
}

async function own(user: DatabaseUser, path: string): Promise<void> {
  await giveTo(user, path)
  await chmod(path, 0o700)
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )
