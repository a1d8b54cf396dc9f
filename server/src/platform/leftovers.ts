import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Removes the files of a folder that were last written before `before`, which killed processes left behind. A
 * missing folder has none.
 * @returns How many were removed.
 */
export async function removeLeftovers(folder: string, before: Date): Promise<number> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  let removed = 0
  for (const name of names) {
    const path = join(folder, name)
    // Another process may complete or remove it in between.
    const written = await stat(path).catch(() => undefined)
    if (!written?.isFile() || written.mtime >= before) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}
