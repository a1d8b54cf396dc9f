import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import { wake } from '#platform/work/wake.ts'
import { dueReportSchedules } from './copy-commands.ts'
import { sameLocalTime } from './model.ts'
import { findZone } from './queries.ts'

/**
 * Moves the due times of all schedules to the same days and times in the organization's new zone. Where that has passed, it is due now, so
 * no report is left out.
 */
export async function followReportZone(tx: TenantTx, before: string): Promise<void> {
  const zone = await findZone(tx)
  if (zone === before) return
  const rows = await tx
    .selectFrom('report_schedule')
    .select(['id', 'recurrence', 'due_at'])
    .where('enabled', '=', true)
    .forUpdate()
    .execute()
  const times = rows.map(({ recurrence, due_at }) => sameLocalTime(recurrence, due_at, { before, zone }))
  await sql`update report_schedule schedule set due_at = moved.due_at
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${times}::timestamptz[]) moved (id, due_at)
    where schedule.id = moved.id`.execute(tx)
  await wake(tx, dueReportSchedules)
}
