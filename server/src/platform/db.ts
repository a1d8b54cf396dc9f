import type { Socket } from 'node:net'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from '#schema/tables.ts'

export type Db = Kysely<Tables>

declare const tenant: unique symbol
/** A transaction in which only one tenant's rows exist. Made by `inTenant`, and by nothing else. */
export type TenantTx = Transaction<Tables> & { readonly [tenant]: TenantId }

export interface DbOptions {
  /** Connections held at most. */
  readonly max?: number
  /** A statement that runs longer is cancelled by the server. */
  readonly statementTimeoutMs?: number
  /** A connection that says nothing for this much longer is given up. */
  readonly silenceMs?: number
  /** Told about connections that break while idle; the pool replaces them. */
  readonly onError?: (error: Error) => void
  /** Given the pool, to count its connections. */
  readonly onOpened?: (pool: pg.Pool) => void
}

/** Opens a pool. Nothing is connected until the first query. */
export function openDb(url: string, options: DbOptions = {}): Db {
  const { max = 10, statementTimeoutMs = 30_000, silenceMs = 5_000, onError = () => {}, onOpened } = options
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'verbatim',
    connectionTimeoutMillis: 10_000,
    idle_in_transaction_session_timeout: 60_000,
    lock_timeout: 10_000,
    statement_timeout: statementTimeoutMs,
    // A half-open connection answers nothing: give up a little after the server would have.
    query_timeout: statementTimeoutMs + silenceMs,
    keepAlive: true,
  })
  onOpened?.(pool)
  pool.on('error', onError)
  pool.on('connect', (client) => {
    client.on('error', onError)
    leaveSilent(client)
  })
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * Cuts a connection whose query was given up on. It may still be busy, or lead nowhere: whoever got it next from the
 * pool would wait behind that query.
 */
function leaveSilent(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as (...args: unknown[]) => unknown
  const { connection } = client as unknown as { connection: { stream: Socket } }
  client.query = ((...args: unknown[]) => {
    const answer = ask(...args)
    if (answer instanceof Promise) {
      answer.catch((error: Error) => {
        if (error.message === 'Query read timeout') connection.stream.destroy()
      })
    }
    return answer
  }) as typeof client.query
}

/**
 * Runs `work` in one transaction that sees and writes only `tenantId`'s rows.
 * Row-level security does the filtering, so a query cannot forget it.
 */
export function inTenant<T>(
  db: Db,
  tenantId: TenantId,
  work: (tx: TenantTx) => Promise<T>,
  mode: 'read write' | 'snapshot' = 'read write',
): Promise<T> {
  const transaction =
    mode === 'snapshot'
      ? db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
      : db.transaction()
  return transaction.execute(async (tx) => {
    await sql`select set_config('app.tenant_id', ${tenantId}, true)`.execute(tx)
    return work(tx as TenantTx)
  })
}

/**
 * Asks a question before a tenant is known, in a transaction that sees no tenant's rows: only the
 * narrow functions of `schema/functions/` answer in it.
 * @param _why Said at the call, so that every crossing can be found and judged.
 */
export function acrossTenants<T>(
  db: Db,
  _why: string,
  work: (tx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(work)
}
