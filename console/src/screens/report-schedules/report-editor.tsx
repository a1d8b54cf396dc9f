import { type Recurrence, recurrenceText } from '@verbatim/contract/recurrence.ts'
import { type ReportPeriod, reportPeriodNames } from '@verbatim/contract/report-period.ts'
import {
  type ReportFormat,
  reportFormatNames,
  type ReportSchedule,
  reportScheduleCalls,
  ReportScheduleDraft,
  reportScheduleList,
  type ShownSubject,
  subjectName,
} from '@verbatim/contract/report-schedules.ts'
import type { EditorProps } from '#editor/define-editor.ts'
import { usualEditor } from '#editor/usual-editor.ts'
import { CopiesTab } from './CopiesTab.tsx'
import type { Recipient } from './recipients.ts'
import { ScheduleFields } from './ScheduleFields.tsx'

/** The form's values: the days are kept while another recurrence is chosen. */
interface ReportValues {
  readonly name: string
  readonly subject: ShownSubject
  readonly period: ReportPeriod
  readonly every: Recurrence['every']
  readonly weekday: number
  readonly day: number
  readonly at: string
  readonly recipients: readonly Recipient[]
  readonly format: ReportFormat
  readonly enabled: boolean
}

export interface ReportTypes {
  thing: ReportSchedule
  values: ReportValues
  body: ReportScheduleDraft
}

export const blankReport: ReportValues = {
  name: '',
  subject: { kind: 'metrics', tab: 'organization' },
  period: '7',
  every: 'week',
  weekday: 1,
  day: 1,
  at: '08:00',
  recipients: [],
  format: 'pdf',
  enabled: true,
}

export const reportEditor = usualEditor(reportScheduleCalls)<ReportTypes>({
  noun: 'scheduled report',
  short: 'report',
  nameOf: ({ name }) => name,
  place: { list: reportScheduleList, path: '/organization/scheduled-reports' },
  slice: 'report-schedules',
  manage: 'reports.manage',
  tabs: [
    {
      id: 'details',
      label: 'Report',
      fields: ['name', 'subject', 'period', 'at', 'recipients'],
      Content: ScheduleFields,
    },
    { id: 'copies', label: 'Copies', isLater: true, Content: Copies },
  ],
  blank: blankReport,
  toValues: ({ name, subject, period, recurrence, recipients, format, enabled }) => ({
    name,
    subject,
    period,
    every: recurrence.every,
    weekday: recurrence.every === 'week' ? recurrence.weekday : blankReport.weekday,
    day: recurrence.every === 'month' ? recurrence.day : blankReport.day,
    at: recurrence.at,
    recipients: recipients.map(({ id, name: own, isSubscribed }) => ({
      id,
      name: own,
      ...(!isSubscribed && { detail: 'stopped it' }),
    })),
    format,
    enabled,
  }),
  schema: ReportScheduleDraft,
  toBody: ({ name, subject, period, recipients, format, enabled, ...when }) => ({
    name,
    subject: subject.kind === 'metrics' ? subject : { kind: 'insight', insightId: subject.insightId },
    period,
    recurrence: toRecurrence(when),
    recipientIds: recipients.map(({ id }) => id),
    format,
    enabled,
  }),
  fields: { recurrence: 'at', recipientIds: 'recipients' },
  wordsOf: ({ name, subject, period, recipients, format, enabled, ...when }) => ({
    Name: name,
    Figures: subjectName(subject),
    Period: reportPeriodNames[period],
    Schedule: recurrenceText(toRecurrence(when)),
    Recipients: recipients.map(({ name: own }) => own).join(', '),
    Format: reportFormatNames[format],
    Enabled: enabled ? 'Yes' : 'No',
  }),
  changed: 'report-schedule.changed',
  fieldOf: {
    'report-schedule.name-taken': 'name',
    'report-schedule.unknown-recipient': 'recipients',
    'report-schedule.unknown-insight': 'subject',
  },
  removal: { Effect: DeletionWords },
})

function toRecurrence({
  every,
  weekday,
  day,
  at,
}: Pick<ReportValues, 'every' | 'weekday' | 'day' | 'at'>): Recurrence {
  switch (every) {
    case 'day':
      return { every, at }
    case 'week':
      return { every, weekday, at }
    case 'month':
      return { every, day, at }
  }
}

function Copies({ editor: { base } }: EditorProps<ReportTypes>) {
  return base && <CopiesTab schedule={base} />
}

function DeletionWords({ thing: { recipients } }: { thing: ReportSchedule }) {
  return (
    <p>
      {recipients.length === 1 ? 'Its recipient gets' : `Its ${recipients.length} recipients get`} no further
      copies. Copies that were emailed are not changed.
    </p>
  )
}
