import { dayMs } from '@verbatim/contract/durations.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Clock } from '#kernel/clock.ts'
import type { Tables } from '#schema/tables.ts'
import { openAfterCommit } from './after-commit.ts'
import { turnToSpare } from './by-turns.ts'
import { isIdleTimeout } from './db-errors.ts'
import { sendOpeningsAhead, setTenant } from './transaction-opening.ts'

export type Db = Kysely<Tables>

/** What most work needs: the database, and the time. */
export interface DbContext extends Clock {
  readonly db: Db
}

declare const tenant: unique symbol
/** A transaction in which only one tenant's rows exist. Only `inTenant` makes one. */
export type TenantTx = Transaction<Tables> & { readonly tenantId: TenantId; readonly [tenant]: true }

interface DbOptions {
  /** The maximum number of connections. */
  readonly max?: number
  /** The server cancels a statement that runs longer. */
  readonly statementTimeoutMs?: number
  /** A statement that waits longer for a lock fails. */
  readonly lockTimeoutMs?: number
  /** A connection that is silent for this much longer is given up. */
  readonly silenceMs?: number
  /** Work after an answer shares the event loop with other work, so it waits for a turn that has just started. */
  readonly byTurns?: boolean
  /** Receives errors of idle connections; the pool replaces those. */
  readonly onError?: (error: Error) => void
  /** Given the pool, to count its connections. */
  readonly onOpened?: (pool: pg.Pool) => void
}

const dayType = 1082

/** A `date` stays text; the driver would turn it into midnight in the time zone of this process. */
const parserOf: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  type === dayType ? String : pg.types.getTypeParser(type, format as 'text')

/** Opens a pool. Nothing is connected until the first query. */
export function openDb(url: string, options: DbOptions = {}): Db {
  const { max = 10, statementTimeoutMs = 30_000, lockTimeoutMs = 10_000, silenceMs = 5_000 } = options
  const { byTurns = false, onError = () => {}, onOpened } = options
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'verbatim',
    connectionTimeoutMillis: 10_000,
    idle_in_transaction_session_timeout: 60_000,
    lock_timeout: lockTimeoutMs,
    statement_timeout: statementTimeoutMs,
    // A half-open connection never answers, so give up a little after the server would have.
    query_timeout: statementTimeoutMs + silenceMs,
    keepAlive: true,
    pipeline: true,
    types: { getTypeParser: parserOf },
  })
  const cancelling = openCancelling(url)
  onOpened?.(pool)
  pool.on('error', onError)
  pool.on('connect', (client) => {
    client.on('error', onError)
    waitLonger(client)
    leaveSilent(client)
    nameEnding(client)
    if (byTurns) answerByTurns(client)
    sendOpeningsAhead(client)
  })
  const pools = {
    options: pool.options,
    connect: () => pool.connect(),
    end: async () => {
      await Promise.all([pool.end(), cancelling.end()])
    },
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pools }) })
  cancellers.set(db, cancelling)
  return db
}

/** The function that cancels a statement, by its pool. */
const cancellers = new WeakMap<Db, pg.Pool>()

/**
 * One connection outside the pool, open while there is something to cancel, because those of the pool may all be busy with the
 * statements to cancel.
 */
function openCancelling(url: string): pg.Pool {
  const cancelling = new pg.Pool({
    connectionString: url,
    max: 1,
    application_name: 'verbatim cancel',
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
    idleTimeoutMillis: 5_000,
    allowExitOnIdle: true,
  })
  cancelling.on('error', () => {}) // it is opened again
  return cancelling
}

/** A day: how long the driver waits for a statement that the server does not limit. */
const longestStatementMs = dayMs

/** Whether the statements of the running work are not limited. */
const unlimited = new AsyncLocalStorage<true>()

/** The driver gives up a connection that is silent for longer than a statement may take. A statement without a limit may take long. */
function waitLonger(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    const [text, values] = args
    if (typeof text !== 'string' || !unlimited.getStore()) return ask(...args)
    return ask({ text, values, query_timeout: longestStatementMs })
  }) as typeof client.query
}

