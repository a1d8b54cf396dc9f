import { metricTabDefinitions, metricTabIds } from '@verbatim/contract/metric-tabs.ts'
import { type ReportPeriod, reportPeriods } from '@verbatim/contract/report-period.ts'
import type { ReportSchedule } from '@verbatim/contract/report-schedules.ts'
import { counted } from '@verbatim/ui/counted.ts'

/** What became of the last due time: `3 mailed`, `2 mailed, 1 refused`. */
export function runWords({
  copies,
  waiting,
  refused,
  failed,
}: NonNullable<ReportSchedule['lastRun']>): string {
  const mailed = copies - waiting - refused - failed
  const words = [
    mailed > 0 && `${mailed} mailed`,
    waiting > 0 && `${waiting} waiting`,
    refused > 0 && `${refused} refused`,
    failed > 0 && `${failed} failed`,
  ].filter(Boolean)
  return words.length > 0 ? words.join(', ') : counted(0, 'copy', 'copies')
}

export const tabOptions = metricTabIds.map((value) => ({ value, label: metricTabDefinitions[value].name }))

/** What Key Metrics show, for a new scheduled report of it: in the part of the address that only the page reads. */
export const newReportHref = (tab: string, period: string) =>
  `/organization/scheduled-reports/new#${tab}.${period}`

/** Reads it back; a custom range has no name, so it is not taken. */
export function readNewReport(hash: string) {
  const [slug, given] = hash.split('.')
  const tab = metricTabIds.find((id) => metricTabDefinitions[id].path === `/metrics/${slug}`)
  const period: ReportPeriod | undefined = reportPeriods.find((one) => one === given)
  return { ...(tab && { tab }), ...(period && { period }) }
}
