/** When the mail about the messages of a day is sent. */
import type { ArchivingChange } from '@verbatim/contract/archiving.ts'
import { hourMs } from '@verbatim/contract/durations.ts'
import type { TenantTx } from '#platform/db.ts'
import { wake } from '#platform/work/wake.ts'
import { dayOf } from '#kernel/days.ts'
import { archiveTasks } from './attempts.ts'

/** When a day of UTC is summed up: a mail for a whole day is due after the last midnight on earth, noon of the next day. */
export const summaryDue = (day: string, delivery: ArchivingChange['delivery']) =>
  new Date(Date.parse(day) + (delivery === 'conversation_day' ? 38 : 26) * hourMs)

/** Begins with today, or ends, as the settings say. */
export async function planSummary(
  tx: TenantTx,
  { mode, summaryRecipients, delivery }: Pick<ArchivingChange, 'mode' | 'summaryRecipients' | 'delivery'>,
  now: Date,
): Promise<void> {
  const isWanted = mode !== 'off' && summaryRecipients.length > 0
  if (!isWanted) {
    await tx
      .updateTable('archive_task')
      .set({ state: 'cancelled', lease_until: null, finished_at: now })
      .where('kind', '=', 'summary')
      .where('state', '=', 'running')
      .execute()
    return
  }
  const day = dayOf(now)
  await tx
    .insertInto('archive_task')
    .values({ kind: 'summary', day, due_at: summaryDue(day, delivery), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await wake(tx, archiveTasks)
}
