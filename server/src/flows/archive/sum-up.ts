/** The daily mail about the messages and changes of the day before: captured, queued and accepted. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type ArchiveEvent, archivingLimits } from '@verbatim/contract/archiving.ts'
import { contentTypes, tableFile } from '@verbatim/documents/tables/table-file.ts'
import type { ArchiveTask } from '#domains/archiving/back-fill.ts'
import { summaryDue } from '#domains/archiving/day-summary.ts'
import { findArchiving } from '#domains/archiving/find.ts'
import { countDay, countEarlier, type DayCounts, type Difference } from '#domains/archiving/day-queries.ts'
import { type MailContext, type MailFile, type NewMail, queueMails } from '#domains/mail/commands.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Change } from '#platform/work/due-rows.ts'
import { dayAfter, dayOf } from '#kernel/days.ts'

/** More are in an attached file. */
const mostNamed = 100

/** Of the day, and of those before; more are only counted: such a file has 6 MB. */
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
    const earlier = await countEarlier(tx, day, mostListed)
    const { name } = await requireOrganization(tx)
    const words = mailAbout(day, { counts, earlier }, { organization: name, link: ctx.link })
    const isLong = [counts, earlier].some(({ differences }) => differences.length > mostNamed)
    const files = isLong ? [await fileOf(day, [...counts.differences, ...earlier.differences])] : undefined
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

/** The counts of the day, and of the days before it, some of which may be accepted only now, or not yet. */
interface Counted {
  readonly counts: DayCounts
  readonly earlier: DayCounts
}

function mailAbout(
  day: string,
  { counts, earlier }: Counted,
  { organization, link }: { readonly organization: string; readonly link: string },
): Pick<NewMail, 'subject' | 'text' | 'kind'> {
  const { captured, queued, accepted, failed } = counts
  const isWhole = captured === accepted
  const ofEarlier = earlier.captured - earlier.accepted
  return {
    kind: 'notice',
    subject: `Archiving on ${day}: ${captured} captured, ${accepted} accepted${isWhole ? '' : `, ${captured - accepted} missing`}`,
    text: [
      `Archiving by email for ${organization}. Messages and changes captured on ${day} (UTC), with their current status:`,
      `Captured: ${captured}\nQueued:   ${queued}\nAccepted: ${accepted}\nFailed:   ${failed}`,
      isWhole
        ? 'The archive accepted each of them.'
        : `The archive has not accepted these:\n\n${listOf(counts)}`,
      ...(ofEarlier > 0
        ? [
            `It has not accepted these of the ${archivingLimits.summaryDays - 1} days before:\n\n${listOf(earlier)}`,
          ]
        : []),
      `${link}\n`,
    ].join('\n\n'),
  }
}

function listOf({ captured, accepted, differences }: DayCounts): string {
  const lacking = captured - accepted
  const named = differences.slice(0, mostNamed)
  const more = lacking - named.length
  const lines = named.map((one) => `${idOf(one)}  ${wordsOf(one)}`)
  const listed = differences.length < lacking ? `the first ${mostListed}` : 'all of them'
  return [...lines, ...(more > 0 ? [`and ${more} more. The attached file has ${listed}.`] : [])].join('\n')
}

const idOf = ({ message_id: message, conversation_id: conversation }: Difference) =>
  message ?? conversation ?? ''

const eventWords: Readonly<Record<ArchiveEvent, string>> = {
  message: '',
  edit: 'edit',
  delete: 'deletion',
  reaction: 'reaction',
  membership: 'change of members of this conversation',
  receipt: 'receipt',
}
const stateWords: Readonly<Record<string, string>> = {
  none: 'no email',
  queued: 'waits',
  bundled: 'waits',
  deferred: 'deferred',
  failed: 'failed',
}
const stateOf = ({ state }: Difference) => stateWords[state ?? 'none'] ?? state ?? ''
const wordsOf = (one: Difference) => [eventWords[one.event], stateOf(one)].filter(Boolean).join(': ')

/** What the archive has not accepted. */
async function fileOf(day: string, differences: readonly Difference[]): Promise<MailFile> {
  const rows = differences.map((one) => [
    one.message_id ?? '',
    one.conversation_id ?? '',
    eventWords[one.event] || 'message',
    stateOf(one),
  ])
  const columns = ['Message ID', 'Conversation ID', 'Entry', 'Status'].map((name) => ({ name }))
  const batches = Readable.from([rows], { objectMode: true })
  const bytes = await buffer(tableFile('csv', { columns, rowsTotal: rows.length, batches }))
  return { name: `archiving-${day}.csv`, contentType: contentTypes.csv, bytes }
}
