import { dueReportSchedules, unmadeReportCopies } from '#domains/report-schedules/copy-commands.ts'
import { defineWork } from '#platform/work/work.ts'
import type { ReportContext } from './make-copies.ts'

/** Each due time of a scheduled report becomes a copy for each recipient. */
export const reportScheduleWork = defineWork<ReportContext>({
  rows: dueReportSchedules,
  load: async () => (await import('./make-copies.ts')).queueCopies,
})

export const reportCopyWork = defineWork<ReportContext>({
  rows: unmadeReportCopies,
  load: async () => (await import('./make-copies.ts')).makeCopies,
})
