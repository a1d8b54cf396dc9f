import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { TenantId } from '@verbatim/contract/ids.ts'
import type { FileStore } from './files/store.ts'

/** Files that are made for a user and later removed. Data that must be kept goes into blobs. */
export interface NamedFiles {
  /** Writes the chunks as they arrive; the file exists only when all are written. */
  write(
    tenantId: TenantId,
    id: string,
    chunks: AsyncIterable<Uint8Array>,
  ): Promise<{ sha256: Buffer; sizeBytes: number }>
  /** @throws FileMissing before a byte is answered */
  stream(tenantId: TenantId, id: string): Promise<Readable>
  remove(tenantId: TenantId, id: string): Promise<void>
  /** Removes files last written before `before` that are not wanted, or were never finished. @returns How many. */
  sweep(
    tenantId: TenantId,
    which: { readonly wanted: ReadonlySet<string>; readonly before: Date },
  ): Promise<number>
}

/** Files in a store, by tenant and id. */
export function openNamedFiles(store: FileStore): NamedFiles {
  const placeOf = (tenantId: TenantId, name: string) => ({ drawer: 'exports', tenantId, name }) as const
  return {
    async write(tenantId, id, chunks) {
      const hash = createHash('sha256')
      let sizeBytes = 0
      async function* counted() {
        for await (const chunk of chunks) {
          hash.update(chunk)
          sizeBytes += chunk.byteLength
          yield chunk
        }
      }
      await store.put(placeOf(tenantId, id), counted())
      return { sha256: hash.digest(), sizeBytes }
    },
    stream: (tenantId, id) => store.open(placeOf(tenantId, id)),
    remove: (tenantId, id) => store.remove(placeOf(tenantId, id)),
    async sweep(tenantId, { wanted, before }) {
      let removed = await store.sweep(tenantId, 'exports', before)
      for await (const { name, writtenAt } of store.list(tenantId, 'exports')) {
        if (wanted.has(name) || writtenAt >= before) continue
        await store.remove(placeOf(tenantId, name))
        removed += 1
      }
      return removed
    },
  }
}
