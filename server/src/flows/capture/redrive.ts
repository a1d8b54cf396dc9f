/** Quarantined records are retried. Their bytes never change. */
import type { AccountId, RecordId, RedriveId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { type AuditedBy, recordAudits } from '#domains/audit/commands.ts'
import { newId } from '#kernel/uuid.ts'
import { rowsOf } from '#platform/bulk.ts'
import { announce } from '#platform/changes.ts'
import type { TenantTx } from '#platform/db.ts'
import { wake } from '#platform/work/wake.ts'
import { backlog } from './backlog.ts'

interface Redriven {
  readonly id: AccountId
  readonly records: number
}

interface Asked {
  readonly accountIds: readonly AccountId[]
  /** Only these, as far as they are still in quarantine. */
  readonly recordIds?: readonly RecordId[] | undefined
}

/**
 * Returns quarantined records to the backlog, which is processed in batches. The caller has checked its access to the
 * accounts.
 * @returns The accounts that had any, with their numbers.
 */
export async function redrive(
  tx: TenantTx,
  by: AuditedBy,
  { accountIds, recordIds }: Asked,
  now: Date,
): Promise<Redriven[]> {
  if (accountIds.length === 0) return []
  // In the order in which deliveries lock them.
  await sql`select from account_counters where account_id = any(${accountIds}::uuid[]) order by account_id for update`.execute(
    tx,
  )
  const given = accountIds.map((id) => ({ account_id: id, redrive_id: newId<RedriveId>(now) }))
  // One statement for any number of records, because a provider can fill the quarantine with more records than a
  // statement can have parameters.
  const { rows } = await sql<{ id: AccountId; name: string; records: number }>`
    with asked as (select * from ${rowsOf({ account_id: 'uuid', redrive_id: 'uuid' }, given)}),
    freed as (
      delete from quarantined_record kept using asked where kept.account_id = asked.account_id
        ${recordIds ? sql`and kept.record_id = any(${recordIds}::uuid[])` : sql``}
      returning kept.record_id, kept.account_id, kept.redrive_id as before, asked.redrive_id
    ),
    counted as (select account_id, redrive_id, count(*)::int as records from freed group by account_id, redrive_id),
    begun as (
      insert into redrive (id, account_id, at, by_name, records)
      select redrive_id, account_id, ${now}::timestamptz, ${by.name}, records from counted
    ),
    queued as (
      insert into record_backlog (record_id, not_before, redrive_id)
      select record_id, ${now}::timestamptz, redrive_id from freed
    ),
    again as (
      update redrive set failed = failed + earlier.records
      from (select before, count(*)::int as records from freed where before is not null group by before) earlier
      where redrive.id = earlier.before
    ),
    moved as (
      update account_counters set accepted = accepted + counted.records, quarantined = quarantined - counted.records
      from counted where account_counters.account_id = counted.account_id
    )
    select account.id, account.name, counted.records
    from counted join channel_account account on account.id = counted.account_id order by account.id`.execute(
    tx,
  )
  if (rows.length === 0) return []
  await recordAudits(
    tx,
    by,
    rows.map(({ id, name, records }) => ({
      type: 'records_redriven',
      target: { kind: 'account', id, name },
      changes: [{ field: 'quarantined', old: records, new: 0 }],
    })),
    now,
  )
  await announce(tx, ['accounts', 'audit'])
  await wake(tx, backlog)
  return rows
}
