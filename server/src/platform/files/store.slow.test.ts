import { hourMs } from '@verbatim/contract/durations.ts'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { TenantId } from '@verbatim/contract/ids.ts'
import { isWhole } from '@verbatim/reference/share.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBlobs } from '#platform/blobs.ts'
import { isPassing } from '#platform/db-errors.ts'
import { openNamedFiles } from '#platform/named-files.ts'
import { openS3Server, type S3Server } from '#testing/s3-server.ts'
import { FileDamaged, FileMissing, StoreAway } from './failures.ts'
import { openFolderStore } from './folder-store.ts'
import { openS3Store } from './s3-store.ts'
import type { Drawer, FileStore } from './store.ts'

let server: S3Server
let home: string
beforeAll(async () => {
  server = await openS3Server()
  home = await mkdtemp(join(tmpdir(), 'verbatim-files-'))
})
afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  await rm(home, { recursive: true, force: true })
})

const stores: [string, () => { store: FileStore; pathOf: (drawer: Drawer, name: string) => string }][] = [
  [
    'a folder',
    () => ({ store: openFolderStore(home), pathOf: (drawer, name) => join(home, drawer, ours, name) }),
  ],
  [
    'a bucket',
    () => ({
      store: openS3Store({ ...server.bucket, prefix: 'installation/one' }),
      pathOf: (drawer, name) =>
        join(server.folder, server.bucket.name, 'installation/one', drawer, ours, `${name}._S3rver_object`),
    }),
  ],
]

