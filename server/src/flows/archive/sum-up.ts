/** The daily mail about the messages of the day before: captured, queued and accepted. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { contentTypes, tableFile } from '@verbatim/documents/tables/table-file.ts'
import type { ArchiveTask } from '#domains/archiving/back-fill.ts'
import { summaryDue } from '#domains/archiving/day-summary.ts'
import { findArchiving } from '#domains/archiving/find.ts'
import { countDay, type DayCounts } from '#domains/archiving/queries.ts'
import { type MailContext, type MailFile, type NewMail, queueMails } from '#domains/mail/commands.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Change } from '#platform/work/due-rows.ts'
import { dayAfter, dayOf } from '#kernel/days.ts'

/** More are in an attached file. */
const mostNamed = 100

/** More are only counted: such a file has 3 MB. */
const mostListed = 50_000

interface SummaryContext extends MailContext {
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
    const counts = await countDay(tx, day, mostListed)
    const { name } = await requireOrganization(tx)
    const words = mailAbout(day, counts, { organization: name, link: ctx.link })
    const files = counts.differences.length > mostNamed ? [await fileOf(day, counts)] : undefined
    const mails = settings.summary_recipients.map((to) => ({
      to,
      ...words,
      ...(files && { files }),
      dedupeKey: `archive-summary ${day} ${to}`,
    }))
    await queueMails(tx, ctx, mails)
  }
  const next = dayAfter(day)
  const due = summaryDue(next, settings?.delivery_mode ?? 'per_message')
  return { day: next, due_at: due, attempts: 0, lease_until: null }
}

function mailAbout(
  day: string,
  { captured, queued, accepted, failed, differences }: DayCounts,
  { organization, link }: { readonly organization: string; readonly link: string },
): Pick<NewMail, 'subject' | 'text' | 'kind'> {
  const isWhole = captured === accepted
  const list = differences.slice(0, mostNamed).map(({ id, state }) => `${id}  ${wordOf(state)}`)
  const more = captured - accepted - list.length
  const listed = differences.length < captured - accepted ? `the first ${mostListed}` : 'all of them'
  return {
    kind: 'notice',
    subject: `Archiving on ${day}: ${captured} captured, ${accepted} accepted${isWhole ? '' : `, ${captured - accepted} missing`}`,
    text: `Archiving by email for ${organization}. Messages captured on ${day} (UTC), with their current status:

Captured: ${captured}
Queued:   ${queued}
Accepted: ${accepted}
Failed:   ${failed}

${isWhole ? 'The archive accepted each of them, with its edits.' : `The archive has not accepted these messages:\n\n${list.join('\n')}`}${more > 0 ? `\nand ${more} more. The attached file has ${listed}.` : ''}

${link}
`,
  }
}

const stateWords: Readonly<Record<string, string>> = {
  none: 'no email',
  queued: 'waits',
  bundled: 'waits',
  deferred: 'deferred',
  failed: 'failed',
}
const wordOf = (state: string | null) => stateWords[state ?? 'none'] ?? state ?? ''

/** The messages that the archive has not accepted. */
async function fileOf(day: string, { differences }: DayCounts): Promise<MailFile> {
  const rows = differences.map(({ id, state }) => [id, wordOf(state)])
  const columns = [{ name: 'Message ID' }, { name: 'Status' }]
  const batches = Readable.from([rows], { objectMode: true })
  const bytes = await buffer(tableFile('csv', { columns, rowsTotal: rows.length, batches }))
  return { name: `archiving-${day}.csv`, contentType: contentTypes.csv, bytes }
}
