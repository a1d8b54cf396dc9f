import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { removeLeftovers } from './leftovers.ts'

/** Bytes by their SHA-256, per tenant: equal bytes of two tenants are two blobs. */
export interface Blobs {
  /** Stores bytes durably before it resolves; storing them again changes nothing. */
  put(tenantId: TenantId, bytes: Uint8Array): Promise<Buffer>
  /** @throws Error where the blob is missing or its bytes are not those that were stored. */
  get(tenantId: TenantId, sha256: Uint8Array): Promise<Buffer>
  stream(tenantId: TenantId, sha256: Uint8Array): Readable
  /** Removes what was begun before `before` and never finished. @returns How many. */
  sweep(tenantId: TenantId, before: Date): Promise<number>
}

/** Blobs as files below `folder`. A file is complete or not there: written aside, synced, then renamed. */
export function openFileBlobs(folder: string): Blobs {
  const pathOf = (tenantId: TenantId, sha256: Uint8Array) => {
    const name = Buffer.from(sha256).toString('hex')
    return join(folder, tenantId, name.slice(0, 2), name)
  }
  /** Beside the blobs and on their disk, so that half of one is found without looking through all. */
  const asidesOf = (tenantId: TenantId) => join(folder, tenantId, 'aside')
  return {
    async put(tenantId, bytes) {
      const sha256 = createHash('sha256').update(bytes).digest()
      const path = pathOf(tenantId, sha256)
      if (await exists(path, bytes.length)) return sha256
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await mkdir(asidesOf(tenantId), { recursive: true, mode: 0o700 })
      const aside = join(asidesOf(tenantId), randomUUID())
      try {
        await writeSynced(aside, bytes)
        await rename(aside, path)
      } catch (error) {
        await rm(aside, { force: true }).catch(() => {})
        throw error
      }
      await syncFolder(dirname(path))
      return sha256
    },
    async get(tenantId, sha256) {
      const bytes = await readFile(pathOf(tenantId, sha256))
      if (!createHash('sha256').update(bytes).digest().equals(sha256))
        throw new Error('A stored file differs from what was stored')
      return bytes
    },
    stream: (tenantId, sha256) => createReadStream(pathOf(tenantId, sha256)),
    sweep: (tenantId, before) => removeLeftovers(asidesOf(tenantId), { before }),
  }
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function exists(path: string, size: number): Promise<boolean> {
  try {
    return (await stat(path)).size === size
  } catch {
    return false
  }
}

/** Makes the rename itself durable. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
