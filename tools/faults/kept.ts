import { setTimeout as pause } from 'node:timers/promises'
import type { PolicyId } from '@verbatim/contract/ids.ts'
import { type Db, inTenant, type TenantTx } from '@verbatim/server/platform/db.ts'
import { sql } from 'kysely'
import type { Tried } from './accounts.ts'
import type { PolicyName } from './scene.ts'

/** An installation's stored data of one scene, and all its counters, at one time. */
export interface Kept {
  readonly records: readonly { key: string; sha256: string; bytesSha256: string }[]
  readonly messages: readonly {
    key: string
    conversationId: string
    body: string | null
    versions: readonly (string | null)[]
    deliveryState: string | null
    files: readonly { sha256: string; state: string; reading: string | null }[]
  }[]
  /** The message counts of their conversations. */
  readonly conversations: ReadonlyMap<string, number>
  readonly events: readonly {
    policyId: PolicyId
    conversationId: string
    evidenceCount: number
    evidenceRows: number
    /** The sum of the evidence in its history. */
    joined: number
    raised: number
  }[]
  readonly policyNames: ReadonlyMap<PolicyId, PolicyName>
  readonly counters: { accepted: number; duplicate: number; quarantined: number; refused: number }
  readonly recordsInAll: number
  readonly quarantinedInAll: number
  readonly refusedInAll: number
}

/** How long the installation may take for records and for attachments, in milliseconds. */
interface Patience {
  readonly records: number
  readonly files: number
}

/**
 * Waits until the installation has ingested everything, and has read the attachments.
 * @returns How many records or files still wait.
 */
export async function untilDigested(db: Db, tried: Tried, patience: Patience): Promise<number> {
  const records = await untilNone(db, tried, { count: countBacklog, timeoutMs: patience.records })
  return records === 0 ? untilNone(db, tried, { count: countUnread, timeoutMs: patience.files }) : records
}

interface Counted {
  readonly count: (tx: TenantTx) => Promise<number>
  readonly timeoutMs: number
}

async function untilNone(db: Db, { tenantId }: Tried, { count, timeoutMs }: Counted): Promise<number> {
  const until = performance.now() + timeoutMs
  for (;;) {
    const waiting = await inTenant(db, tenantId, count).catch(() => -1)
    if (waiting === 0 || performance.now() > until) return waiting
    await pause(30)
  }
}

/** The IDs of what was there before a scene. A time would not tell: a machine's clock may be set back in between. */
interface Earlier {
  readonly records: readonly string[]
  readonly messages: readonly string[]
}

export function readEarlier(db: Db, { tenantId }: Tried): Promise<Earlier> {
  return inTenant(db, tenantId, async (tx) => ({
    records: await idsOf(tx, 'message_record'),
    messages: await idsOf(tx, 'message'),
  }))
}

async function idsOf(tx: TenantTx, table: 'message_record' | 'message'): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Reads what has come since, in one snapshot. */
export function readKept(db: Db, tried: Tried, earlier: Earlier): Promise<Kept> {
  return inTenant(
    db,
    tried.tenantId,
    async (tx) => {
      const messages = await readMessages(tx, earlier)
      const ids = [...new Set(messages.map(({ conversationId }) => conversationId))]
      return {
        records: await readRecords(tx, earlier),
        messages,
        conversations: await readConversationCounts(tx, ids),
        events: await readEvents(tx, ids),
        policyNames: tried.policyIds,
        counters: await readCounters(tx),
        recordsInAll: await countOf(tx, 'message_record'),
        quarantinedInAll: await countOf(tx, 'quarantined_record'),
        refusedInAll: await countRefusals(tx),
      }
    },
    { mode: 'snapshot' },
  )
}

const countBacklog = (tx: TenantTx) => countOf(tx, 'record_backlog')

async function countUnread(tx: TenantTx): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from attachment where state = 'stored' and reading = 'waiting'`.execute(tx)
  return rows[0]?.n ?? 0
}

async function countOf(
  tx: TenantTx,
  table: 'record_backlog' | 'message_record' | 'quarantined_record',
): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(tx)
  return rows[0]?.n ?? 0
}

async function countRefusals(tx: TenantTx): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select coalesce(sum(times), 0)::int as n from refusal_count`.execute(tx)
  return rows[0]?.n ?? 0
}

async function readRecords(tx: TenantTx, earlier: Earlier): Promise<Kept['records']> {
  const { rows } = await sql<Kept['records'][number]>`
    select source_key as key, encode(sha256, 'hex') as sha256, encode(sha256(bytes), 'hex') as "bytesSha256"
    from message_record where not id = any(${earlier.records}::uuid[])`.execute(tx)
  return rows
}

async function readMessages(tx: TenantTx, earlier: Earlier): Promise<Kept['messages']> {
  const { rows } = await sql<Kept['messages'][number]>`
    select message_key as key, conversation_id as "conversationId", body, delivery_state as "deliveryState",
      array(select json_build_object('sha256', encode(file.sha256, 'hex'), 'state', file.state, 'reading', file.reading)
        from attachment file where file.message_id = message.id order by file.ordinal) as files,
      array(select revision.body from message_revision revision where revision.message_id = message.id) as versions
    from message where not id = any(${earlier.messages}::uuid[])`.execute(tx)
  return rows
}

async function readConversationCounts(
  tx: TenantTx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select id, message_count as n from conversation where id = any(${ids}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, n }) => [id, n]))
}

async function readEvents(tx: TenantTx, conversationIds: readonly string[]): Promise<Kept['events']> {
  const { rows } = await sql<Kept['events'][number]>`
    select policy_id as "policyId", conversation_id as "conversationId", evidence_count as "evidenceCount",
      (select count(*)::int from evidence where event_id = event.id) as "evidenceRows",
      (select coalesce(sum(note::int), 0)::int from event_history where event_id = event.id) as joined,
      (select count(*)::int from event_history where event_id = event.id and kind = 'raised') as raised
    from cognitive_event event where conversation_id = any(${conversationIds}::uuid[])`.execute(tx)
  return rows
}

async function readCounters(tx: TenantTx): Promise<Kept['counters']> {
  const { rows } = await sql<Kept['counters']>`
    select sum(accepted)::int as accepted, sum(duplicate)::int as duplicate, sum(quarantined)::int as quarantined,
      sum(refused)::int as refused
    from account_counters`.execute(tx)
  const [counters] = rows
  if (!counters) throw new Error('No account is counted')
  return counters
}
