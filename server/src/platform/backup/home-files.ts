import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packed, unpack } from './packs.ts'

/**
 * The files of a home that cannot be made again. The mark is not one of them: a restore makes its own, for the new place of
 * the records. `local.conf` belongs to the machine, and is not copied.
 */
const kept = [
  'secret',
  'founded.json',
  'founding.json',
  'demo.json',
  'smtp-intake.key',
  'smtp-intake.crt',
] as const

export async function* packHome(home: string): AsyncGenerator<Buffer> {
  for (const name of kept) {
    const bytes = await readFile(join(home, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' || name === 'secret') throw error
      return undefined
    })
    if (bytes) yield packed({ name, bytes })
  }
}

export async function unpackHome(home: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const { name, bytes } of unpack(chunks)) {
    if (!kept.some((known) => known === name)) throw new Error(`A home has no file ${name}`)
    await writeFile(join(home, name), bytes, { mode: 0o600, flag: 'wx', flush: true })
  }
}
