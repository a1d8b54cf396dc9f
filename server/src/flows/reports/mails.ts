/** The mails of scheduled reports: the copy itself, and the notice that someone did not get theirs. */
import { metricTabDefinitions } from '@verbatim/contract/metric-tabs.ts'
import { recurrenceText } from '@verbatim/contract/recurrence.ts'
import type { refusals } from '@verbatim/contract/report-schedules.ts'
import { greeting } from '#domains/identity/mail-words.ts'
import type { MailFile, NewMail } from '#domains/mail/commands.ts'
import type { TakenCopy } from '#domains/report-schedules/copy-commands.ts'
import type { Person } from './make-copies.ts'
import type { FoundReport } from './report.ts'

interface Copied extends FoundReport, Pick<TakenCopy, 'copy' | 'schedule'> {
  readonly recipient: Person
  readonly files: readonly MailFile[]
}

export function copyMail(given: Copied): NewMail {
  const { copy, schedule, report, dates, zone, organization, address, recipient, files } = given
  const attached = files.length === 1 ? 'The file is attached' : 'The files are attached'
  const why = copy.is_test
    ? 'You asked for this copy. It is not part of the schedule.'
    : `It is sent: ${recurrenceText(schedule.recurrence)} (${zone}).`
  return {
    to: recipient.email,
    subject: `${copy.is_test ? 'Test: ' : ''}${schedule.name}: ${report.title}, ${dates}`,
    text: `${greeting(recipient.firstName)}

This is “${schedule.name}” of ${organization}: ${report.title}, ${dates}. ${attached}.
The figures are counted for you alone: what you may not see is not counted, so do not compare them with a colleague’s.

Open them in Verbatim:
  ${report.link}

${why}
To stop it, open your account settings:
  ${address}/account#reports
`,
    files,
    kind: copy.is_test ? 'test' : 'notification',
    dedupeKey: `report ${copy.id}`,
    reference: { kind: 'report-schedule', id: schedule.id },
  }
}

interface Noticed extends Pick<TakenCopy, 'copy' | 'schedule'> {
  readonly owner: Person
  readonly recipient: Person
  readonly address: string
  readonly why: (typeof refusals)[number] | 'failed'
}

export function noticeMail({ copy, schedule, owner, recipient, address, why }: Noticed): NewMail {
  const tab = metricTabDefinitions[schedule.subject.tab].name
  const reasons: Record<Noticed['why'], string> = {
    'no-permission': `They may not see ${tab}. Ask an administrator to give them the permission, or remove them from the recipients.`,
    disabled: 'They can’t sign in any more. Remove them from the recipients.',
    failed:
      'It could not be made. The next one is tried again at its time; tell an administrator if that fails, too.',
  }
  return {
    to: owner.email,
    subject: `${recipient.name} did not get “${schedule.name}”`,
    text: `${greeting(owner.firstName)}

${recipient.name} did not get “${schedule.name}”, which you scheduled.
${reasons[why]}

  ${address}/organization/scheduled-reports/${schedule.id}

You get no further mail about this recipient until they have got a report again.
`,
    kind: 'notice',
    dedupeKey: `report refused ${copy.id}`,
    reference: { kind: 'report-schedule', id: schedule.id },
  }
}
