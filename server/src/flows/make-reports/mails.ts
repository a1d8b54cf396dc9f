/** The mails of scheduled reports: the copy itself, and the notice that a recipient, or all of them, did not get theirs. */
import { hourMs } from '@verbatim/contract/durations.ts'
import { recurrenceText } from '@verbatim/contract/recurrence.ts'
import type { refusals } from '@verbatim/contract/report-schedules.ts'
import { type MailFile, type NewMail, oneLine } from '#domains/mail/commands.ts'
import { greeting } from '#domains/mail/words.ts'
import type { TakenCopy } from '#domains/report-schedules/copy-commands.ts'
import { keyOfMail } from '#domains/users/mailed-noun.ts'
import type { Mailed } from '#domains/users/recipients.ts'
import type { Actor } from '#kernel/actor.ts'
import type { FoundReport } from './report.ts'

interface Copied extends FoundReport, Pick<TakenCopy, 'copy' | 'schedule'> {
  readonly zone: string
  readonly recipient: Mailed
  /** The same, as who it was counted for. */
  readonly reader: Actor
  readonly files: readonly MailFile[]
  readonly now: Date
}

/** Later the figures would be old ones. A copy that could not be sent by then is shown as failed. */
const usefulMs = 12 * hourMs

export function copyMail(given: Copied): NewMail {
  const { copy, schedule, report, dates, zone, address, recipient, reader, files, now } = given
  const [name, organization, title] = [schedule.name, given.organization, report.title].map(oneLine)
  const attached = files.length === 1 ? 'The file is attached' : 'The files are attached'
  const why = copy.is_test
    ? 'You asked for this copy. It is not part of the schedule.'
    : `Schedule: ${recurrenceText(schedule.recurrence)} (${zone}).`
  return {
    to: recipient.email,
    subject: `${copy.is_test ? 'Test: ' : ''}${name}: ${title}, ${dates}`,
    text: `${greeting(recipient.firstName)}

This is “${name}” of ${organization}: ${title}, ${dates}. ${attached}.
The figures count only what you can see, so do not compare them with a colleague’s.

Open them in Verbatim:
  ${report.link}

${why}
To stop it, open your account settings:
  ${address}/account#reports
`,
    files,
    kind: copy.is_test ? 'test' : 'notification',
    madeFor: reader,
    uselessFrom: new Date(now.getTime() + usefulMs),
    dedupeKey: keyOfMail('report_copy', copy.id),
    reference: { kind: 'report-schedule', id: schedule.id },
  }
}

interface Noticed extends Pick<TakenCopy, 'copy' | 'schedule'> {
  /** What it shows, by its name. */
  readonly subject: string
  readonly owner: Mailed
  readonly recipient: Mailed
  readonly address: string
  readonly why: (typeof refusals)[number] | 'failed'
}

export function noticeMail({ copy, schedule, subject, owner, recipient, address, why }: Noticed): NewMail {
  const [person, what, shown] = [oneLine(recipient.name), oneLine(schedule.name), oneLine(subject)]
  // What is missing is missing for every recipient, so the owner is notified once.
  const isOfAll = why === 'removed'
  const who = isOfAll ? 'The recipients' : person
  const reasons: Record<Noticed['why'], string> = {
    'no-permission': `They can’t see ${shown}. Ask an administrator to give them the permission, or remove them from the recipients.`,
    disabled: 'They can no longer sign in. Remove them from the recipients.',
    removed: 'The insight that it shows was deleted. Choose another, or delete the scheduled report.',
    failed:
      'It could not be created. The next one is created on schedule. Contact an administrator if that fails too.',
  }
  return {
    to: owner.email,
    subject: `${who} did not get “${what}”`,
    text: `${greeting(owner.firstName)}

${who} did not get “${what}”, which you scheduled.
${reasons[why]}

  ${address}/organization/scheduled-reports/${schedule.id}

You get no further email about ${isOfAll ? 'them' : 'this recipient'} until they receive a report again.
`,
    kind: 'notice',
    forUserId: schedule.owner_id,
    dedupeKey: isOfAll
      ? `report removed ${schedule.id} ${copy.due_at.toISOString()}`
      : `report refused ${copy.id}`,
    reference: { kind: 'report-schedule', id: schedule.id },
  }
}
