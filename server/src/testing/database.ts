import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { withoutTemporary } from '#platform/database-roles.ts'
import { type Db, openDb } from '#platform/db.ts'
import { templateName, withDatabase } from './global-setup.ts'

export interface TestDatabase {
  /** As the serving role: row-level security applies, as it does in production. */
  readonly db: Db
  readonly url: string
  /** As the owner of the tables, for catalogue tests. Forced row-level security applies to it, too. */
  readonly ownerUrl: string
  /** Changes data as the cluster's administrator, where the product's code may not. */
  administer(statement: string): Promise<void>
  close(): Promise<void>
}

/** A migrated, empty database for one test file: a clone of the template, made in about ten milliseconds. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const cluster = inject('testCluster')
  if (cluster.failure) throw new Error(`The schema could not be migrated: ${cluster.failure}`)
  const { name, ownerUrl, close } = await makeDatabase(`template ${templateName} strategy file_copy`)
  const url = withDatabase(cluster.appUrl, name)
  const db = openDb(url)
  return {
    db,
    url,
    ownerUrl,
    administer: (statement) => administer(statement, name),
    async close() {
      await db.destroy()
      await close()
    },
  }
}

/** A database without tables, for tests of the code that creates them. */
export function openEmptyDatabase(): Promise<{ ownerUrl: string; close: () => Promise<void> }> {
  return makeDatabase('template template0')
}

async function makeDatabase(
  from: string,
): Promise<{ name: string; ownerUrl: string; close: () => Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await inCluster(`create database ${name} ${from} owner verbatim_owner`)
  await inCluster(withoutTemporary(name)) // settings that a clone does not copy
  return {
    name,
    ownerUrl: withDatabase(inject('testCluster').ownerUrl, name),
    close: async () => drop(name),
  }
}

/**
 * Beside what follows: the server waits for a tenth of a second until the last connection is gone. One after the other; what the end of a worker
 * leaves goes with the cluster.
 */
function drop(name: string): void {
  dropping = dropping.then(() => inCluster(`drop database ${name} with (force)`)).catch(() => {})
}
let dropping = Promise.resolve()

async function administer(statement: string, database: string): Promise<void> {
  const admin = new pg.Client(withDatabase(inject('testCluster').superuserUrl, database))
  await admin.connect()
  try {
    await admin.query(statement)
  } finally {
    await admin.end()
  }
}

/** Makes and drops the databases of all files of a worker. */
let cluster: pg.Pool | undefined
async function inCluster(statement: string): Promise<void> {
  cluster ??= new pg.Pool({
    connectionString: inject('testCluster').superuserUrl,
    max: 2,
    allowExitOnIdle: true,
  }).on('error', () => {}) // it is opened again
  await cluster.query(statement)
}
