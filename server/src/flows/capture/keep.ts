import { createHash } from 'node:crypto'
import type { Channel } from '@verbatim/contract/channels.ts'
import type { AccountId, RecordId, TenantId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { isLostAccount } from '#domains/accounts/lost-account.ts'
import { isCanary } from '#kernel/canary.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import { keyText, rowsOf, type TableColumns, type TableRow } from '#platform/bulk.ts'
import { isPassing } from '#platform/db-errors.ts'
import { type Db, type DbContext, inTenant, type TenantTx } from '#platform/db.ts'

/** One verified delivery at an endpoint, not read yet. */
export interface Arrival {
  readonly tenantId: TenantId
  readonly accountId: AccountId
  readonly channel: Channel
  /** `list`: a connection of ours missed it, and the provider's list has it. */
  readonly transport: 'webhook' | 'smtp' | 'poll' | 'list' | 'socket' | 'history'
  /** The transport's key: equal for a redelivery. */
  readonly sourceKey: string
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
  readonly remote: string | undefined
  readonly bytes: Uint8Array
  /** The hash of the bytes, if the endpoint has computed it. */
  readonly sha256?: Uint8Array
  readonly receivedAt: Date
  /** It is no sign that the account still receives: the provider was asked for it, or it came another way than messages do. */
  readonly isNoSign?: true
}

/** The outcome of an arrival once it is durable. */
export interface Kept {
  readonly recordId: RecordId
  /** The same bytes were stored before, so this delivery adds nothing. */
  readonly duplicate: boolean
}

/** Due by any clock, because the ingesting worker's clock may be behind ours, or ours may be set back. */
const atOnce = new Date(0)

const recordColumns = {
  id: 'uuid',
  account_id: 'uuid',
  channel: 'text',
  transport: 'text',
  source_key: 'text',
  sha256: 'bytea',
  received_at: 'timestamptz',
  content_type: 'text',
  headers: 'jsonb',
  remote: 'text',
  bytes: 'bytea',
  is_ours: 'boolean',
} satisfies TableColumns<'message_record'> & { readonly is_ours: string }
type RecordRow = TableRow<'message_record', typeof recordColumns> & { readonly is_ours: boolean }

/** One commit carries at most this much, so that a large mail goes alone and does not hold back a thousand small texts. */
const batchRows = 500
const batchBytes = 8 * 1024 * 1024

/** Arrivals waiting for a commit beyond this are answered "try again": memory stays bounded. */
const waitingRows = 5_000
const waitingBytes = 256 * 1024 * 1024

interface Waiting {
  readonly arrival: Arrival
  readonly resolve: (kept: Kept) => void
  readonly reject: (error: unknown) => void
}

/**
 * Makes arrivals durable. Arrivals during one commit share the next, so the disk's commits per second do not limit the rate
 * at the endpoints. Each caller gets its answer only after the commit of its bytes. An arrival that the database
 * rejects is refused alone.
 */
export function openKeeper({
  db,
  now,
  onKept,
}: DbContext & { readonly onKept: (tenantId: TenantId) => void }) {
  const waiting = new Map<TenantId, Waiting[]>()
  const busy = new Map<TenantId, Promise<void>>()
  let rows = 0
  let bytes = 0

  /** @throws Failure `unavailable` if nothing was stored: too many are waiting, or the database refuses. */
  async function keep(arrival: Arrival): Promise<Kept> {
    if (rows >= waitingRows || bytes + arrival.bytes.length > waitingBytes) throw new Failure('unavailable')
    rows += 1
    bytes += arrival.bytes.length
    return new Promise((resolve, reject) => {
      const queue = waiting.get(arrival.tenantId) ?? []
      queue.push({ arrival, resolve, reject })
      waiting.set(arrival.tenantId, queue)
      if (!busy.has(arrival.tenantId)) busy.set(arrival.tenantId, drain(arrival.tenantId))
    })
  }

  async function drain(tenantId: TenantId): Promise<void> {
    for (let batch = takeBatch(waiting, tenantId); batch.length > 0; batch = takeBatch(waiting, tenantId)) {
      try {
        await settle(tenantId, batch)
      } finally {
        rows -= batch.length
        for (const { arrival } of batch) bytes -= arrival.bytes.length
      }
    }
    // In the same turn as the last check, so no arrival can come in between and rely on this drain.
    busy.delete(tenantId)
  }

  async function settle(tenantId: TenantId, batch: readonly Waiting[]): Promise<void> {
    const arrivals = batch.map(({ arrival }) => arrival)
    try {
      const kept = await keepArrivals(db, tenantId, arrivals, now())
      batch.forEach(({ resolve }, index) => resolve(kept[index] as Kept))
      onKept(tenantId)
    } catch (error) {
      if (batch.length > 1 && !isPassing(error)) {
        for (const one of batch) await settle(tenantId, [one])
      } else for (const { reject } of batch) reject(isLostAccount(error) ? new Failure('unavailable') : error)
    }
  }

  return {
    keep,
    /** Resolves when nothing is waiting. */
    async close() {
      await Promise.all(busy.values())
    },
  }
}

export type Keeper = ReturnType<typeof openKeeper>

function takeBatch(waiting: Map<TenantId, Waiting[]>, tenantId: TenantId): Waiting[] {
  const queue = waiting.get(tenantId) ?? []
  let size = 0
  let count = 0
  while (count < queue.length && count < batchRows) {
    size += queue[count]?.arrival.bytes.length ?? 0
    if (count > 0 && size > batchBytes) break
    count += 1
  }
  const batch = queue.splice(0, count)
  if (queue.length === 0) waiting.delete(tenantId)
  return batch
}

/**
 * Stores arrivals of one tenant, adds them to the backlog and counts them, in one transaction. Same key and same bytes are
 * one record; same key and other bytes are another. Rows are always locked in the same order, so two servers that get the
 * same deliveries at once wait for each other, and neither fails. What we caused, such as a test message, is no sign of people, so the account
 * stays silent.
 */
export async function keepArrivals(
  db: Db,
  tenantId: TenantId,
  arrivals: readonly Arrival[],
  now: Date,
): Promise<Kept[]> {
  return inTenant(db, tenantId, (tx) => keepArrivalsIn(tx, arrivals, now))
}

/** The same in a transaction that commits more with them, such as how far a provider was read. */
export async function keepArrivalsIn(tx: TenantTx, arrivals: readonly Arrival[], now: Date): Promise<Kept[]> {
  if (arrivals.length === 0) return []
  const rows = arrivals.map((arrival): RecordRow => ({
    id: newId(now),
    account_id: arrival.accountId,
    channel: arrival.channel,
    transport: arrival.transport,
    source_key: keyText(arrival.sourceKey),
    sha256: arrival.sha256 ?? createHash('sha256').update(arrival.bytes).digest(),
    received_at: arrival.receivedAt,
    content_type: arrival.contentType,
    headers: arrival.headers,
    remote: arrival.remote ?? null,
    bytes: arrival.bytes,
    is_ours: arrival.isNoSign ?? isCanary(arrival.bytes),
  }))
  const { rows: kept } = await sql<{ id: RecordId }>`
      with arrived as (select * from ${rowsOf(recordColumns, rows)}),
      kept as (
        insert into message_record (id, account_id, channel, transport, source_key, sha256, received_at,
          content_type, headers, remote, bytes)
        select id, account_id, channel, transport, source_key, sha256, received_at, content_type, headers, remote, bytes
        from arrived order by account_id, source_key, sha256
        on conflict (tenant_id, account_id, source_key, sha256) do nothing returning id
      ),
      queued as (insert into record_backlog (record_id, not_before) select id, ${atOnce} from kept),
      counted as (
        insert into account_counters (account_id, accepted, duplicate, last_event_at)
        select arrived.account_id, count(kept.id), count(*) - count(kept.id),
          max(arrived.received_at) filter (where not arrived.is_ours)
        from arrived left join kept on kept.id = arrived.id group by arrived.account_id order by arrived.account_id
        on conflict (tenant_id, account_id) do update set
          accepted = account_counters.accepted + excluded.accepted,
          duplicate = account_counters.duplicate + excluded.duplicate,
          quiet_now = greatest(account_counters.quiet_now,
            ceil(extract(epoch from excluded.last_event_at - account_counters.last_event_at))::integer),
          last_event_at = greatest(account_counters.last_event_at, excluded.last_event_at)
      ),
      by_day as (
        insert into account_day (account_id, day, kept, duplicate)
        select arrived.account_id, (arrived.received_at at time zone 'UTC')::date, count(kept.id), count(*) - count(kept.id)
        from arrived left join kept on kept.id = arrived.id group by 1, 2 order by 1, 2
        on conflict (tenant_id, account_id, day) do update set kept = account_day.kept + excluded.kept,
          duplicate = account_day.duplicate + excluded.duplicate
      )
      select id from kept`.execute(tx)
  const fresh = new Set(kept.map(({ id }) => id))
  return rows.map(({ id }) => ({ recordId: id, duplicate: !fresh.has(id) }))
}
