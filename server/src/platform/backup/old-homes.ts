import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { collectedFolderOf } from '#platform/installation/home.ts'
import { readMark } from '#platform/installation/seal.ts'
import { syncFolder } from '#platform/paths.ts'
import { lockHome } from '#platform/processes/instance-lock.ts'
import { Refusal } from '#platform/refusal.ts'

/*
 * Homes of nodes that stopped while the database was unreachable. No backup has what they collected and no provider sends it again, so
 * a restore copies it.
 */

interface OldHomes extends AsyncDisposable {
  /** Copies what they collected into a home. @returns How many files. */
  readonly takeOver: (home: string) => Promise<number>
}

/**
 * Locks homes, so that nothing in them changes until they are disposed of.
 * @throws Refusal if one is not a home of the installation, or a program runs in it
 */
export async function openOldHomes(homes: readonly string[], installation: string): Promise<OldHomes> {
  await using locks = new AsyncDisposableStack()
  const places = new Set<string>()
  for (const home of homes) {
    const place = await realpath(home).catch((cause: unknown) => {
      throw new Refusal(`There is no folder ${home}. Nothing was changed.`, { cause })
    })
    if (places.has(place)) continue
    const mark = await readMark(place)
    if (mark?.id !== installation)
      throw new Refusal(`${home} is not a home of installation ${installation}. Nothing was changed.`)
    locks.defer(await lockUnlessFixed(place))
    places.add(place)
  }
  const held = locks.move()
  return {
    async takeOver(home) {
      let count = 0
      for (const place of places) count += await copyCollected(place, home)
      return count
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** Nothing changes on a disk that can only be read. */
const lockUnlessFixed = (home: string) =>
  lockHome(home, 'npm run restore').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EROFS') throw error
    return () => Promise.resolve()
  })

/** Keeps the times of the files: their retention counts from them. */
async function copyCollected(from: string, to: string): Promise<number> {
  const [source, target] = [collectedFolderOf(from), collectedFolderOf(to)]
  const entries = await readdir(source, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return []
  })
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  if (names.length === 0) return 0
  await mkdir(target, { recursive: true, mode: 0o700 })
  for (const name of names) {
    const { atime, mtime } = await stat(join(source, name))
    await copyFile(join(source, name), join(target, name), constants.COPYFILE_EXCL)
    await using file = await open(join(target, name), 'r+')
    await file.chmod(0o600)
    await file.utimes(atime, mtime)
    await file.sync()
  }
  await syncFolder(target)
  await syncFolder(to)
  return names.length
}
