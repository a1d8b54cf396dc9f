import pg from 'pg'
import copy from 'pg-copy-streams'
import { backupRole } from '#platform/database-roles.ts'
import { onlyRow } from '#platform/rows.ts'

/** A snapshot of a running database, read through one connection per stream. */
export interface Snapshot extends AsyncDisposable {
  readonly client: pg.Client
  /** The output of a COPY. At most one at a time on each of the two connections. */
  copy(statement: string, line?: 'first' | 'second'): AsyncIterable<Buffer>
}

/** Settings that decide how values are written. */
const writing = `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'iso_8601';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`

/**
 * Opens a snapshot as the owner, in the role that reads everything and changes nothing.
 * @param signal Ends the query that runs, with an error, and any other.
 */
export async function openSnapshot(ownerUrl: string, signal?: AbortSignal): Promise<Snapshot> {
  signal?.throwIfAborted()
  const [client, second] = [connect(ownerUrl), connect(ownerUrl)]
  await Promise.all([client.connect(), second.connect()])
  for (const one of [client, second]) await one.query('begin isolation level repeatable read read only')
  const exported = await client.query<{ id: string }>('select pg_export_snapshot() as id')
  await second.query(`set transaction snapshot ${pg.escapeLiteral(onlyRow(exported).id)}`)
  for (const one of [client, second]) await one.query(`set local role ${backupRole}; ${writing}`)
  const end = () => Promise.all([client, second].map((one) => one.end().catch(() => {})))
  signal?.addEventListener('abort', end)
  return {
    client,
    copy: (statement, line = 'first') =>
      (line === 'first' ? client : second).query(copy.to(statement)) as AsyncIterable<Buffer>,
    async [Symbol.asyncDispose]() {
      signal?.removeEventListener('abort', end)
      await end()
    },
  }
}

/** A client that is not connected yet. */
export function connect(connectionString: string): pg.Client {
  const client = new pg.Client({ connectionString, application_name: 'verbatim backup', keepAlive: true })
  client.on('error', () => {}) // the caller that waits for a query gets the error
  return client
}
