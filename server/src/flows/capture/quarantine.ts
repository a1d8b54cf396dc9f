import type { AccountId, RecordId, TenantId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { Failure } from '#kernel/failure.ts'
import { announce } from '#platform/changes.ts'
import { isPassing } from '#platform/db-errors.ts'
import { type Db, inTenant, type TenantTx } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import { wake } from '#platform/work/wake.ts'
import { backlog } from './backlog.ts'

/** Postpones a record that could not be ingested for 1, 2, 4, 8 s, then quarantines it. Its bytes never change. */
export async function putOff(
  { db, log, now }: { db: Db; log: Log; now: () => Date },
  tenantId: TenantId,
  record: { readonly id: RecordId; readonly accountId: AccountId },
  error: unknown,
): Promise<void> {
  if (isPassing(error)) throw error
  const reason = reasonOf(error)
  log.warn({ err: error, recordId: record.id }, 'a record could not be ingested')
  await inTenant(db, tenantId, async (tx) => {
    const waiting = await tx
      .updateTable('record_backlog')
      .set({ attempts: sql`attempts + 1` })
      .where('record_id', '=', record.id)
      .returning('attempts')
      .executeTakeFirst()
    if (!waiting) return
    const { attempts } = waiting
    const waitMs = backlog.backOff?.(attempts, 0)
    if (waitMs === undefined) return quarantine(tx, record, { attempts, reason }, now())
    await tx
      .updateTable('record_backlog')
      .set({ not_before: new Date(now().getTime() + waitMs) })
      .where('record_id', '=', record.id)
      .execute()
  })
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { name, message } = error
  return (name === 'Error' ? message : `${name}: ${message}`).slice(0, 500)
}

async function quarantine(
  tx: TenantTx,
  record: { readonly id: RecordId; readonly accountId: AccountId },
  { attempts, reason }: { readonly attempts: number; readonly reason: string },
  now: Date,
): Promise<void> {
  await tx.deleteFrom('record_backlog').where('record_id', '=', record.id).execute()
  await tx
    .insertInto('quarantined_record')
    .values({ record_id: record.id, account_id: record.accountId, quarantined_at: now, attempts, reason })
    .execute()
  await tx
    .updateTable('account_counters')
    .set({ accepted: sql`accepted - 1`, quarantined: sql`quarantined + 1` })
    .where('account_id', '=', record.accountId)
    .execute()
}

/**
 * Redrives all quarantined records of an account.
 * @returns How many went back to the backlog.
 */
export async function redrive(tx: TenantTx, accountId: AccountId, now: Date): Promise<number> {
  // One statement for any number of records, because a provider can fill the quarantine with more records than a
  // statement can have parameters.
  const { rows: quarantined } = await sql<{ record_id: RecordId }>`
    with freed as (delete from quarantined_record where account_id = ${accountId} returning record_id)
    insert into record_backlog (record_id, not_before) select record_id, ${now} from freed returning record_id`.execute(
    tx,
  )
  if (quarantined.length === 0) return 0
  const moved = await tx
    .updateTable('account_counters')
    .set({
      accepted: sql`accepted + ${quarantined.length}`,
      quarantined: sql`quarantined - ${quarantined.length}`,
    })
    .where('account_id', '=', accountId)
    .returning('account_id')
    .execute()
  if (moved.length === 0) throw new Failure('account.not-found')
  await announce(tx, ['accounts'])
  await wake(tx, backlog)
  return quarantined.length
}
