import type pg from 'pg'
import { connect } from './connect.ts'
import { makeMissingFunctions, replaceFunctions } from './functions.ts'
import type { Schema, SqlText } from './sql-files.ts'

/** Serialises the migrations of servers that start at once; any constant works. */
const lockKey = 7_261_121

/** The first migration of builds before 0.2.0, which cannot be migrated to this schema. */
const firstOfAnotherKind = '20261121T0330-core.sql'

/**
 * Updates the schema to its newest version, as the role that owns it. First it runs missing migrations, each in one transaction
 * together with the row that records it, so an interrupted one runs again completely. Then it replaces the functions whose text
 * has changed, all in one transaction. Forward only: a later file corrects a mistake.
 * @param applied Called with the name of each migration that ran.
 * @throws if the database holds a migration this release does not know (it is older than the data), or one whose text has
 * changed.
 */
export async function migrate(
  ownerUrl: string,
  { migrations, functions }: Schema,
  applied: (name: string) => void = () => {},
): Promise<void> {
  await using client = await connect(ownerUrl)
  await client.query('select pg_advisory_lock($1)', [lockKey])
  await client.query('set client_min_messages = warning')
  await client.query('begin')
  await makeOwnTables(client)
  const pending = await findPending(client, migrations)
  await client.query('commit')
  if (pending.length > 0) await makeMissingFunctions(client, functions)
  for (const { name, sha256, text } of pending) {
    await client.query('begin')
    await client.query(text)
    await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256])
    await client.query('commit')
    applied(name)
  }
  await replaceFunctions(client, functions)
}

async function makeOwnTables(client: pg.Client): Promise<void> {
  await client.query(
    `create table if not exists schema_migration (
       name text primary key, sha256 text not null, applied_at timestamptz not null default now());
     create table if not exists schema_function (
       name text primary key, sha256 text not null, made_at timestamptz not null default now())`,
  )
}

async function findPending(client: pg.Client, migrations: readonly SqlText[]): Promise<SqlText[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migration',
  )
  const done = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  if (done.has(firstOfAnotherKind)) {
    throw new Error(
      'This database was created by a build before release 0.2.0. No release can take it over. ' +
        'Nothing was changed. Start with an empty database: another VERBATIM_HOME or another DATABASE_URL.',
    )
  }
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const [name, sha256] of done) {
    const file = known.get(name)
    if (!file) throw new Error(`The database was migrated by a newer release (${name}). Start that release.`)
    if (file.sha256 !== sha256) {
      throw new Error(
        `The migration ${name} has changed since it was applied: this database was created by a build between two releases. ` +
          'Start the build that created it, or start with an empty database.',
      )
    }
  }
  return migrations.filter(({ name }) => !done.has(name))
}
