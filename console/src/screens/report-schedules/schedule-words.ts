import { metricTabDefinitions, metricTabIds } from '@verbatim/contract/metric-tabs.ts'
import { type ReportPeriod, reportPeriods } from '@verbatim/contract/report-period.ts'
import { type ReportSchedule, ReportSubject } from '@verbatim/contract/report-schedules.ts'
import { counted } from '@verbatim/ui/counted.ts'

/** The result of the last due time: `3 emailed`, `2 emailed, 1 refused`. */
export function runWords({
  copies,
  waiting,
  refused,
  failed,
}: NonNullable<ReportSchedule['lastRun']>): string {
  const mailed = copies - waiting - refused - failed
  const words = [
    mailed > 0 && `${mailed} emailed`,
    waiting > 0 && `${waiting} waiting`,
    refused > 0 && `${refused} refused`,
    failed > 0 && `${failed} failed`,
  ].filter(Boolean)
  return words.length > 0 ? words.join(', ') : counted(0, 'copy', 'copies')
}

/** What a report may show, for the list's filter. */
export const tabOptions = [
  ...metricTabIds.map((value) => ({ value, label: metricTabDefinitions[value].name })),
  { value: 'insight', label: 'An insight' },
]

/** A subject as the value of a choice. */
export const subjectKey = (subject: ReportSubject) =>
  subject.kind === 'metrics' ? `metrics.${subject.tab}` : `insight.${subject.insightId}`

/** Reads it back. */
function readSubject(key: string): ReportSubject | undefined {
  const [kind, rest] = key.split('.')
  const read = ReportSubject.safeParse(kind === 'insight' ? { kind, insightId: rest } : { kind, tab: rest })
  return read.data
}

/** A new scheduled report of what the page shows: in the part of the address that only the page reads. */
export const newReportHref = (subject: ReportSubject, period: string) =>
  `/organization/scheduled-reports/new#${subjectKey(subject)}.${period}`

/** Reads it back; a custom range has no name, so it is not taken. */
export function readNewReport(hash: string) {
  const [kind = '', id = '', given] = hash.split('.')
  const subject = readSubject(`${kind}.${id}`)
  const period: ReportPeriod | undefined = reportPeriods.find((one) => one === given)
  return { ...(subject && { subject }), ...(period && { period }) }
}
