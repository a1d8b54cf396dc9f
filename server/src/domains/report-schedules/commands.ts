import type { ReportScheduleId, UserId } from '@verbatim/contract/ids.ts'
import type {
  ReportScheduleDraft,
  reportScheduleCalls,
  ReportSubscription,
} from '@verbatim/contract/report-schedules.ts'
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import { recurrenceText } from '@verbatim/contract/recurrence.ts'
import { nameKey } from '@verbatim/contract/text.ts'
import { sql } from 'kysely'
import { changedFields, recordAudit } from '#domains/audit/commands.ts'
import { findNames, requireRecipients } from '#domains/users/recipients.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import { requireVersion } from '#kernel/version.ts'
import { refusing } from '#platform/db-errors.ts'
import type { TenantTx } from '#platform/db.ts'
import { nextDue } from './model.ts'
import { findSubscriptions, findZone, type ReportScheduleRow } from './queries.ts'

const unknownRecipient = 'report-schedule.unknown-recipient'

type Change = InputOf<typeof reportScheduleCalls.update>['body']

/** Its author is its owner. @throws Failure `report-schedule.name-taken`, `report-schedule.unknown-recipient` */
export async function createReportSchedule(
  tx: TenantTx,
  actor: Actor,
  draft: ReportScheduleDraft,
  now: Date,
): Promise<ReportScheduleId> {
  const names = await requireRecipients(tx, draft.recipientIds, unknownRecipient)
  const id = newId<ReportScheduleId>(now)
  const dueAt = nextDue(draft.recurrence, await findZone(tx), now)
  const values = { ...toRow(draft), id, owner_id: actor.userId, due_at: dueAt, created_at: now }
  await refusingDuplicates(() =>
    tx
      .insertInto('report_schedule')
      .values({ ...values, changed_at: now, changed_by_name: actor.name })
      .execute(),
  )
  await setRecipients(tx, id, draft.recipientIds)
  const changes = changedFields({}, fieldsOf(draft, names))
  await recordAudit(tx, actor, { type: 'report_schedule_created', target: targetOf(id, draft), changes }, now)
  return id
}

/**
 * Changes the given fields. Another time, or the end of a pause, plans the next due time anew. Copies that wait are still made.
 * @throws Failure `report-schedule.not-found`, `report-schedule.changed`, `report-schedule.name-taken`, `report-schedule.unknown-recipient`
 */
export async function updateReportSchedule(
  tx: TenantTx,
  actor: Actor,
  { id, change }: { readonly id: ReportScheduleId; readonly change: Change },
  now: Date,
): Promise<void> {
  const row = await takeSchedule(tx, id, change.expectedVersion)
  const before = await toDraft(tx, row)
  const after = mergedWith(before, change)
  const added = after.recipientIds.filter((one) => !before.recipientIds.includes(one))
  await requireRecipients(tx, added, unknownRecipient)
  const names = await findNames(tx, [...before.recipientIds, ...added])
  const changes = changedFields(fieldsOf(before, names), fieldsOf(after, names))
  if (changes.length === 0) return
  const isPlannedAnew =
    recurrenceText(before.recurrence) !== recurrenceText(after.recurrence) ||
    (after.enabled && !before.enabled)
  await refusingDuplicates(() =>
    tx
      .updateTable('report_schedule')
      .set({
        ...toRow(after),
        version: sql`version + 1`,
        changed_at: now,
        changed_by_name: actor.name,
      })
      .where('id', '=', id)
      .execute(),
  )
  if (isPlannedAnew) await planDue(tx, id, nextDue(after.recurrence, await findZone(tx), now))
  if (change.recipientIds) await setRecipients(tx, id, after.recipientIds)
  await recordAudit(tx, actor, { type: 'report_schedule_updated', target: targetOf(id, after), changes }, now)
}

/** Deletes it with the copies that wait; queued mails are still sent. @throws Failure `report-schedule.not-found`, `report-schedule.changed` */
export async function deleteReportSchedule(
  tx: TenantTx,
  actor: Actor,
  { id, expectedVersion }: { readonly id: ReportScheduleId; readonly expectedVersion?: number | undefined },
  now: Date,
): Promise<void> {
  const row = await takeSchedule(tx, id, expectedVersion)
  const draft = await toDraft(tx, row)
  const changes = changedFields(fieldsOf(draft, await findNames(tx, draft.recipientIds)), {})
  await tx.deleteFrom('report_schedule').where('id', '=', id).execute()
  await recordAudit(tx, actor, { type: 'report_schedule_deleted', target: targetOf(id, draft), changes }, now)
}

