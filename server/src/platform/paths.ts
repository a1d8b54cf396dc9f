/** What is asked of paths and done to folders, whatever they hold. */
import { lstat, open, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Whether something has this path; a link that leads nowhere too. */
export const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

/** Makes the names in a folder durable: those of new files, and those that were renamed. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Writes a file that only its owner reads: completely or not at all. It resolves when the bytes and the name are on disk; a
 * rename alone may be undone by a power cut.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const unfinished = `${path}.new`
  await writeFile(unfinished, text, { mode: 0o600, flush: true })
  await rename(unfinished, path)
  await syncFolder(dirname(path))
}