const newTenant = () => TenantId.parse(randomUUID())
const ours = newTenant()
const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
async function* chunksOf(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

describe.each(stores)('blobs in %s', (_name, open) => {
  test('are named by their content, read back, listed and removed', async () => {
    const { store } = open()
    const blobs = openBlobs(store)
    const tenantId = newTenant()
    const contents = [Buffer.alloc(0), Buffer.from('a word'), randomBytes(300_000)]
    for (const bytes of contents) {
      expect(await blobs.has(tenantId, digestOf(bytes))).toBe(false)
      expect(await blobs.put(tenantId, bytes)).toEqual(digestOf(bytes))
      expect(await blobs.put(tenantId, bytes)).toEqual(digestOf(bytes))
      expect(await blobs.has(tenantId, digestOf(bytes))).toBe(true)
      expect(await blobs.get(tenantId, digestOf(bytes))).toEqual(bytes)
      expect(await buffer(await blobs.stream(tenantId, digestOf(bytes)))).toEqual(bytes)
    }
    const listed = await all(blobs.list(tenantId))
    expect(listed.map(({ sha256, sizeBytes }) => `${hexOf(sha256)} ${sizeBytes}`).toSorted()).toEqual(
      contents.map((bytes) => `${hexOf(digestOf(bytes))} ${bytes.length}`).toSorted(),
    )
    for (const { writtenAt } of listed)
      expect(Math.abs(Date.now() - writtenAt.getTime())).toBeLessThan(60_000)
    const [first] = contents.map(digestOf) as [Buffer, ...Buffer[]]
    await blobs.remove(tenantId, first)
    await blobs.remove(tenantId, first)
    expect(await blobs.has(tenantId, first)).toBe(false)
    expect(await all(blobs.list(tenantId))).toHaveLength(2)
  })

  test('can be read in part', async () => {
    const blobs = openBlobs(open().store)
    const bytes = randomBytes(10_000)
    const sha256 = await blobs.put(ours, bytes)
    for (const range of [
      { start: 0, end: 1 },
      { start: 100, end: 199 },
      { start: 9_000 },
      { start: 0, end: 9_999 },
    ])
      expect(hexOf(await buffer(await blobs.stream(ours, sha256, range)))).toBe(
        hexOf(bytes.subarray(range.start, (range.end ?? 9_999) + 1)),
      )
  })

  test('of one tenant cannot be read by others', async () => {
    const blobs = openBlobs(open().store)
    const sha256 = await blobs.put(ours, Buffer.from('of one tenant'))
    const other = newTenant()
    expect(await blobs.has(other, sha256)).toBe(false)
    await expect(blobs.get(other, sha256)).rejects.toThrow(FileMissing)
    expect(await all(blobs.list(other))).toEqual([])
  })

  test('that are missing fail before the first byte, and that is not an error of the store', async () => {
    const blobs = openBlobs(open().store)
    const never = randomBytes(32)
    for (const error of [
      await blobs.get(ours, never).catch((problem: unknown) => problem),
      await blobs.stream(ours, never).catch((problem: unknown) => problem),
    ]) {
      expect(error).toBeInstanceOf(FileMissing)
      expect(isPassing(error)).toBe(false)
    }
  })

  test('that were changed on disk are not returned as the stored ones', async () => {
    const { store, pathOf } = open()
    const blobs = openBlobs(store)
    const bytes = randomBytes(200_000)
    const sha256 = await blobs.put(ours, bytes)
    const name = hexOf(sha256)
    const changed = Buffer.from(bytes)
    changed[150_000] = (changed[150_000] ?? 0) ^ 1
    await writeFile(pathOf('blobs', `${name.slice(0, 2)}/${name}`), changed)
    await expect(blobs.get(ours, sha256)).rejects.toThrow(FileDamaged)
    const given: Buffer[] = []
    const reading = async () => {
      for await (const chunk of await blobs.stream(ours, sha256)) given.push(chunk as Buffer)
    }
    await expect(reading()).rejects.toThrow(FileDamaged)
    expect(Buffer.concat(given).length).toBeLessThan(bytes.length)
  })

  const cut = (bytes: Buffer) => bytes.subarray(1)
  const changed = (bytes: Buffer) => Buffer.concat([bytes.subarray(1), bytes.subarray(0, 1)])
  test.each([
    ['cut', 'another delivery', cut],
    ['cut', 'a restore', cut],
    ['changed', 'a restore', changed],
  ])('that were %s on disk are replaced by %s', async (_how, by, damage) => {
    const { store, pathOf } = open()
    const blobs = openBlobs(store)
    const bytes = randomBytes(9_000)
    const sha256 = await blobs.put(ours, bytes)
    await writeFile(pathOf('blobs', `${hexOf(sha256).slice(0, 2)}/${hexOf(sha256)}`), damage(bytes))
    await (by === 'a restore' ? blobs.restore(ours, bytes) : blobs.put(ours, bytes))
    expect(await blobs.get(ours, sha256)).toEqual(bytes)
  })

  test('stored by many at once exist once', async () => {
    const blobs = openBlobs(open().store)
    const tenantId = newTenant()
    const bytes = randomBytes(50_000)
    await Promise.all(Array.from({ length: 12 }, () => blobs.put(tenantId, bytes)))
    expect(await all(blobs.list(tenantId))).toHaveLength(1)
    expect(await blobs.get(tenantId, digestOf(bytes))).toEqual(bytes)
  })
})

describe.each(stores)('exports in %s', (_name, open) => {
  test('can be tested for space without leaving a file', async () => {
    const { store } = open()
    await store.probe()
    await store.probe()
    expect(await all(store.list(newTenant(), 'exports'))).toEqual([])
  })

  test.each([0, 1, 8 * 1024 * 1024 - 1, 8 * 1024 * 1024, ...(isWhole ? [20_000_000] : [])])(
    'of %i bytes are written as they come',
    async (size) => {
      const files = openNamedFiles(open().store)
      const bytes = randomBytes(size)
      const id = `${randomUUID()}-1`
      expect(await files.write(ours, id, chunksOf(bytes, 1_000_003))).toEqual({
        sha256: digestOf(bytes),
        sizeBytes: size,
      })
      expect(digestOf(await buffer(await files.stream(ours, id)))).toEqual(digestOf(bytes))
      await files.remove(ours, id)
      await expect(files.stream(ours, id)).rejects.toThrow(FileMissing)
    },
  )

  test('whose source fails do not exist, and the error is passed on', async () => {
    const { store } = open()
    const files = openNamedFiles(store)
    const tenantId = newTenant()
    class Withdrawn extends Error {}
    async function* failing(size: number) {
      yield randomBytes(size)
      throw new Withdrawn()
    }
    for (const size of [10, 9 * 1024 * 1024])
      await expect(files.write(tenantId, 'one-1', failing(size))).rejects.toThrow(Withdrawn)
    await expect(files.stream(tenantId, 'one-1')).rejects.toThrow(FileMissing)
    expect(await all(store.list(tenantId, 'exports'))).toEqual([])
  })

  test('that are no longer needed are removed', async () => {
    const { store } = open()
    const files = openNamedFiles(store)
    const tenantId = newTenant()
    for (const id of ['wanted-1', 'old-1']) await files.write(tenantId, id, chunksOf(Buffer.from(id), 10))
    const wanted = new Set(['wanted-1'])
    expect(await files.sweep(tenantId, { wanted, before: new Date(Date.now() - 60_000) })).toBe(0)
    expect(await files.sweep(tenantId, { wanted, before: new Date(Date.now() + 60_000) })).toBe(1)
    expect((await all(store.list(tenantId, 'exports'))).map(({ name }) => name)).toEqual(['wanted-1'])
  })

  test('cannot have a name that leads elsewhere', async () => {
    const files = openNamedFiles(open().store)
    for (const id of ['../other', 'a/../b', '/etc/passwd', '', 'a\0b'])
      await expect(files.write(ours, id, chunksOf(Buffer.from('x'), 1))).rejects.toThrow('is named by')
  })
})

const nowhere = { name: 'verbatim-files', region: 'us-east-1' }
const faults: [string, () => Promise<FileStore>][] = [
  [
    'a folder that is a file',
    async () => {
      const path = join(home, 'a-file')
      await writeFile(path, '')
      return openFolderStore(path)
    },
  ],
  ['a folder on a disk that takes nothing', async () => openFolderStore('/sys')],
  [
    'a bucket at an address that does not answer',
    async () =>
      openS3Store({ ...nowhere, endpoint: 'http://127.0.0.1:9', credentials: server.bucket.credentials! }),
  ],
  ['a bucket that is not there', async () => openS3Store({ ...server.bucket, name: 'elsewhere' })],
  [
    'a bucket that refuses this key',
    async () =>
      openS3Store({ ...server.bucket, credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'another' } }),
  ],
]

