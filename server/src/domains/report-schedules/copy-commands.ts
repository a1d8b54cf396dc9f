/**
 * Which copies of a report are made, once. They are written in the transaction that moves the schedule to its next due time; a copy and
 * its mail are one transaction again. No crash can lose or repeat one.
 */
import { minuteMs } from '@verbatim/contract/durations.ts'
import type { MailId, ReportCopyId, ReportScheduleId, UserId } from '@verbatim/contract/ids.ts'
import type { refusals } from '@verbatim/contract/report-schedules.ts'
import { type Selectable, sql } from 'kysely'
import { keyOfMail } from '#domains/users/mailed-noun.ts'
import { newId } from '#kernel/uuid.ts'
import type { TenantTx } from '#platform/db.ts'
import { doubling } from '#platform/work/back-off.ts'
import type { DueRows } from '#platform/work/due-rows.ts'
import { giveUpSpent, settle, type Settled, takeDue, type Try } from '#platform/work/tries.ts'
import { wake } from '#platform/work/wake.ts'
import type { ReportCopyTable } from '#schema/reports.ts'
import { planDue } from './due-commands.ts'
import { newestDue, nextDue } from './model.ts'
import { findZone, hasRecipient, type ReportScheduleRow } from './queries.ts'
import { lockedDue } from '#platform/work/locked-due.ts'

/** Scheduled reports whose time has come. */
export const dueReportSchedules: DueRows<'report_schedule'> = {
  name: 'report-schedules',
  table: 'report_schedule',
  waits: () => sql`enabled`,
  from: 'due_at',
  figures: { counted: (now) => sql`enabled and due_at <= ${now}`, oldest: sql`min(due_at)` },
}

export const mostCopyTries = 6

/** Copies that were not made yet. */
export const unmadeReportCopies: DueRows<'report_copy'> = {
  name: 'report-copies',
  table: 'report_copy',
  waits: () => sql`state = 'waiting'`,
  from: 'from_at',
  lease: 'lease_until',
  // A year's figures take seconds. A worker that does not report by then has stopped.
  leaseMs: 5 * minuteMs,
  tries: 'attempts',
  order: sql`is_test, due_at`,
  backOff: doubling({ firstMs: minuteMs, mostMs: 60 * minuteMs, tries: mostCopyTries }),
  mostTries: mostCopyTries,
  givingUp: (_, now) => ({ state: 'failed', lease_until: null, finished_at: now }),
  figures: {
    oldest: sql`min(due_at)`,
    givenUp: sql`select count(*) from public.report_copy where state = 'failed'`,
  },
}

/**
 * Takes one due schedule: writes a copy for each of its recipients, and plans its next due time. Where the clocks of the organization have
 * changed since, and its due time is still to come, it is only planned again.
 * @returns Whether one was due.
 */
export async function queueDueCopies(tx: TenantTx, now: Date): Promise<boolean> {
  const due = lockedDue(dueReportSchedules, now, { most: 1, order: sql`due_at, id`, isNamed: true })
  const { rows } = await sql<ReportScheduleRow>`${due}`.execute(tx)
  const [schedule] = rows
  if (!schedule) return false
  const { id, recurrence, due_at: planned } = schedule
  const zone = await findZone(tx)
  const newest = newestDue(recurrence, zone, planned, now)
  if (newest) await insertCopies(tx, schedule, newest, now)
  await planDue(tx, id, nextDue(recurrence, zone, now))
  return true
}

async function insertCopies(tx: TenantTx, { id }: ReportScheduleRow, dueAt: Date, now: Date): Promise<void> {
  const subscribed = await tx
    .selectFrom('report_recipient as recipient')
    .innerJoin('tenant_user as person', (join) =>
      join.onRef('person.tenant_id', '=', 'recipient.tenant_id').onRef('person.id', '=', 'recipient.user_id'),
    )
    .where('recipient.schedule_id', '=', id)
    .where('recipient.unsubscribed_at', 'is', null)
    .where('recipient.taken_out', '=', false)
    .where('person.removed_at', 'is', null)
    .select('recipient.user_id')
    .execute()
  if (subscribed.length === 0) return
  const copies = subscribed.map(({ user_id }) => newCopy(id, user_id, { dueAt, isTest: false }, now))
  await tx
    .insertInto('report_copy')
    .values(copies)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'schedule_id', 'user_id', 'due_at']).doNothing())
    .execute()
  await wake(tx, unmadeReportCopies)
}

