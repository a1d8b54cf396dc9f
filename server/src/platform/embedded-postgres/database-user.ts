import { chown, readFile, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** The user of the database's processes. Without IDs it is the user who runs this program. */
export interface DatabaseUser {
  readonly uid?: number
  readonly gid?: number
}

/** Suitable accounts, best first. initdb needs the account's name, so a user ID without a name does not work. */
const accounts = ['verbatim', 'postgres', 'nobody']

/**
 * Chooses who runs the database: PostgreSQL refuses to run as root, so root uses an account
 * without privileges. No account is created.
 * @param existingFolder Its owner does not change.
 */
export async function chooseDatabaseUser(existingFolder: string): Promise<DatabaseUser> {
  if (process.getuid?.() !== 0) return {}
  const owner = await stat(existingFolder).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }

  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.split(':'))
  for (const account of accounts) {
    const line = lines.find(([name]) => name === account)
    if (line && Number(line[2]) > 0) return { uid: Number(line[2]), gid: Number(line[3]) }
  }
  throw new Error(
    `PostgreSQL does not run as root, and none of the accounts ${accounts.join(', ')} exists. ` +
      'Start as another user, or set DATABASE_URL to a PostgreSQL of your own.',
  )
}

/** Options for a child process of the database: its user, its folder, and an environment without our variables. */
export function asDatabaseUser(
  user: DatabaseUser,
  folder = '/',
): DatabaseUser & { cwd: string; env: NodeJS.ProcessEnv } {
  return { ...user, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } }
}

/** Whether the database user may enter `folder`, by the mode of each folder above it. */
export async function canEnter(folder: string, { uid, gid }: DatabaseUser): Promise<boolean> {
  if (uid === undefined) return true
  for (let path = resolve(folder); ; path = dirname(path)) {
    const found = await stat(path).catch(() => undefined)
    if (found) {
      const bit = found.uid === uid ? 0o100 : found.gid === gid ? 0o010 : 0o001
      if ((found.mode & bit) === 0) return false
    }
    if (path === dirname(path)) return true
  }
}

/** Gives a folder or file to the database user, if that is another user. */
export async function giveTo({ uid, gid }: DatabaseUser, path: string): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}
