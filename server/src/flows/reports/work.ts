import { dueReportSchedules, unmadeReportCopies } from '#domains/report-schedules/copy-commands.ts'
import { defineWork } from '#platform/work/work.ts'
import type { ReportContext } from './make-copies.ts'

/** Each due time of a scheduled report becomes a copy for each recipient. */
export const reportScheduleWork = defineWork<ReportContext>({
  rows: dueReportSchedules,
  async open(ctx) {
    const { queueCopies } = await import('./make-copies.ts')
    return { turn: (tenantId) => queueCopies(ctx, tenantId) }
  },
})

export const reportCopyWork = defineWork<ReportContext>({
  rows: unmadeReportCopies,
  async open(ctx) {
    const { makeCopies } = await import('./make-copies.ts')
    return { turn: (tenantId) => makeCopies(ctx, tenantId) }
  },
})
