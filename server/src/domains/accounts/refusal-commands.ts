import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { newId } from '#kernel/uuid.ts'
import { type Columns, rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'

/** A delivery that was refused at its endpoint. Its bytes are not kept. */
export interface Refusal {
  readonly remote: string | undefined
  readonly sizeBytes: number
  /** Absent if the bytes were not read. */
  readonly sha256?: Uint8Array
  readonly reason: string
  readonly at: Date
}

/** The refusals of one account for one reason within one minute. */
export interface Refusals {
  readonly accountId: AccountId
  readonly reason: string
  readonly minute: Date
  readonly times: number
  /** The first refusal. */
  readonly named: Refusal[]
}

/** How many refusals are stored per minute, account and reason; the others are only counted. They stay for ever: about 350 bytes each. */
const mostNamed = 20

interface CountRow {
  account_id: AccountId
  minute: Date
  reason: string
  times: number
}

const countColumns: Columns<CountRow> = {
  account_id: 'uuid',
  minute: 'timestamptz',
  reason: 'text',
  times: 'bigint',
}

/** Counts refused deliveries, one row per minute, account and reason, and stores the first few of them. */
export async function recordRefusals(tx: TenantTx, all: readonly Refusals[]): Promise<void> {
  if (all.length === 0) return
  const rows = all.map(({ accountId, minute, reason, times }): CountRow => ({
    account_id: accountId,
    minute,
    reason,
    times,
  }))
  // Sorted, so that two servers that count at once wait for each other and do not deadlock.
  const { rows: counted } = await sql<CountRow>`
    with given as (select * from ${rowsOf(countColumns, rows)}),
    tallied as (
      insert into account_counters (account_id, refused, last_event_at)
      select account_id, sum(times), null from given group by account_id order by account_id
      on conflict (tenant_id, account_id) do update set refused = account_counters.refused + excluded.refused
    )
    insert into refusal_count (account_id, minute, reason, times)
    select account_id, minute, reason, times from given order by account_id, minute, reason
    on conflict (tenant_id, account_id, minute, reason) do update set times = refusal_count.times + excluded.times
    returning account_id, minute, reason, times::float8 as times`.execute(tx)
  const total = new Map(counted.map((row) => [keyOf(row.account_id, row.minute, row.reason), row.times]))
  const named = all.flatMap(({ accountId, minute, reason, times, named: first }) => {
    const before = (total.get(keyOf(accountId, minute, reason)) ?? times) - times
    return first.slice(0, Math.max(0, mostNamed - before)).map((refusal) => ({
      id: newId(refusal.at),
      account_id: accountId,
      at: refusal.at,
      remote: refusal.remote ?? null,
      size_bytes: refusal.sizeBytes,
      sha256: refusal.sha256 ? Buffer.from(refusal.sha256) : null,
      reason,
    }))
  })
  if (named.length > 0) await tx.insertInto('refused_delivery').values(named).execute()
}

/** Groups refusals by account, reason and minute, together with those `before` them. */
export function gatherRefusals(
  all: readonly (Refusal & { readonly accountId: AccountId })[],
  before: readonly Refusals[] = [],
): Refusals[] {
  const gathered = new Map<string, { -readonly [Key in keyof Refusals]: Refusals[Key] }>(
    before.map((one) => [keyOf(one.accountId, one.minute, one.reason), { ...one, named: [...one.named] }]),
  )
  for (const { accountId, ...refusal } of all) {
    const minute = new Date(Math.floor(refusal.at.getTime() / 60_000) * 60_000)
    const key = keyOf(accountId, minute, refusal.reason)
    const known = gathered.get(key)
    if (!known) {
      gathered.set(key, { accountId, minute, reason: refusal.reason, times: 1, named: [refusal] })
      continue
    }
    known.times += 1
    if (known.named.length < mostNamed) known.named.push(refusal)
  }
  return [...gathered.values()]
}

const keyOf = (accountId: AccountId, minute: Date, reason: string) =>
  `${accountId} ${minute.getTime()} ${reason}`
