/** The mail that says each day what became of the messages of the day before. */
import type { ArchivingChange } from '@verbatim/contract/archiving.ts'
import { type MailContext, type NewMail, queueMails } from '#domains/mail/commands.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Change } from '#platform/work/due-rows.ts'
import { wake } from '#platform/work/wake.ts'
import type { ArchiveTask } from './back-fill.ts'
import { archiveTasks } from './due.ts'
import { findArchiving } from './find.ts'
import { countDay, type DayCounts } from './queries.ts'

const hourMs = 3_600_000
/** More are only counted. */
const mostNamed = 100

/** When a day of UTC is summed up: a mail for a whole day is due after the last midnight on earth, noon of the next day. */
const dueAfter = (day: string, delivery: ArchivingChange['delivery']) =>
  new Date(Date.parse(day) + (delivery === 'conversation_day' ? 38 : 26) * hourMs)

const dayOf = (time: Date) => time.toISOString().slice(0, 10)
const dayAfter = (day: string) => dayOf(new Date(Date.parse(day) + 24 * hourMs))

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
    .values({ kind: 'summary', day, due_at: dueAfter(day, delivery), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await wake(tx, archiveTasks)
}

export interface SummaryContext extends MailContext {
  /** Where people open the settings, and a message. */
  readonly link: string
}

/** Queues the mails about one day. @returns What changes on the task. */
export async function sumUp(
  tx: TenantTx,
  ctx: SummaryContext,
  task: ArchiveTask,
): Promise<Change<'archive_task'>> {
  const settings = await findArchiving(tx)
  const day = task.day ?? dayOf(ctx.now())
  if (settings) {
    const counts = await countDay(tx, day, mostNamed)
    const { name } = await requireOrganization(tx)
    const words = mailAbout(day, counts, { organization: name, link: ctx.link })
    const mails = settings.summary_recipients.map((to) => ({
      to,
      ...words,
      dedupeKey: `archive-summary ${day} ${to}`,
    }))
    await queueMails(tx, ctx, mails)
  }
  const next = dayAfter(day)
  const due = dueAfter(next, settings?.delivery_mode ?? 'per_message')
  return { day: next, due_at: due, attempts: 0, lease_until: null }
}

function mailAbout(
  day: string,
  { captured, queued, accepted, failed, differences }: DayCounts,
  { organization, link }: { readonly organization: string; readonly link: string },
): Pick<NewMail, 'subject' | 'text' | 'kind'> {
  const isWhole = captured === accepted
  const list = differences.map(({ id, state }) => `${id}  ${stateWords[state ?? 'none'] ?? state}`)
  const more = captured - accepted - differences.length
  return {
    kind: 'notice',
    subject: `Archiving on ${day}: ${captured} captured, ${accepted} accepted${isWhole ? '' : `, ${captured - accepted} missing`}`,
    text: `Archiving by mail of ${organization}. Messages captured on ${day} (UTC), and what became of them until now:

Captured: ${captured}
Queued:   ${queued}
Accepted: ${accepted}
Failed:   ${failed}

${isWhole ? 'The archive accepted each of them.' : `The archive has not accepted these messages:\n\n${list.join('\n')}`}${more > 0 ? `\nand ${more} more.` : ''}

${link}
`,
  }
}

const stateWords: Readonly<Record<string, string>> = {
  none: 'no mail',
  queued: 'waits',
  bundled: 'waits',
  deferred: 'put off',
  failed: 'failed',
}
