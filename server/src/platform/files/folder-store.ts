import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { syncFolder } from '#platform/paths.ts'
import { removeLeftovers } from '#platform/leftovers.ts'
import { FileMissing, StoreAway } from './failures.ts'
import { guarded } from './guarded.ts'
import { type Drawer, type FilePlace, type FileStore, isFileName, pathOf, type StoredFile } from './store.ts'

/** Files below `folder`: written under another name, synced, renamed, and their folder synced. Nodes may share it over a network. */
export function openFolderStore(folder: string): FileStore {
  const fileOf = (place: FilePlace) => join(folder, pathOf(place))
  /** Next to the files and on their disk, so that unfinished files are found without reading all folders. */
  const asidesOf = (tenantId: TenantId, drawer: Drawer) => join(folder, drawer, tenantId, asideName)

  async function put(place: FilePlace, body: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
    const path = fileOf(place)
    const asides = asidesOf(place.tenantId, place.drawer)
    const aside = join(asides, randomUUID())
    await orAway(async () => {
      await makeFolder(dirname(path))
      await makeFolder(asides)
    })
    try {
      await writeSynced(aside, body)
      await orAway(() => rename(aside, path))
    } catch (error) {
      await rm(aside, { force: true }).catch(() => {})
      throw error
    }
    await orAway(() => syncFolder(dirname(path)))
  }

  async function find(place: FilePlace): Promise<StoredFile | undefined> {
    const found = await orAway(() => stat(fileOf(place)).catch(ifMissing))
    return found?.isFile() ? { name: place.name, sizeBytes: found.size, writtenAt: found.mtime } : undefined
  }

  return {
    put,
    find,
    async putOnce(place, body) {
      // A different size means that a full or broken disk cut it.
      if ((await find(place))?.sizeBytes !== body.byteLength) await put(place, body)
    },
    async open(place, range) {
      const handle = await orAway(() => open(fileOf(place), 'r').catch(ifMissing))
      if (!handle) throw new FileMissing(pathOf(place))
      return guarded(handle.createReadStream(range), asAway)
    },
    async *list(tenantId, drawer) {
      const root = join(folder, drawer, tenantId)
      const entries = await orAway(() => readdir(root, { withFileTypes: true }).catch(ifMissing))
      for (const entry of entries ?? []) {
        if (entry.name === asideName) continue
        if (entry.isDirectory()) yield* listFolder(root, join(root, entry.name))
        else yield* listOne(root, join(root, entry.name))
      }
    },
    remove: (place) => orAway(() => rm(fileOf(place), { force: true })),
    async probe() {
      const path = join(folder, `probe-${randomUUID()}`)
      await orAway(() => makeFolder(folder))
      try {
        await writeSynced(path, Buffer.from('probe'))
      } finally {
        await orAway(() => rm(path, { force: true }))
      }
    },
    sweep: (tenantId, drawer, before) => orAway(() => removeLeftovers(asidesOf(tenantId, drawer), before)),
  }
}

const asideName = 'aside'

async function* listFolder(root: string, folder: string): AsyncGenerator<StoredFile> {
  const entries = await orAway(() => readdir(folder, { withFileTypes: true }).catch(ifMissing))
  for (const entry of entries ?? []) yield* listOne(root, join(folder, entry.name))
}

async function* listOne(root: string, path: string): AsyncGenerator<StoredFile> {
  // It may have been removed meanwhile.
  const found = await orAway(() => stat(path).catch(ifMissing))
  const name = relative(root, path).replaceAll(sep, '/')
  if (found?.isFile() && isFileName(name)) yield { name, sizeBytes: found.size, writtenAt: found.mtime }
}

async function writeSynced(path: string, body: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  const file = await orAway(() => open(path, 'wx', 0o600))
  try {
    if (body instanceof Uint8Array) await orAway(() => file.writeFile(body))
    // The source of the chunks has errors of its own, which are not the store's.
    else for await (const chunk of body) await orAway(() => file.writeFile(chunk))
    await orAway(() => file.sync())
  } finally {
    await file.close()
  }
}

/** Creates a folder and its parents, and makes their names durable. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

/** An error with a system code is about the disk; only an error without one is about our code. */
function asAway<E>(error: E): E | StoreAway {
  return error instanceof Error && 'code' in error && 'syscall' in error ? new StoreAway(error) : error
}

async function orAway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asAway(error)
  }
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
