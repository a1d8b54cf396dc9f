import type { Readable } from 'node:stream'
import type { TenantId } from '@verbatim/contract/ids.ts'

/**
 * The store for bytes that are too large for the database: a folder of this machine or of a network, or a bucket. A file is
 * complete or missing, and once a write resolves it is durable. Every method rejects with `StoreAway` if the store is
 * unavailable: then nothing is known about the file, and another attempt may succeed.
 */
export interface FileStore {
  /** Stores a file, and replaces any with the same name. */
  put(place: FilePlace, body: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>
  /** Stores a file unless its name exists; an existing one does not change, unless its size differs: then it is damaged. */
  putOnce(place: FilePlace, body: Uint8Array): Promise<void>
  /** @throws FileMissing before a byte is answered */
  open(place: FilePlace, range?: ByteRange): Promise<Readable>
  /** Undefined if it is missing. */
  find(place: FilePlace): Promise<StoredFile | undefined>
  /** Every complete file of a tenant in a drawer, in no particular order. */
  list(tenantId: TenantId, drawer: Drawer): AsyncIterable<StoredFile>
  /** A missing file is not an error. */
  remove(place: FilePlace): Promise<void>
  /** Removes unfinished files from before `before`. @returns How many. */
  sweep(tenantId: TenantId, drawer: Drawer, before: Date): Promise<number>
  /** Writes a few bytes to test that the store accepts them. */
  probe(): Promise<void>
}

/** Files that are kept forever, by their content, and files that are made for one user and later removed. */
export type Drawer = 'blobs' | 'exports'

export interface FilePlace {
  readonly drawer: Drawer
  readonly tenantId: TenantId
  /** Letters, digits, hyphens; a slash between folders. */
  readonly name: string
}

/** Both ends included, counted from 0; without `end`, to the end of the file. */
export interface ByteRange {
  readonly start: number
  readonly end?: number
}

export interface StoredFile {
  readonly name: string
  readonly sizeBytes: number
  readonly writtenAt: Date
}

export const isFileName = (name: string) => /^[\w-]+(\/[\w-]+)*$/.test(name)

/** The path of a file in its store. @throws Error for a name that could lead elsewhere, which is a bug: we choose names. */
export function pathOf({ drawer, tenantId, name }: FilePlace): string {
  if (!isFileName(name)) throw new Error('A file is named by letters, digits and hyphens')
  return `${drawer}/${tenantId}/${name}`
}
