import { dayMs } from '@verbatim/contract/durations.ts'
import { inboxLimits } from '@verbatim/contract/inbox.ts'
import { sweepTickets } from '#domains/insights/tickets.ts'
import { sweepInbox } from '#domains/inbox/commands.ts'
import { sweepNotified } from '#domains/notifications/delivery-commands.ts'
import { sweepCrossings } from '#domains/metric-alerts/check-commands.ts'
import { sweepReportCopies } from '#domains/report-schedules/copy-commands.ts'
import { sweepIdentity } from '#domains/identity/sessions.ts'
import type { TenantTx } from '#platform/db.ts'
import { sweepKeys } from '#platform/http/idempotency.ts'

/** The receipt of a mail is kept for this long. */
const receiptLifeMs = 400 * dayMs
/** How long we store which events a mail was about; the mail itself is stored as long as its receipt. */
const notifiedLifeMs = 30 * dayMs

/** Removes expired data: sign-ins, events of sent mails, old items of inboxes, addresses of embedded insights, and keys of old writes. Never removes a record. */
export async function sweep(tx: TenantTx, now: Date): Promise<number> {
  await sweepIdentity(tx, now)
  await sweepNotified(tx, new Date(now.getTime() - notifiedLifeMs))
  await sweepCrossings(tx, new Date(now.getTime() - receiptLifeMs))
  await sweepReportCopies(tx, new Date(now.getTime() - receiptLifeMs))
  await sweepInbox(tx, new Date(now.getTime() - inboxLimits.keptDays * dayMs))
  await sweepTickets(tx, now)
  await tx
    .deleteFrom('mail')
    .where('finished_at', '<', new Date(now.getTime() - receiptLifeMs))
    .execute()
  return sweepKeys(tx, now)
}