/** Stops a report for the actor alone, or starts it again. @throws Failure `report-schedule.not-found` */
export async function updateSubscription(
  tx: TenantTx,
  actor: Actor,
  { id, isSubscribed }: { readonly id: ReportScheduleId; readonly isSubscribed: boolean },
  now: Date,
): Promise<ReportSubscription> {
  const { userId } = actor
  const [before] = await findSubscriptions(tx, userId, id)
  if (!before) throw new Failure('report-schedule.not-found')
  if (before.isSubscribed === isSubscribed) return before
  await tx
    .updateTable('report_recipient')
    .set({ unsubscribed_at: isSubscribed ? null : now })
    .where('schedule_id', '=', id)
    .where('user_id', '=', userId)
    .execute()
  const changes = changedFields({ subscribed: before.isSubscribed }, { subscribed: isSubscribed })
  await recordAudit(
    tx,
    actor,
    { type: 'report_subscription_updated', target: targetOf(id, before), changes },
    now,
  )
  return { ...before, isSubscribed }
}

/** Sets the next due time. */
export async function planDue(tx: TenantTx, id: ReportScheduleId, dueAt: Date): Promise<void> {
  await tx.updateTable('report_schedule').set({ due_at: dueAt }).where('id', '=', id).execute()
}

const refusingDuplicates = <T>(work: () => Promise<T>): Promise<T> =>
  refusing('report_schedule_tenant_id_name_key_key', 'report-schedule.name-taken', work)

const targetOf = (id: ReportScheduleId, { name }: { readonly name: string }) => ({
  kind: 'report-schedule',
  id,
  name,
})

async function takeSchedule(
  tx: TenantTx,
  id: ReportScheduleId,
  expectedVersion: number | undefined,
): Promise<ReportScheduleRow> {
  const row = await tx
    .selectFrom('report_schedule')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Failure('report-schedule.not-found')
  requireVersion('report-schedule.changed', row.version, expectedVersion)
  return row
}

async function toDraft(tx: TenantTx, row: ReportScheduleRow): Promise<ReportScheduleDraft> {
  const { name, subject, period, recurrence, format, enabled } = row
  const recipients = await tx
    .selectFrom('report_recipient')
    .innerJoin('tenant_user as person', 'person.id', 'report_recipient.user_id')
    .where('schedule_id', '=', row.id)
    .where('taken_out', '=', false)
    .where('person.removed_at', 'is', null)
    .select('user_id')
    .orderBy('user_id')
    .execute()
  const recipientIds = recipients.map(({ user_id }) => user_id)
  return { name, subject, period, recurrence, recipientIds, format, enabled }
}

const mergedWith = (before: ReportScheduleDraft, change: Change): ReportScheduleDraft => ({
  name: change.name ?? before.name,
  subject: change.subject ?? before.subject,
  period: change.period ?? before.period,
  recurrence: change.recurrence ?? before.recurrence,
  recipientIds: change.recipientIds ?? before.recipientIds,
  format: change.format ?? before.format,
  enabled: change.enabled ?? before.enabled,
})

const toRow = ({ name, subject, period, recurrence, format, enabled }: ReportScheduleDraft) => ({
  name,
  name_key: nameKey(name),
  subject: JSON.stringify(subject),
  period,
  recurrence: JSON.stringify(recurrence),
  format,
  enabled,
})

/** Recipients who stopped it have still stopped it, also if they are taken out and put in again. */
async function setRecipients(tx: TenantTx, id: ReportScheduleId, userIds: readonly UserId[]): Promise<void> {
  await sql`delete from report_recipient
    where schedule_id = ${id} and unsubscribed_at is null and user_id <> all(${userIds}::uuid[])`.execute(tx)
  await sql`update report_recipient set taken_out = true
    where schedule_id = ${id} and user_id <> all(${userIds}::uuid[])`.execute(tx)
  await sql`insert into report_recipient (schedule_id, user_id) select ${id}, unnest(${userIds}::uuid[])
    on conflict (tenant_id, schedule_id, user_id) do update set taken_out = false`.execute(tx)
}

/** For the audit trail: recipients by their names. */
function fieldsOf(draft: ReportScheduleDraft, names: ReadonlyMap<UserId, string>) {
  const { name, subject, period, recurrence, recipientIds, format, enabled } = draft
  const recipients = recipientIds.map((id) => names.get(id) ?? id).toSorted()
  return {
    name,
    tab: subject.tab,
    period,
    recurrence: recurrenceText(recurrence),
    recipients,
    format,
    enabled,
  }
}
