import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Blobs } from '#platform/blobs.ts'
import { openPatientReader } from '#platform/files/patient-reader.ts'
import { syncFolder } from '#platform/paths.ts'
import { backUpAttachments } from './attachments.ts'
import { newestOf, openObstacles } from './chain.ts'
import { packHome } from './home-files.ts'
import { lockInstallation } from './installation-lock.ts'
import {
  type Header,
  indexSuffix,
  listBackups,
  type Manifest,
  manifestName,
  nameFor,
  nameIn,
  type OpenBackup,
  openBackup,
  readHeader,
  unfinished,
} from './layout.ts'
import { makeKey, usualCost } from './passphrase.ts'
import { Damaged, type SealedFile, Unreadable, writeSealed } from './sealed-file.ts'
import { openSnapshot, type Snapshot } from './snapshot.ts'
import { backUpTable } from './table-part.ts'
import { findTables, type Table } from './tables.ts'

export interface BackUpOptions {
  /** The folder of all backups. */
  readonly folder: string
  readonly passphrase: string
  readonly ownerUrl: string
  readonly home: string
  readonly blobs: Pick<Blobs, 'get'>
  readonly installation: string
  readonly release: string
  /** Everything, even if an increment is possible. */
  readonly full?: boolean
  /** The cost of one guess of the passphrase. */
  readonly cost?: number
  readonly now: Date
  readonly signal?: AbortSignal | undefined
  readonly tell: (text: string) => void
}

export interface MadeBackup {
  readonly folder: string
  readonly header: Header
  readonly manifest: Manifest
}

/** The target of all parts of a backup. */
export interface Writing {
  readonly snapshot: Snapshot
  readonly header: Header
  /** The backup that an increment adds to. */
  readonly parent: OpenBackup | undefined
  readonly signal: AbortSignal | undefined
  readonly tell: (text: string) => void
  readonly write: (name: string, chunks: AsyncIterable<Uint8Array>) => Promise<void>
}

/**
 * Backs up a running installation: all rows of one snapshot, the attachments that they name, and the home with its secret,
 * encrypted. It is an increment if the folder has a backup to add to, and otherwise a full one. It gets its name only when
 * it is complete and on disk; an interrupted one is void, and the next backup removes it.
 * @throws Refusal if another backup of the installation is running
 */
export async function backUp(options: BackUpOptions): Promise<MadeBackup> {
  await mkdir(options.folder, { recursive: true, mode: 0o700 })
  await using _lock = await lockInstallation(options.ownerUrl)
  await removeUnfinished(options)
  try {
    return await makeBackup(options)
  } catch (error) {
    const isOfParent = error instanceof Damaged || error instanceof Unreadable
    if (options.full || !isOfParent) throw error
    options.tell(`${error.message} This backup is therefore a full one`)
    return await makeBackup({ ...options, full: true })
  }
}