/** Queues a copy for one user now, besides the schedule, unless one waits. */
export async function queueTestCopy(
  tx: TenantTx,
  { id, userId }: { readonly id: ReportScheduleId; readonly userId: UserId },
  now: Date,
): Promise<void> {
  const waiting = await tx
    .selectFrom('report_copy')
    .select('id')
    .where('schedule_id', '=', id)
    .where('user_id', '=', userId)
    .where('is_test', '=', true)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (waiting) return
  await tx
    .insertInto('report_copy')
    .values(newCopy(id, userId, { dueAt: now, isTest: true }, now))
    .onConflict((conflict) => conflict.columns(['tenant_id', 'schedule_id', 'user_id', 'due_at']).doNothing())
    .execute()
  await wake(tx, unmadeReportCopies)
}

const newCopy = (
  scheduleId: ReportScheduleId,
  userId: UserId,
  { dueAt, isTest }: { readonly dueAt: Date; readonly isTest: boolean },
  now: Date,
) => ({
  id: newId<ReportCopyId>(now),
  schedule_id: scheduleId,
  user_id: userId,
  due_at: dueAt,
  is_test: isTest,
  state: 'waiting' as const,
  from_at: now,
})

export interface TakenCopy {
  readonly copy: Selectable<ReportCopyTable>
  readonly schedule: ReportScheduleRow
  readonly tried: Try<'report_copy'>
}

/**
 * Takes one due copy. Copies that were interrupted too often fail; those whose recipient has stopped the report meanwhile are removed.
 * @returns The taken one, if any, and those that failed.
 */
export async function takeCopy(
  tx: TenantTx,
  now: Date,
): Promise<{ readonly taken: TakenCopy | undefined; readonly spent: Selectable<ReportCopyTable>[] }> {
  await sql`delete from report_copy copy where state = 'waiting' and not is_test
    and (lease_until is null or lease_until <= ${now}) and not ${hasRecipient('copy')}`.execute(tx)
  const spent = await giveUpSpent(tx, unmadeReportCopies, 'It was interrupted too often.', now)
  const [due] = await takeDue(tx, unmadeReportCopies, 1, now)
  if (!due) return { taken: undefined, spent }
  const { row: copy, tried } = due
  const schedule = await tx
    .selectFrom('report_schedule')
    .selectAll()
    .where('id', '=', copy.schedule_id)
    .executeTakeFirstOrThrow()
  return { taken: { copy, schedule, tried }, spent }
}

/** Records that a copy was made; its mail is queued in the same transaction. False if another worker has it. */
export async function finishCopy(tx: TenantTx, { tried }: TakenCopy, now: Date): Promise<boolean> {
  const done = { state: 'made' as const, lease_until: null, finished_at: now }
  return (await settle(tx, tried, { done }, now)) === 'done'
}

/** Makes a copy once more whose mail was not sent. @returns Whether the mail has a copy. */
export async function remakeCopy(tx: TenantTx, mailId: MailId, now: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update report_copy copy set state = 'waiting', attempts = 0, from_at = ${now}, lease_until = null, finished_at = null
    from mail where mail.tenant_id = copy.tenant_id and mail.id = ${mailId} and copy.state = 'made'
      and mail.dedupe_key = ${keyOfMail('report_copy', '')} || copy.id`.execute(tx)
  if (numAffectedRows > 0n) await wake(tx, unmadeReportCopies)
  return numAffectedRows > 0n
}

/** Records that the recipient may not have it. False if another worker has it. */
export async function refuseCopy(
  tx: TenantTx,
  { tried }: TakenCopy,
  refusal: (typeof refusals)[number],
  now: Date,
): Promise<boolean> {
  const done = { state: 'refused' as const, refusal, lease_until: null, finished_at: now }
  return (await settle(tx, tried, { done }, now)) === 'done'
}

/** Records that it could not be made: it is tried again later, or has failed. */
export function failCopy(tx: TenantTx, { tried }: TakenCopy, reason: string, now: Date): Promise<Settled> {
  return settle(tx, tried, { failed: reason }, now)
}

/** Whether the recipient's last copy before was not made for the same reason: then the owner knows. */
export async function hadNone(tx: TenantTx, copy: Selectable<ReportCopyTable>): Promise<boolean> {
  const last = await tx
    .selectFrom('report_copy')
    .select(['state', 'refusal'])
    .where('schedule_id', '=', copy.schedule_id)
    .where('user_id', '=', copy.user_id)
    .where('due_at', '<', copy.due_at)
    .where('is_test', '=', false)
    .orderBy('due_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.state === copy.state && last.refusal === copy.refusal
}

/** Removes copies of due times before a moment. Schedules have moved on, so no copy is made again. */
export async function sweepReportCopies(tx: TenantTx, before: Date): Promise<void> {
  await tx.deleteFrom('report_copy').where('due_at', '<', before).where('state', '<>', 'waiting').execute()
}
