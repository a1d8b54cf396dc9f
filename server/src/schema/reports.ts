import type { ReportCopyId, ReportScheduleId, UserId } from '@verbatim/contract/ids.ts'
import type { Recurrence } from '@verbatim/contract/recurrence.ts'
import type { ReportPeriod } from '@verbatim/contract/report-period.ts'
import type {
  refusals,
  ReportCopy,
  ReportFormat,
  ReportSubject,
} from '@verbatim/contract/report-schedules.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { ChangedRow, TenantRow } from './tenant-row.ts'

export interface ReportScheduleTable extends ChangedRow {
  id: ReportScheduleId
  name: string
  name_key: string
  subject: JSONColumnType<ReportSubject>
  period: ReportPeriod
  recurrence: JSONColumnType<Recurrence>
  format: ReportFormat
  enabled: boolean
  owner_id: UserId
  due_at: Date
  created_at: Date
}

interface ReportRecipientTable extends TenantRow {
  schedule_id: ReportScheduleId
  user_id: UserId
  unsubscribed_at: Date | null
  /** No recipient any more; kept because they had stopped it. */
  taken_out: Generated<boolean>
}

/** One recipient's copy of one due time. */
export interface ReportCopyTable extends TenantRow {
  id: ReportCopyId
  schedule_id: ReportScheduleId
  user_id: UserId
  due_at: Date
  is_test: boolean
  state: ReportCopy['state']
  refusal: Generated<(typeof refusals)[number] | null>
  attempts: Generated<number>
  from_at: Date
  lease_until: Generated<Date | null>
  finished_at: Generated<Date | null>
}

/** The tables of this file, by their SQL names. */
export interface ReportsTables {
  report_schedule: ReportScheduleTable
  report_recipient: ReportRecipientTable
  report_copy: ReportCopyTable
}
