import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { connect } from './connect.ts'
import { makeMissingFunctions, replaceFunctions } from './functions.ts'
import type { Schema, SqlText } from './sql-files.ts'

/** Serialises the migrations of servers that start at once; any constant works. */
const lockKey = 7_261_121

/** How long a migration waits for a table, and then lets others use it; less than the servers’ queries wait. */
const lockMs = 3_000
const lockNotAvailable = '55P03'

/** The first migration of builds before 0.2.0, which cannot be migrated to this schema. */
const firstOfAnotherKind = '20261121T0330-core.sql'

interface MigrationProgress {
  /** Called with the name of each migration that ran. */
  readonly applied?: ((name: string) => void) | undefined
  /** Called with the sessions that hold the table of a migration, before it is tried again. */
  readonly waits?: ((holders: string) => void) | undefined
}

/**
 * Updates the schema to its newest version, as the role that owns it. First it runs missing migrations, each in one transaction
 * together with the row that records it, so an interrupted one runs again completely. Then it replaces the functions whose text
 * has changed, all in one transaction. Forward only: a later file corrects a mistake.
 * A migration that waits for a table makes every later query on that table wait behind it. So it gives up after a moment,
 * lets those run, and tries again, as long as a backup or another long transaction reads the table.
 * @throws if the database holds a migration this release does not know (it is older than the data), or one whose text has
 * changed.
 */
export async function migrate(
  ownerUrl: string,
  { migrations, functions }: Schema,
  { applied = () => {}, waits = () => {} }: MigrationProgress = {},
): Promise<void> {
  await using client = await connect(ownerUrl)
  await client.query('select pg_advisory_lock($1)', [lockKey])
  await client.query('set client_min_messages = warning')
  await client.query('begin')
  await makeOwnTables(client)
  const pending = await findPending(client, migrations)
  await client.query('commit')
  if (pending.length > 0) await makeMissingFunctions(client, functions)
  for (const migration of pending) {
    while (!(await tryMigration(client, migration))) {
      waits(await findHolders(client))
      await pause(lockMs)
    }
    applied(migration.name)
  }
  await replaceFunctions(client, functions)
}

/** Runs a migration. False if it got no lock in time; then nothing has changed. */
async function tryMigration(client: pg.Client, { name, sha256, text }: SqlText): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lockMs}`)
    await client.query(text)
    await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256])
    await client.query('commit')
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== lockNotAvailable) throw error
    await client.query('rollback')
    return false
  }
}

/** The sessions that have held a table for longer than a migration waits. */
async function findHolders(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ holder: string }>(
    `select distinct coalesce(nullif(a.application_name, ''), 'a session') || ' (process ' || a.pid || ')' as holder
     from pg_stat_activity a join pg_locks l on l.pid = a.pid and l.granted and l.locktype = 'relation'
     where a.datname = current_database() and a.pid <> pg_backend_pid()
       and a.xact_start < clock_timestamp() - $1 * interval '1 ms'
     order by 1`,
    [lockMs],
  )
  return rows.map(({ holder }) => holder).join(', ') || 'another session'
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
