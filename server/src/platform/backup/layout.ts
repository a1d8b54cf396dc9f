import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { Refusal } from '#platform/refusal.ts'
import { findKey } from './passphrase.ts'
import { readTrial, type Trial } from './trial.ts'
import { Damaged, digestOf, faultOf, readSealed } from './sealed-file.ts'

/*
 * A backup is a folder, `20261122T080000Z-full-1a2b3c4d`: `header.json`, which is readable, sealed files with the rows of
 * each table, the attachments and the home, and `manifest`, which names them all and is written last. While it is being made
 * its name ends with `.unfinished`; such a folder is not a backup. An increment contains the difference from the previous one.
 */

const Header = z.object({
  format: z.literal(1),
  id: z.string(),
  kind: z.enum(['full', 'increment']),
  /** The backup that an increment adds to. */
  parent: z.string().nullable(),
  installation: z.uuid(),
  madeAt: z.iso.datetime(),
  recipe: z.object({
    cost: z
      .int()
      .min(2)
      .max(2 ** 20),
    salt: z.string(),
    check: z.string(),
  }),
})
export type Header = z.infer<typeof Header>

const File = z.object({ sizeBytes: z.int(), sha256: z.string() })
const TableEntry = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  key: z.array(z.string()),
  keyTypes: z.array(z.string()),
  kinds: z.array(z.enum(['number', 'bytes'])),
  /** For the whole table at that moment, not only for the rows in this backup. */
  rows: z.int(),
  digest: z.string(),
  /** Rows in this backup, and keys of rows that were deleted since the previous one. */
  written: z.int(),
  gone: z.int(),
})
export type TableEntry = z.infer<typeof TableEntry>

const Manifest = z.object({
  id: z.string(),
  /** The hash of the parent's manifest, so that another one cannot replace it. */
  parentSum: z.string().nullable(),
  release: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  tables: z.array(TableEntry),
  attachments: z.object({
    count: z.int(),
    written: z.int(),
    gone: z.int(),
    /** Attachments that the database names, but that were missing or damaged when the backup was made. */
    missing: z.array(z.string()),
  }),
  files: z.record(z.string(), File),
})
export type Manifest = z.infer<typeof Manifest>

export const unfinished = '.unfinished'
export const manifestName = 'manifest'
/** Only the next increment needs it. */
export const indexSuffix = '.index'

/** A backup whose passphrase is known. */
export interface OpenBackup {
  readonly folder: string
  readonly header: Header
  readonly key: Buffer
  readonly manifest: Manifest
  /** The hash of the manifest file. */
  readonly sum: string
}

/** A complete backup in a folder. */
export interface FoundBackup {
  readonly folder: string
  readonly header: Header
  /** Undefined if it was not tried, or not to the end. */
  readonly trial: Trial | undefined
}

/** It has the name of a backup, and cannot be restored: a copy that ended too early, or one that cannot be read. */
interface IncompleteBackup {
  readonly folder: string
  readonly id: string
  /** Damaged or Unreadable, of the file that shows it. */
  readonly reason: Refusal
}

/** What is in a folder, in the order of the names. */
export interface FoundBackups {
  readonly complete: readonly FoundBackup[]
  readonly incomplete: readonly IncompleteBackup[]
}

/** One that is incomplete is in the way of no other. */
export async function listBackups(folder: string): Promise<FoundBackups> {
  const paths = (await namesIn(folder)).map((name) => join(folder, name))
  const found = await Promise.all(paths.map(findBackup))
  return {
    complete: found.filter((one) => 'header' in one),
    incomplete: found.filter((one) => 'reason' in one),
  }
}

async function findBackup(folder: string): Promise<FoundBackup | IncompleteBackup> {
  try {
    const header = await readHeader(folder)
    await stat(join(folder, manifestName)).catch((error: unknown) => {
      throw faultOf(join(folder, manifestName), error)
    })
    return { folder, header, trial: await readTrial(folder) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { folder, id: folder.slice(-8), reason: error }
  }
}

/**
 * Names a backup by its time, after all that are there already: a clock that is put back does not change their order.
 * @param now Of the machine.
 */
export async function nameFor(folder: string, { kind, id }: Header, now: Date): Promise<string> {
  const last = (await namesIn(folder)).at(-1)?.replace(timeInName, '$1-$2-$3T$4:$5:$6Z')
  const time = new Date(Math.max(now.getTime(), last === undefined ? 0 : Date.parse(last) + 1_000))
  return `${time.toISOString().replace(/[-:]|\.\d+/g, '')}-${kind}-${id}`
}

const timeInName = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-.*$/

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return entries
    .filter((entry) => entry.isDirectory() && /^\d{8}T\d{6}Z-(full|increment)-[0-9a-f]{8}$/.test(entry.name))
    .map(({ name }) => name)
    .toSorted()
}

/** @throws Damaged, Unreadable */
export async function readHeader(folder: string): Promise<Header> {
  const path = join(folder, 'header.json')
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw faultOf(path, error)
  })
  try {
    return Header.parse(JSON.parse(text))
  } catch (error) {
    throw new Damaged(path, error)
  }
}

/** @throws Refusal for a wrong passphrase @throws Damaged, Unreadable */
export async function openBackup(
  found: { folder: string; header: Header },
  passphrase: string,
): Promise<OpenBackup> {
  const { folder, header } = found
  const key = await findKey(passphrase, header.recipe)
  if (!key) throw new Refusal(`The passphrase does not match the backups in ${folder}.`)
  const path = join(folder, manifestName)
  let text = ''
  for await (const chunk of readSealed(path, { key, name: nameIn(header, manifestName) }))
    text += chunk.toString()
  const read = Manifest.safeParse(JSON.parse(text))
  // The manifest repeats the header, so that a changed header is detected.
  if (!read.success || read.data.id !== header.id) throw new Damaged(path, read.error)
  return { folder, header, key, manifest: read.data, sum: (await digestOf(path)).sha256 }
}

/** The context of a sealed file: its name, this backup and its header. */
export const nameIn = (header: Header, file: string) =>
  `${createHash('sha256').update(JSON.stringify(header)).digest('hex')}/${file}`

/** The plain bytes of a file of a backup. */
export const readFileOf = ({ folder, header, key }: Omit<OpenBackup, 'manifest' | 'sum'>, name: string) =>
  readSealed(join(folder, name), { key, name: nameIn(header, name) })
