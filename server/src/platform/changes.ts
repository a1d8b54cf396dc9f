import type { Slice } from '@verbatim/contract/changes.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import type { Db, TenantTx } from './db.ts'
import type { Log } from './log.ts'

/** What may have changed, by slice: which lists a reader should look at again. Never content. */
export const Change = z.object({
  tenantId: z.uuid().transform((id) => id as TenantId),
  slices: z.array(z.string()),
})
export type Change = z.infer<typeof Change>

/** Work that waits for a worker. */
export type Work = 'backlog' | 'media' | 'exports' | 'mail' | 'imports' | 'notifications' | 'reading'

/**
 * Tells every server, once the transaction has committed, that slices of a tenant changed. One call per batch:
 * a notification takes a lock on the whole database at commit.
 */
export async function announce(tx: TenantTx, slices: readonly Slice[]): Promise<void> {
  const change = { tenantId: tx.tenantId, slices }
  await sql`select pg_notify('verbatim_change', ${JSON.stringify(change)})`.execute(tx)
}

/** Wakes the workers, in a transaction once it has committed. Lost calls are found by their own looking around, a second later. */
export async function wake(db: Db | TenantTx, work: Work): Promise<void> {
  await sql`select pg_notify('verbatim_work', ${work})`.execute(db)
}

/** Listens until closed, on a connection of its own, and connects again when it breaks. */
export function listen(
  url: string,
  on: { readonly change?: (change: Change) => void; readonly work?: (work: Work) => void },
  log: Log,
) {
  let client: pg.Client | undefined
  let closed = false
  let timer: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const opened = new pg.Client({
      connectionString: url,
      application_name: 'verbatim listen',
      keepAlive: true,
    })
    client = opened
    opened.on('error', () => again(opened))
    opened.on('end', () => again(opened))
    opened.on('notification', ({ channel, payload = '' }) => {
      if (channel === 'verbatim_work') on.work?.(payload as Work)
      else on.change?.(Change.parse(JSON.parse(payload)))
    })
    try {
      await opened.connect()
      if (on.change) await opened.query('listen verbatim_change')
      if (on.work) await opened.query('listen verbatim_work')
    } catch (error) {
      log.warn({ err: error }, 'listening for changes failed')
      again(opened)
    }
  }

  function again(broken: pg.Client): void {
    if (closed || broken !== client) return
    client = undefined
    broken.end().catch(() => {})
    timer = setTimeout(() => void connect(), 1_000)
  }

  void connect()
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
