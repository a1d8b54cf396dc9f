import type { Slice } from '@verbatim/contract/changes.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import { wakeChannel } from '#platform/work/wake.ts'
import type { TenantTx } from './db.ts'
import type { Log } from './log.ts'

/** Possible changes, by slice: the lists that a reader should load again. Never content. */
const Change = z.object({
  tenantId: z.uuid().transform((id) => id as TenantId),
  slices: z.array(z.string()),
})
type Change = z.infer<typeof Change>

/**
 * Notifies every server, once the transaction has committed, that slices of a tenant changed. One call per batch: a
 * notification takes a lock on the whole database at commit.
 */
export async function announce(tx: TenantTx, slices: readonly Slice[]): Promise<void> {
  const change = { tenantId: tx.tenantId, slices }
  await sql`select pg_notify('verbatim_change', ${JSON.stringify(change)})`.execute(tx)
}

interface Listener {
  readonly change?: (change: Change) => void
  readonly work?: (name: string) => void
  /** From now on everything is heard, until `lost`. */
  readonly connected?: () => void
  readonly lost?: () => void
}

/** Listens until closed, on a separate connection, and reconnects when it breaks. */
export function listen(url: string, on: Listener, log: Log) {
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
      if (channel === wakeChannel) on.work?.(payload)
      else on.change?.(Change.parse(JSON.parse(payload)))
    })
    try {
      await opened.connect()
      if (on.change) await opened.query('listen verbatim_change')
      if (on.work) await opened.query(`listen ${wakeChannel}`)
      on.connected?.()
    } catch (error) {
      log.warn({ err: error }, 'listening for changes failed')
      again(opened)
    }
  }

  function again(broken: pg.Client): void {
    if (closed || broken !== client) return
    client = undefined
    on.lost?.()
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
