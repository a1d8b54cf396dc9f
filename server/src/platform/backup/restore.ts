import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import copy from 'pg-copy-streams'
import { TenantId } from '@verbatim/contract/ids.ts'
import { prepareRoles } from '#platform/database-roles.ts'
import { gatherStatistics } from '#platform/database-statistics.ts'
import { Refusal } from '#platform/refusal.ts'
import { onlyRow } from '#platform/rows.ts'
import { migrate } from '#schema/migrate.ts'
import type { Schema } from '#schema/sql-files.ts'
import { type OpenBackup, readFileOf, type TableEntry } from './layout.ts'
import { unpack } from './packs.ts'
import { columnsOf, compareKeys, Cursor, LineBuffer, linesOf } from './rows.ts'
import { openSnapshot } from './snapshot.ts'
import { findTables, indexQuery, q } from './tables.ts'
import { Unsound } from './trial.ts'

interface RestoreDatabase {
  readonly ownerUrl: string
  /** The roles' passwords are derived from it. */
  readonly secret: Buffer
  readonly schema: Schema
  readonly signal?: AbortSignal | undefined
  readonly tell: (text: string) => void
}

/**
 * Writes the rows of a chain into an empty database, as its owner and in one transaction, and compares the count and hash of
 * every table with the backup.
 * @throws Refusal if the database is not empty, or this release's schema differs.
 */
export async function restoreDatabase(chain: readonly OpenBackup[], options: RestoreDatabase): Promise<void> {
  const newest = chain.at(-1)
  if (!newest) throw new Error('There is no backup to restore')
  const client = new pg.Client({ connectionString: options.ownerUrl, keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  try {
    await refuseFilled(client)
    await prepareRoles(options.ownerUrl, options.secret)
    await migrate(options.ownerUrl, options.schema)
    await refuseOtherSchema(client, newest)
    await load(client, chain, options)
  } finally {
    await client.end()
  }
  await gatherStatistics(options.ownerUrl)
  await compareTables(newest, options)
}

async function refuseFilled(client: pg.Client): Promise<void> {
  const found = await client.query<{ name: string; relations: number }>(
    `select current_database() as name, count(*)::int as relations from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')`,
  )
  const { name, relations } = onlyRow(found)
  if (relations > 0)
    throw new Refusal(
      `The database ${name} is not empty. Restore into an empty database. Nothing was changed.`,
    )
}

async function refuseOtherSchema(client: pg.Client, { folder, manifest }: OpenBackup): Promise<void> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migration order by name collate "C"',
  )
  if (JSON.stringify(rows) !== JSON.stringify(manifest.migrations))
    throw new Refusal(
      `${folder} was made by release ${manifest.release}, which has different tables. Restore it with that release, and then ` +
        'start this release on the result.',
    )
}

