import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { Refusal } from '#platform/refusal.ts'
import { findKey } from './passphrase.ts'
import { Damaged, digestOf, readSealed } from './sealed-file.ts'

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

/** The headers of the complete backups in a folder, oldest first. @throws Damaged */
export async function listBackups(folder: string): Promise<{ folder: string; header: Header }[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const names = entries
    .filter((entry) => entry.isDirectory() && /^\d{8}T\d{6}Z-(full|increment)-[0-9a-f]{8}$/.test(entry.name))
    .map(({ name }) => name)
  return Promise.all(
    names
      .toSorted()
      .map(async (name) => ({ folder: join(folder, name), header: await readHeader(join(folder, name)) })),
  )
}

async function readHeader(folder: string): Promise<Header> {
  const path = join(folder, 'header.json')
  try {
    return Header.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    throw new Damaged(path, error)
  }
}

/** @throws Refusal for a wrong passphrase @throws Damaged */
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

/**
 * A backup with all backups that it builds upon, the full one first. Every file that a restore reads is present and unchanged.
 * @param id The newest by default.
 * @throws Refusal that names the missing file @throws Damaged
 */
export async function openChain(folder: string, passphrase: string, id?: string): Promise<OpenBackup[]> {
  const all = await listBackups(folder)
  const newest = id === undefined ? all.at(-1) : all.find(({ header }) => header.id === id)
  if (!newest)
    throw new Refusal(id ? `${folder} has no complete backup ${id}.` : `${folder} has no complete backup.`)
  const chain = [await openBackup(newest, passphrase)]
  for (let first = chain[0]; first?.header.parent; first = chain[0]) {
    const parent = all.find(({ header }) => header.id === first.header.parent)
    if (!parent)
      throw new Refusal(`${first.folder} adds to backup ${first.header.parent}, which is not in ${folder}.`)
    const opened = await openBackup(parent, passphrase)
    if (opened.sum !== first.manifest.parentSum) throw new Damaged(join(opened.folder, manifestName))
    chain.unshift(opened)
  }
  for (const backup of chain) await checkFiles(backup)
  return chain
}

/** Compares every file that a restore reads with the manifest. */
async function checkFiles({ folder, manifest }: OpenBackup): Promise<void> {
  for (const [name, expected] of Object.entries(manifest.files)) {
    // The indexes are removed once another backup builds upon this one, which remains restorable.
    if (name.endsWith(indexSuffix)) continue
    const found = await digestOf(join(folder, name))
    if (found.sha256 !== expected.sha256) throw new Damaged(join(folder, name))
  }
}
