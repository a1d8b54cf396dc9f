import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { MailId, ReportScheduleId, UserId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import {
  type ReportCopy,
  type ReportSchedule,
  type reportScheduleCalls,
  reportScheduleLimits,
  reportScheduleList,
  type ReportSubject,
  type ReportSubscription,
  type ShownSubject,
} from '@verbatim/contract/report-schedules.ts'
import type { InsightId } from '@verbatim/contract/insights.ts'
import { type Selectable, sql } from 'kysely'
import { findInsightNames } from '#domains/insights/queries.ts'
import { joinMail, type MailedRow, mailOf } from '#domains/users/mailed-noun.ts'
import type { Actor } from '#kernel/actor.ts'
import { lastChangeOf } from '#kernel/version.ts'
import type { TenantTx } from '#platform/db.ts'
import { firstRow, onlyRow } from '#platform/rows.ts'
import { nounRows } from '#platform/list/noun-rows.ts'
import { columnsIn, enabledStatus } from '#platform/list/sql.ts'
import { isActive } from '#schema/user-conditions.ts'
import type { ReportCopyTable, ReportScheduleTable } from '#schema/reports.ts'

export type ReportScheduleRow = Selectable<ReportScheduleTable>

interface Run {
  readonly due_at: string
  readonly copies: number
  readonly waiting: number
  readonly refused: number
  readonly failed: number
}

type StandingRow = ReportScheduleRow & {
  readonly owner_name: string | null
  readonly recipients: { readonly id: UserId; readonly name: string; readonly isSubscribed: boolean }[]
  readonly run: Run | null
}

const columns = columnsIn<StandingRow>()(reportScheduleList.fields, 'standing', {
  name: { expression: sql`standing.name_key`, type: 'text' },
  status: enabledStatus('standing'),
  tab: { expression: sql`coalesce(standing.subject ->> 'tab', 'insight')`, type: 'text' },
  insightId: { expression: sql`standing.subject ->> 'insightId'`, type: 'text' },
  every: { expression: sql`standing.recurrence ->> 'every'`, type: 'text' },
  nextAt: { expression: sql`case when standing.enabled then standing.due_at end`, type: 'timestamptz' },
})

/** Scheduled reports with their owner, their recipients, and the result of the last due time. */
const standing = sql`(
  select schedule.*, owner.display_name as owner_name, coalesce((
      select json_agg(json_build_object('id', person.id, 'name', person.display_name,
        'isSubscribed', recipient.unsubscribed_at is null) order by person.sort_name, person.id)
      from report_recipient recipient
      join tenant_user person on person.tenant_id = recipient.tenant_id and person.id = recipient.user_id
        and person.removed_at is null
      where recipient.tenant_id = schedule.tenant_id and recipient.schedule_id = schedule.id and not recipient.taken_out), '[]') as recipients, (
      select to_json(run) from (
        select copy.due_at, count(*)::int as copies,
          count(*) filter (where copy.state = 'waiting' or mail.state in ('queued', 'sending'))::int as waiting,
          count(*) filter (where copy.state = 'refused')::int as refused,
          count(*) filter (where copy.state = 'failed' or mail.state = 'failed')::int as failed
        from report_copy copy ${joinMail('report_copy', 'copy')}
        where copy.tenant_id = schedule.tenant_id and copy.schedule_id = schedule.id and not copy.is_test
          and copy.due_at = (select max(newest.due_at) from report_copy newest
            where newest.tenant_id = schedule.tenant_id and newest.schedule_id = schedule.id and not newest.is_test)
        group by copy.due_at
      ) run) as run
  from report_schedule schedule
  left join tenant_user owner on owner.tenant_id = schedule.tenant_id and owner.id = schedule.owner_id and owner.removed_at is null
) standing`

const scheduleRows = nounRows<StandingRow>()({
  spec: reportScheduleList,
  columns,
  from: standing,
  alias: 'standing',
  searched: [sql`standing.name`],
  toThing: (row) => row,
  missing: 'report-schedule.not-found',
})

/** One page of the scheduled reports. */
export async function findReportSchedules(
  tx: TenantTx,
  query: InputOf<typeof reportScheduleCalls.list>['query'],
  now: Date,
  reader: Actor,
): Promise<Page<ReportSchedule>> {
  const page = await scheduleRows.find(tx, query, now)
  const names = await findSubjectNames(
    tx,
    reader,
    page.items.map(({ subject }) => subject),
  )
  return { ...page, items: page.items.map((row) => toReportSchedule(row, names)) }
}

/** @throws Failure `report-schedule.not-found` */
export async function requireReportSchedule(
  tx: TenantTx,
  id: ReportScheduleId,
  reader: Actor,
): Promise<ReportSchedule> {
  const row = await scheduleRows.require(tx, id)
  return toReportSchedule(row, await findSubjectNames(tx, reader, [row.subject]))
}

/** The names of the insights among subjects that the reader may see now. */
export const findSubjectNames = (
  tx: TenantTx,
  reader: Actor,
  subjects: readonly ReportSubject[],
): Promise<Names> =>
  findInsightNames(
    tx,
    reader,
    subjects.flatMap((subject) => (subject.kind === 'insight' ? [subject.insightId] : [])),
  )

type Names = ReadonlyMap<InsightId, string>

export function toShownSubject(subject: ReportSubject, names: Names): ShownSubject {
  const name = subject.kind === 'insight' ? names.get(subject.insightId) : undefined
  return { ...subject, ...(name !== undefined && { name }) }
}

function toReportSchedule(row: StandingRow, names: Names): ReportSchedule {
  return {
    id: row.id,
    name: row.name,
    subject: toShownSubject(row.subject, names),
    period: row.period,
    recurrence: row.recurrence,
    recipients: row.recipients,
    format: row.format,
    enabled: row.enabled,
    ...(row.owner_name !== null && { owner: { id: row.owner_id, name: row.owner_name } }),
    ...(row.enabled && { nextAt: row.due_at.toISOString() }),
    ...(row.run && { lastRun: toRun(row.run) }),
    ...lastChangeOf(row),
  }
}

const toRun = ({ due_at, copies, waiting, refused, failed }: Run) => ({
  dueAt: new Date(due_at).toISOString(),
  copies,
  waiting,
  refused,
  failed,
})

/** How many enabled scheduled reports mail an insight, and how many people get them. */
export async function countSchedulesOf(
  tx: TenantTx,
  insightId: InsightId,
): Promise<{ readonly schedules: number; readonly recipients: number }> {
  const found = await sql<{ schedules: number; recipients: number }>`
    select count(distinct schedule.id)::int as schedules, count(distinct person.id)::int as recipients
    from report_schedule schedule
    left join report_recipient recipient on recipient.tenant_id = schedule.tenant_id and recipient.schedule_id = schedule.id
      and recipient.unsubscribed_at is null and not recipient.taken_out
    left join tenant_user person on person.tenant_id = recipient.tenant_id and person.id = recipient.user_id
      and ${isActive('person')}
    where schedule.enabled and schedule.subject ->> 'insightId' = ${insightId}`.execute(tx)
  return onlyRow(found)
}

type CopyRow = MailedRow &
  Selectable<ReportCopyTable> & {
    readonly recipient_name: string
  }

/** The newest copies of a scheduled report. @throws Failure `report-schedule.not-found` */
export async function findReportCopies(
  tx: TenantTx,
  id: ReportScheduleId,
  reader: Actor,
): Promise<ReportCopy[]> {
  await requireReportSchedule(tx, id, reader)
  const { rows } = await sql<CopyRow>`
    select copy.*, person.display_name as recipient_name, mail.state as mail_state, mail.reason as mail_reason
    from report_copy copy
    join tenant_user person on person.tenant_id = copy.tenant_id and person.id = copy.user_id
    ${joinMail('report_copy', 'copy')}
    where copy.schedule_id = ${id}
    order by copy.due_at desc, person.sort_name, copy.id limit ${reportScheduleLimits.copies}`.execute(tx)
  return rows.map((row) => ({
    id: row.id,
    recipient: { id: row.user_id, name: row.recipient_name },
    dueAt: row.due_at.toISOString(),
    isTest: row.is_test,
    state: row.state,
    ...(row.refusal && { refusal: row.refusal }),
    ...mailOf(row),
  }))
}

/** Whether a copy still has a recipient. */
export const hasRecipient = (copy: string) => sql`exists (
  select from report_recipient recipient where recipient.tenant_id = ${sql.ref(copy)}.tenant_id
    and recipient.schedule_id = ${sql.ref(copy)}.schedule_id and recipient.user_id = ${sql.ref(copy)}.user_id
    and recipient.unsubscribed_at is null and not recipient.taken_out)`

interface MailedReport {
  readonly subject: ReportSubject
  readonly isWanted: boolean
}

/** What a mail reports, and whether its recipient still wants it. None for other mails, and once the scheduled report was deleted. */
export async function findMailedReport(tx: TenantTx, mailId: MailId): Promise<MailedReport | undefined> {
  const found = await sql<MailedReport>`
    select schedule.subject, copy.is_test or ${hasRecipient('copy')} as "isWanted"
    from report_copy copy
    join report_schedule schedule on schedule.tenant_id = copy.tenant_id and schedule.id = copy.schedule_id
    ${joinMail('report_copy', 'copy')}
    where mail.id = ${mailId} and copy.user_id = mail.for_user_id`.execute(tx)
  return firstRow(found)
}

type SubscriptionRow = ReportScheduleRow & { readonly is_subscribed: boolean }

/** The scheduled reports whose recipient a user is, by name. */
export async function findSubscriptions(
  tx: TenantTx,
  reader: Actor,
  id?: ReportScheduleId,
): Promise<ReportSubscription[]> {
  const { rows } = await sql<SubscriptionRow>`
    select schedule.*, recipient.unsubscribed_at is null as is_subscribed
    from report_recipient recipient
    join report_schedule schedule on schedule.tenant_id = recipient.tenant_id and schedule.id = recipient.schedule_id
    where recipient.user_id = ${reader.userId} and not recipient.taken_out and (${id ?? null}::uuid is null or schedule.id = ${id ?? null})
    order by schedule.name_key`.execute(tx)
  const names = await findSubjectNames(
    tx,
    reader,
    rows.map(({ subject }) => subject),
  )
  return rows.map(({ id: scheduleId, name, subject, recurrence, format, enabled, is_subscribed }) => ({
    id: scheduleId,
    name,
    subject: toShownSubject(subject, names),
    recurrence,
    format,
    enabled,
    isSubscribed: is_subscribed,
  }))
}

/** The time zone of the organization. */
export async function findZone(tx: TenantTx): Promise<string> {
  const found = await sql<{ zone: string }>`select time_zone as zone from organization`.execute(tx)
  return onlyRow(found).zone
}