/** Runs statements of a transaction that take longer than those of a request may; those after them have no limit at the server either. */
export async function withoutTimeLimit<T>(tx: TenantTx, work: () => Promise<T>): Promise<T> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local lock_timeout = 0`.execute(tx)
  return unlimited.run(true, work)
}

/**
 * Closes a connection whose query was given up. It may still be busy or dead, and the next caller that got it from the
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

/** A session that the server ended between two statements fails the next one with the reason, which came before it. */
function nameEnding(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as (...args: unknown[]) => unknown
  let ending: Error | undefined
  client.on('error', (error: Error) => (ending ??= error))
  client.query = ((...args: unknown[]) => {
    const answer = ask(...args)
    if (!(answer instanceof Promise)) return answer
    return answer.catch((error: unknown) => {
      throw isIdleTimeout(ending) ? ending : error
    })
  }) as typeof client.query
}

function answerByTurns(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    const answer = ask(...args)
    if (!(answer instanceof Promise)) return answer
    return answer.then((result: unknown) => turnToSpare()?.then(() => result) ?? result)
  }) as typeof client.query
}

/** The tenant of the transaction, as SQL; null outside of one. */
export const currentTenant = sql`nullif(current_setting('app.tenant_id', true), '')::uuid`

/** `snapshot`: everything is read at one moment, and nothing is written. */
export type TransactionMode = 'read write' | 'snapshot'

interface TransactionOptions {
  readonly mode?: TransactionMode | undefined
  /** When it aborts, the caller no longer waits: the running statement is cancelled, and the reason is thrown. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs `work` in one transaction that sees and writes only `tenantId`'s rows.
 * Row-level security does the filtering, so a query cannot forget it.
 */
export async function inTenant<T>(
  db: Db,
  tenantId: TenantId,
  work: (tx: TenantTx) => Promise<T>,
  { mode, signal }: TransactionOptions = {},
): Promise<T> {
  const transaction =
    mode === 'snapshot'
      ? db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
      : db.transaction()
  let committed = () => {}
  const done = await transaction.execute(async (tx) => {
    const { rows } = await tx.executeQuery<{ pid: number }>(CompiledQuery.raw(setTenant, [tenantId]))
    const given = Object.assign(tx, { tenantId }) as TenantTx
    committed = openAfterCommit(given)
    const cancel: Cancel = (over) => cancelUntil(db, rows[0]?.pid, over)
    cancels.set(given, cancel)
    return signal ? whileAwaited(cancel, signal, () => work(given)) : work(given)
  })
  committed()
  return done
}

/** A statement that starts right after a cancelled one is cancelled too. */
const cancelEveryMs = 200

/** Cancels the statements of one connection until `over`. */
type Cancel = (over: AbortSignal) => Promise<void>

/** How the statements of an open transaction are cancelled. */
const cancels = new WeakMap<TenantTx, Cancel>()

/** Cancels the statements of `work` when `signal` aborts. */
function whileAwaited<T>(cancel: Cancel, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  return stoppable(cancel, async (stop) => {
    signal.addEventListener('abort', stop, { once: true })
    try {
      return await work()
    } catch (error) {
      throw signal.aborted ? signal.reason : error
    } finally {
      signal.removeEventListener('abort', stop)
    }
  })
}

/** Runs statements of a transaction that may take so long together; the one that runs then, and those after it, are cancelled. */
export function withinTime<T>(tx: TenantTx, ms: number, work: () => Promise<T>): Promise<T> {
  const cancel = cancels.get(tx)
  if (!cancel) throw new Error('Only the transaction that was begun can be cancelled')
  return stoppable(cancel, async (stop) => {
    const timer = setTimeout(stop, ms)
    try {
      return await work()
    } finally {
      clearTimeout(timer)
    }
  })
}

/**
 * Runs `work`, which may stop its statements. It ends after its last cancellation, so none of them hits later work on that
 * connection.
 */
async function stoppable<T>(cancel: Cancel, work: (stop: () => void) => Promise<T>): Promise<T> {
  const over = new AbortController()
  let cancelled: Promise<void> | undefined
  try {
    return await work(() => {
      cancelled = cancel(over.signal)
    })
  } finally {
    over.abort()
    await cancelled
  }
}

async function cancelUntil(db: Db, pid: number | undefined, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    // If the cancellation cannot be sent, the statement ends with its time limit.
    await cancellers
      .get(db)
      ?.query('select pg_cancel_backend($1)', [pid])
      .catch(() => {})
    await sleep(cancelEveryMs, undefined, { signal: over }).catch(() => {})
  }
}

/**
 * Runs a query before a tenant is known, in a transaction that sees no tenant's rows: only the narrow functions of
 * `schema/functions/` answer in it.
 * @param _why The reason at the call, so that every crossing can be found and reviewed.
 */
export function acrossTenants<T>(
  db: Db,
  _why: string,
  work: (tx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(work)
}
