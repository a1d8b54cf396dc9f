/** What is asked of paths and done to folders, whatever they hold. */
import { lstat, open } from 'node:fs/promises'

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
