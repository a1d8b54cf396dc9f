import type { AccountId, RecordId, TenantId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { isPassing } from '#platform/db-errors.ts'
import { type DbContext, inTenant, type TenantTx } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import { spread } from '#platform/work/back-off.ts'
import { backlog } from './backlog.ts'

/** Postpones a record that could not be ingested for 1, 2, 4, 8 s, then quarantines it. Its bytes never change. */
export async function putOff(
  { db, log, now }: DbContext & { readonly log: Log },
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
      .set({ not_before: new Date(now().getTime() + spread(waitMs, record.id, attempts)) })
      .where('record_id', '=', record.id)
      .execute()
  })
}

/** How long a record waits that met a fault of the database, such as a damaged page. */
const faultMs = 60_000

/** Postpones a record that is not to blame for an error, as often as necessary. */
export async function waitFor(
  { db, log, now }: DbContext & { readonly log: Log },
  tenantId: TenantId,
  record: { readonly id: RecordId },
  error: unknown,
): Promise<void> {
  log.error({ err: error, recordId: record.id }, 'the database failed with a record, which waits')
  await inTenant(db, tenantId, (tx) =>
    tx
      .updateTable('record_backlog')
      .set({ not_before: new Date(now().getTime() + faultMs) })
      .where('record_id', '=', record.id)
      .execute(),
  )
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
  const waited = await tx
    .deleteFrom('record_backlog')
    .where('record_id', '=', record.id)
    .returning('redrive_id')
    .executeTakeFirst()
  await tx
    .insertInto('quarantined_record')
    .values({
      record_id: record.id,
      account_id: record.accountId,
      quarantined_at: now,
      attempts,
      reason,
      redrive_id: waited?.redrive_id ?? null,
    })
    .execute()
  await tx
    .updateTable('account_counters')
    .set({ accepted: sql`accepted - 1`, quarantined: sql`quarantined + 1` })
    .where('account_id', '=', record.accountId)
    .execute()
}