/** All or nothing: an interrupted load leaves every table empty. */
async function load(
  client: pg.Client,
  chain: readonly OpenBackup[],
  { signal, tell }: RestoreDatabase,
): Promise<void> {
  const tables = await findTables(client)
  const entries = new Map(chain.at(-1)?.manifest.tables.map((entry) => [entry.name, entry]))
  await client.query('begin')
  await client.query('set local statement_timeout = 0')
  const each = async (change: (name: string) => string) => {
    for (const { name } of tables) await client.query(change(q(name)))
  }
  // Forced row-level security applies to the owner too, and COPY does not work with it.
  await each((name) => `alter table public.${name} no force row level security`)
  await each((name) => `alter table public.${name} disable trigger user`)
  for (const { name } of tables) {
    const entry = entries.get(name)
    if (!entry) throw new Unsound(`The backup has no table ${name}.`)
    signal?.throwIfAborted()
    tell(`${name}: ${entry.rows.toLocaleString('en')} rows`)
    const into = client.query(
      copy.from(`copy public.${q(name)} (${entry.columns.map(q).join(', ')}) from stdin`),
    )
    await pipeline(rowsOf(chain, entry), into, { signal })
  }
  await each((name) => `alter table public.${name} enable trigger user`)
  const forced = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity`,
  )
  for (const { name } of forced.rows)
    await client.query(`alter table public.${q(name)} force row level security`)
  await client.query('commit')
}

/** The rows of a table in the newest backup of the chain, in the order of the key. */
async function* rowsOf(chain: readonly OpenBackup[], entry: TableEntry): AsyncGenerator<Buffer> {
  if (chain.length === 1 && chain[0]) return yield* readFileOf(chain[0], `${entry.name}.rows`)
  const keyAt = entry.key.map((name) => entry.columns.indexOf(name))
  const sources: Source[] = []
  for (const [age, backup] of chain.entries()) {
    sources.push(await openSource(linesOf(readFileOf(backup, `${entry.name}.rows`)), age, keyAt))
    if (age > 0)
      sources.push(await openSource(linesOf(readFileOf(backup, `${entry.name}.gone`)), age, undefined))
  }
  const out = new LineBuffer()
  for (let least = leastOf(sources, entry); least?.key; least = leastOf(sources, entry)) {
    const { key, cursor } = least
    if (least.keyAt && cursor.line !== undefined) out.add(cursor.line)
    if (out.isFull) yield out.take()
    for (const source of sources) {
      if (!source.key || compareKeys(source.key, key, entry.kinds) !== 0) continue
      const pause = source.cursor.advance()
      if (pause) await pause
      source.key = keyOf(source)
    }
  }
  yield out.take()
}

/** The source with the smallest key; if several have the key, the newest counts. */
function leastOf(sources: readonly Source[], { kinds }: TableEntry): Source | undefined {
  let least: Source | undefined
  for (const source of sources) {
    if (!source.key) continue
    const order = least?.key ? compareKeys(source.key, least.key, kinds) : -1
    if (order < 0 || (order === 0 && source.age > (least?.age ?? -1))) least = source
  }
  return least
}

interface Source {
  readonly cursor: Cursor
  readonly age: number
  /** Undefined in a list of deleted keys. */
  readonly keyAt: readonly number[] | undefined
  key: readonly string[] | undefined
}

async function openSource(
  lines: AsyncIterable<string[]>,
  age: number,
  keyAt: readonly number[] | undefined,
): Promise<Source> {
  const source: Source = { cursor: await Cursor.open(lines), age, keyAt, key: undefined }
  source.key = keyOf(source)
  return source
}

function keyOf({ cursor: { line }, keyAt }: Pick<Source, 'cursor' | 'keyAt'>): readonly string[] | undefined {
  if (line === undefined) return undefined
  return keyAt ? columnsOf(line, keyAt) : line.split('\t')
}

/** Reads everything back from the database. @throws Unsound that names the table */
async function compareTables(
  { manifest }: OpenBackup,
  { ownerUrl, signal, tell }: RestoreDatabase,
): Promise<void> {
  await using snapshot = await openSnapshot(ownerUrl, signal)
  for (const table of await findTables(snapshot.client)) {
    const expected = manifest.tables.find(({ name }) => name === table.name)
    tell(`${table.name}: compared`)
    const digest = createHash('sha256')
    let rows = 0
    for await (const chunk of snapshot.copy(indexQuery(table))) {
      digest.update(chunk)
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1
    }
    if (rows !== expected?.rows || digest.digest('hex') !== expected.digest)
      throw new Unsound(
        `${table.name} differs from the backup: ${rows} of ${expected?.rows} rows, or different ones.`,
      )
  }
}

async function goneBy(chain: readonly OpenBackup[]): Promise<ReadonlySet<string>> {
  const gone = new Set<string>()
  for (const backup of chain)
    for await (const lines of linesOf(readFileOf(backup, 'attachments.gone')))
      for (const line of lines) gone.add(line)
  return gone
}

/** Every attachment of a chain, with its stored bytes; those whose rows were deleted by its end are left out. */
export async function restoreAttachments(
  chain: readonly OpenBackup[],
  keep: (tenantId: TenantId, bytes: Buffer) => Promise<void>,
): Promise<number> {
  let count = 0
  for (const [age, backup] of chain.entries()) {
    const gone = await goneBy(chain.slice(age + 1))
    for await (const { name, bytes } of unpack(readFileOf(backup, 'attachments'))) {
      const [tenant = '', sha256] = name.split('/')
      if (gone.has(`${tenant}\t${sha256}`)) continue
      if (createHash('sha256').update(bytes).digest('hex') !== sha256)
        throw new Unsound(`The attachment ${name} of ${backup.folder} differs from the backup.`)
      await keep(TenantId.parse(tenant), bytes)
      count += 1
    }
  }
  const expected = chain.at(-1)?.manifest.attachments.count
  if (count !== expected)
    throw new Unsound(`The chain holds ${count} attachments, and should hold ${expected}.`)
  return count
}
