import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { removeLeftovers } from './leftovers.ts'

/** Files that were made for somebody and are thrown away again. What must be kept is a blob. */
export interface NamedFiles {
  /** Writes as the chunks come; the file is there when all of them are, and not before. */
  write(
    tenantId: TenantId,
    id: string,
    chunks: AsyncIterable<Uint8Array>,
  ): Promise<{ sha256: Buffer; sizeBytes: number }>
  stream(tenantId: TenantId, id: string): Readable
  remove(tenantId: TenantId, id: string): Promise<void>
  /** Removes files last written before `before` that are not wanted, or were never finished. @returns How many. */
  sweep(
    tenantId: TenantId,
    which: { readonly wanted: ReadonlySet<string>; readonly before: Date },
  ): Promise<number>
}

/** Files below `folder`, by tenant and id. */
export function openNamedFiles(folder: string): NamedFiles {
  const pathOf = (tenantId: TenantId, id: string) => {
    if (!/^[\w-]+$/.test(id)) throw new Error('A file is named by an id')
    return join(folder, tenantId, id)
  }
  return {
    async write(tenantId, id, chunks) {
      const path = pathOf(tenantId, id)
      await mkdir(join(folder, tenantId), { recursive: true, mode: 0o700 })
      const aside = `${path}.part`
      const file = await open(aside, 'w', 0o600)
      const hash = createHash('sha256')
      let sizeBytes = 0
      try {
        for await (const chunk of chunks) {
          hash.update(chunk)
          sizeBytes += chunk.length
          await file.write(chunk)
        }
        await file.sync()
      } catch (error) {
        await rm(aside, { force: true })
        throw error
      } finally {
        await file.close()
      }
      await rename(aside, path)
      return { sha256: hash.digest(), sizeBytes }
    },
    stream: (tenantId, id) => createReadStream(pathOf(tenantId, id)),
    remove: (tenantId, id) => rm(pathOf(tenantId, id), { force: true }),
    sweep: (tenantId, { wanted, before }) =>
      removeLeftovers(join(folder, tenantId), { before, isWanted: (name) => wanted.has(name) }),
  }
}
