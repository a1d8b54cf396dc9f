import { createHash } from 'node:crypto'
import { pipeline, type Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { FileDamaged } from './files/failures.ts'
import type { ByteRange, FilePlace, FileStore } from './files/store.ts'

/** Stores bytes by their SHA-256, per tenant: equal bytes of two tenants are two blobs. */
export interface Blobs {
  /** Resolves once the bytes are stored durably; storing them again changes nothing. @returns Their SHA-256. */
  put(tenantId: TenantId, bytes: Uint8Array): Promise<Buffer>
  /**
   * The same for a store that may be damaged: reads the bytes back, and replaces those that differ.
   * @throws FileDamaged if they differ afterwards too
   */
  restore(tenantId: TenantId, bytes: Uint8Array): Promise<void>
  /** @throws FileMissing @throws FileDamaged if the bytes differ from the stored ones */
  get(tenantId: TenantId, sha256: Uint8Array): Promise<Buffer>
  /**
   * Opens a blob, or part of it. Reading a whole blob that is damaged ends in `FileDamaged` before its last bytes.
   * @throws FileMissing before a byte is answered
   */
  stream(tenantId: TenantId, sha256: Uint8Array, range?: ByteRange): Promise<Readable>
  has(tenantId: TenantId, sha256: Uint8Array): Promise<boolean>
  /** All blobs of a tenant, in no order. */
  list(tenantId: TenantId): AsyncIterable<ListedBlob>
  /** Removes a blob that no row names. */
  remove(tenantId: TenantId, sha256: Uint8Array): Promise<void>
  /** Removes unfinished files from before `before`. @returns How many. */
  sweep(tenantId: TenantId, before: Date): Promise<number>
}

interface ListedBlob {
  readonly sha256: Buffer
  readonly sizeBytes: number
  readonly writtenAt: Date
}

/** Blobs in a file store, spread over folders by the first characters of their names. */
export function openBlobs(store: FileStore): Blobs {
  const placeOf = (tenantId: TenantId, sha256: Uint8Array): FilePlace => {
    const name = Buffer.from(sha256).toString('hex')
    return { drawer: 'blobs', tenantId, name: `${name.slice(0, 2)}/${name}` }
  }
  async function put(tenantId: TenantId, bytes: Uint8Array): Promise<Buffer> {
    const sha256 = createHash('sha256').update(bytes).digest()
    await store.putOnce(placeOf(tenantId, sha256), bytes)
    return sha256
  }
  async function get(tenantId: TenantId, sha256: Uint8Array): Promise<Buffer> {
    const place = placeOf(tenantId, sha256)
    const bytes = await buffer(await store.open(place))
    if (!createHash('sha256').update(bytes).digest().equals(sha256)) throw new FileDamaged(place.name)
    return bytes
  }
  return {
    put,
    get,
    async restore(tenantId, bytes) {
      const sha256 = await put(tenantId, bytes)
      await get(tenantId, sha256).catch(async (error: unknown) => {
        if (!(error instanceof FileDamaged)) throw error
        await store.put(placeOf(tenantId, sha256), bytes)
        await get(tenantId, sha256)
      })
    },
    async stream(tenantId, sha256, range) {
      const place = placeOf(tenantId, sha256)
      const opened = await store.open(place, range)
      if (range) return opened
      // The reader gets the errors of both; ending one ends the other.
      return pipeline(opened, checkOf(sha256, place), () => {})
    },
    has: async (tenantId, sha256) => (await store.find(placeOf(tenantId, sha256))) !== undefined,
    async *list(tenantId) {
      for await (const { name, sizeBytes, writtenAt } of store.list(tenantId, 'blobs')) {
        const [, hex] = /^[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(name) ?? []
        if (hex) yield { sha256: Buffer.from(hex, 'hex'), sizeBytes, writtenAt }
      }
    },
    remove: (tenantId, sha256) => store.remove(placeOf(tenantId, sha256)),
    sweep: (tenantId, before) => store.sweep(tenantId, 'blobs', before),
  }
}

/** Holds the last chunk back until the hash is verified, so that a reader never accepts a damaged file as complete. */
function checkOf(sha256: Uint8Array, { name }: FilePlace): Transform {
  const hash = createHash('sha256')
  let held: Buffer | undefined
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      const ready = held
      held = chunk
      done(null, ready)
    },
    flush(done) {
      if (hash.digest().equals(sha256)) done(null, held)
      else done(new FileDamaged(name))
    },
  })
}
