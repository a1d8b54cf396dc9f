import { Refusal } from '#platform/refusal.ts'
import { connect } from './snapshot.ts'

/**
 * Lets one backup of an installation run at a time, also on another host, into any folder: what all of them have in common is
 * the database. It is held by a connection, so it ends with its process or machine.
 * @throws Refusal
 */
export async function lockInstallation(ownerUrl: string): Promise<AsyncDisposable> {
  await using opened = new AsyncDisposableStack()
  const client = opened.adopt(connect(ownerUrl), (one) => one.end().catch(() => {}))
  await client.connect()
  await client.query('begin')
  await client.query('set local idle_in_transaction_session_timeout = 0')
  // Within a transaction, because a pooler may give the connection to others between two.
  const { rows } = await client.query('select where pg_try_advisory_xact_lock(7261124)')
  if (rows.length === 0) throw new Refusal('Another backup of this installation is running.')
  return opened.move()
}
