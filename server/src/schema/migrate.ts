import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const folder = new URL('./migrations/', import.meta.url)

/** Serialises migrations of servers that start at once; any constant will do. */
const lockKey = 7_261_121

/**
 * Brings the schema to its newest version, as the role that owns it. Each file runs in one transaction
 * together with the row that records it, so a killed migration is run again whole.
 * Forward only: a mistake is corrected by the next file.
 * @param applied Called with the name of each file that was run.
 * @throws where the database holds a migration this release does not know (it is older than the data), or one whose text has changed.
 */
export async function migrate(ownerUrl: string, applied: (name: string) => void = () => {}): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query('set client_min_messages = warning')
    await client.query(
      'create table if not exists schema_migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    )
    const known = await readMigrations()
    const done = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from schema_migration',
    )
    for (const { name, sha256 } of done.rows) {
      const file = known.find((candidate) => candidate.name === name)
      if (!file)
        throw new Error(`The database was migrated by a newer release (${name}). Start that release.`)
      if (file.sha256 !== sha256) throw new Error(`The migration ${name} has changed since it was applied.`)
    }
    const names = new Set(done.rows.map((row) => row.name))
    for (const { name, sha256, text } of known) {
      if (names.has(name)) continue
      await client.query('begin')
      await client.query(text)
      await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256])
      await client.query('commit')
      applied(name)
    }
  } finally {
    await client.end()
  }
}

async function readMigrations(): Promise<{ name: string; sha256: string; text: string }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}