async function makeBackup(options: BackUpOptions): Promise<MadeBackup> {
  const { folder, now, tell } = options
  await using snapshot = await openSnapshot(options.ownerUrl, options.signal)
  const tables = await findTables(snapshot.client)
  const migrations = await findMigrations(snapshot)
  const parent = options.full ? undefined : await findParent(options, { tables, migrations })
  const { key, recipe } = await makeKey(options.passphrase, randomBytes(16), options.cost ?? usualCost)
  const header: Header = {
    format: 1,
    id: randomBytes(4).toString('hex'),
    kind: parent ? 'increment' : 'full',
    parent: parent?.header.id ?? null,
    installation: options.installation,
    madeAt: now.toISOString(),
    recipe,
  }
  const name = await nameFor(folder, header, now)
  const place = join(folder, `${name}${unfinished}`)
  await mkdir(place, { mode: 0o700 })
  try {
    const files: Record<string, SealedFile> = {}
    const write = async (file: string, chunks: AsyncIterable<Uint8Array>) => {
      options.signal?.throwIfAborted()
      const sealing = { key, name: nameIn(header, file), signal: options.signal }
      files[file] = await writeSealed(join(place, file), sealing, chunks)
    }
    await writeFile(join(place, 'header.json'), JSON.stringify(header), { mode: 0o600, flush: true })
    const writing: Writing = { snapshot, header, parent, signal: options.signal, tell, write }
    const manifest: Manifest = {
      id: header.id,
      parentSum: parent?.sum ?? null,
      release: options.release,
      migrations,
      tables: [],
      attachments: { count: 0, written: 0, gone: 0, missing: [] },
      files,
    }
    for (const table of tables) manifest.tables.push(await backUpTable(writing, table))
    const read = openPatientReader(options.blobs, { signal: options.signal })
    manifest.attachments = await backUpAttachments(writing, read)
    await write('home', packHome(options.home))
    await write(manifestName, textOf(JSON.stringify(manifest)))
    options.signal?.throwIfAborted()
    await syncFolder(place)
    await rename(place, join(folder, name))
    await syncFolder(folder)
    if (parent) await removeIndexes(parent.folder)
    return { folder: join(folder, name), header, manifest }
  } catch (error) {
    await rm(place, { recursive: true, force: true })
    throw error
  }
}

/** The newest backup of this installation, if an increment can add to it. */
async function findParent(
  { folder, installation, passphrase, tell }: BackUpOptions,
  now: { tables: readonly Table[]; migrations: Manifest['migrations'] },
): Promise<OpenBackup | undefined> {
  const found = await listBackups(folder)
  const newest = newestOf(found.complete.filter(({ header }) => header.installation === installation))
  if (!newest) return undefined
  const full = (why: string) => {
    tell(`${why} This backup is therefore a full one`)
    return undefined
  }
  const obstacle = openObstacles(found)(newest)
  if (obstacle) return full(obstacle.reason.message)
  if (newest.trial?.unread !== undefined) return full(newest.trial.unread)
  const opened = await openBackup(newest, passphrase)
  const shape = (tables: readonly Pick<Table, 'name' | 'columns' | 'key' | 'keyTypes'>[]) =>
    tables.map(({ name, columns, key, keyTypes }) => [name, columns, key, keyTypes])
  const [then, today] = [
    [shape(opened.manifest.tables), opened.manifest.migrations],
    [shape(now.tables), now.migrations],
  ].map((value) => createHash('sha256').update(JSON.stringify(value)).digest('hex'))
  const names = new Set(await readdir(opened.folder))
  const hasIndexes = Object.keys(opened.manifest.files).every((name) => names.has(name))
  if (then === today && hasIndexes) return opened
  return full(`No increment can be based on ${basename(newest.folder)}.`)
}

async function findMigrations({ client }: Snapshot): Promise<Manifest['migrations']> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migration order by name collate "C"',
  )
  return rows
}

/** What ended backups of this installation left. Those of others may be running. */
async function removeUnfinished({ folder, installation, now }: BackUpOptions): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(unfinished))
  for (const path of names.map((name) => join(folder, name)))
    if (await isLeft(path, { installation, now })) await rm(path, { recursive: true, force: true })
}

/** One without a header, which is written first, may be about to get it. */
const headerWithinMs = 24 * 60 * 60_000

async function isLeft(
  path: string,
  { installation, now }: Pick<BackUpOptions, 'installation' | 'now'>,
): Promise<boolean> {
  try {
    return (await readHeader(path)).installation === installation
  } catch (error) {
    if (error instanceof Unreadable) return false
    if (!(error instanceof Damaged)) throw error
  }
  const found = await stat(path).catch(() => undefined) // its backup may have just ended
  return found !== undefined && now.getTime() - found.mtimeMs > headerWithinMs
}

async function removeIndexes(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.endsWith(indexSuffix)) await rm(join(folder, name), { force: true })
}

// eslint-disable-next-line typescript/require-await -- one chunk of a stream
async function* textOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}