test.each(faults)(
  'every operation reports %s as unavailable, and says nothing about the file',
  async (_name, open) => {
    const store = await open()
    const blobs = openBlobs(store)
    const files = openNamedFiles(store)
    for (const asked of [
      () => blobs.put(ours, Buffer.from('x')),
      () => files.write(ours, 'one-1', chunksOf(Buffer.from('x'), 1)),
    ]) {
      const error = await asked().catch((problem: unknown) => problem)
      expect(error).toBeInstanceOf(StoreAway)
      expect(isPassing(error)).toBe(true)
    }
  },
  60_000,
)

test.each(faults.slice(2))(
  '%s never says that a file is missing',
  async (_name, open) => {
    const blobs = openBlobs(await open())
    await expect(blobs.get(ours, randomBytes(32))).rejects.toThrow(StoreAway)
    await expect(blobs.has(ours, randomBytes(32))).rejects.toThrow(StoreAway)
    await expect(all(blobs.list(ours))).rejects.toThrow(StoreAway)
  },
  60_000,
)

test('a folder’s unfinished files are removed once they are old, and are never listed', async () => {
  const store = openFolderStore(home)
  const tenantId = newTenant()
  const asides = join(home, 'blobs', tenantId, 'aside')
  await mkdir(asides, { recursive: true })
  for (const name of ['old', 'new']) await writeFile(join(asides, name), 'half')
  const longAgo = new Date(Date.now() - 7_200_000)
  await utimes(join(asides, 'old'), longAgo, longAgo)
  expect(await all(store.list(tenantId, 'blobs'))).toEqual([])
  expect(await store.sweep(tenantId, 'blobs', new Date(Date.now() - hourMs))).toBe(1)
  expect(await readdir(asides)).toEqual(['new'])
})

test('a stream that is abandoned before it is read closes its file', async () => {
  const blobs = openBlobs(openFolderStore(home))
  const sha256 = await blobs.put(ours, randomBytes(100_000))
  const openFiles = async () => (await readdir('/proc/self/fd')).length
  const before = await openFiles()
  for (let turn = 0; turn < 50; turn++) (await blobs.stream(ours, sha256)).destroy()
  await expect.poll(openFiles).toBeLessThan(before + 10)
})
