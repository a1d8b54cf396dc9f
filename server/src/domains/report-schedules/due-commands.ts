import type { ReportScheduleId } from '@verbatim/contract/ids.ts'
import type { TenantTx } from '#platform/db.ts'

/** Sets the next due time. */
export async function planDue(tx: TenantTx, id: ReportScheduleId, dueAt: Date): Promise<void> {
  await tx.updateTable('report_schedule').set({ due_at: dueAt }).where('id', '=', id).execute()
}
