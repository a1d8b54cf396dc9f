import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { ReportScheduleId, UserId } from '@verbatim/contract/ids.ts'
import { recurrenceText } from '@verbatim/contract/recurrence.ts'
import type {
  ReportScheduleDraft,
  reportScheduleCalls,
  ReportSubject,
  ReportSubscription,
} from '@verbatim/contract/report-schedules.ts'
import { sql } from 'kysely'
import { changedFields, recordAudit } from '#domains/audit/commands.ts'
import { findInsightNames } from '#domains/insights/queries.ts'
import { mailedNoun } from '#domains/users/mailed-noun.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { planDue } from './due-commands.ts'
import { nextDue } from './model.ts'
import { findSubscriptions, findZone } from './queries.ts'

type Change = InputOf<typeof reportScheduleCalls.update>['body']

const scheduled = mailedNoun<'report_schedule', ReportScheduleDraft>()({
  table: 'report_schedule',
  recipients: { table: 'report_recipient', of: 'schedule_id' },
  kind: 'report-schedule',
  audit: {
    created: 'report_schedule_created',
    updated: 'report_schedule_updated',
    deleted: 'report_schedule_deleted',
  },
  failures: {
    missing: 'report-schedule.not-found',
    changed: 'report-schedule.changed',
    nameTaken: 'report-schedule.name-taken',
    unknownRecipient: 'report-schedule.unknown-recipient',
  },
  toDraft: ({ name, subject, period, recurrence, format, enabled }, recipientIds) => ({
    name,
    subject,
    period,
    recurrence,
    format,
    enabled,
    recipientIds: [...recipientIds],
  }),
  toColumns: ({ subject, period, recurrence, format, enabled }) => ({
    subject: JSON.stringify(subject),
    period,
    recurrence: JSON.stringify(recurrence),
    format,
    enabled,
  }),
  /** An insight that was chosen before may have been removed, or hidden from the actor, since. */
  async requireKnown(tx, actor, { subject }, before) {
    if (subject.kind !== 'insight' || isSame(subject, before?.subject)) return
    const names = await findInsightNames(tx, actor, [subject.insightId])
    if (names.size === 0) throw new Failure('report-schedule.unknown-insight')
  },
  // oxlint-disable-next-line typescript/require-await -- other nouns look names up
  async wordsOf(_tx, _actor, { name, subject, period, recurrence, format, enabled }, recipients) {
    return {
      name,
      ...(subject.kind === 'metrics' ? { tab: subject.tab } : { insight: subject.insightId }),
      period,
      recurrence: recurrenceText(recurrence),
      recipients,
      format,
      enabled,
    }
  },
})

const isSame = (one: ReportSubject, other: ReportSubject | undefined) =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * Its author is its owner.
 * @throws Failure `report-schedule.name-taken`, `report-schedule.unknown-recipient`, `report-schedule.unknown-insight`
 */
export async function createReportSchedule(
  tx: TenantTx,
  actor: Actor,
  draft: ReportScheduleDraft,
  now: Date,
): Promise<ReportScheduleId> {
  const dueAt = nextDue(draft.recurrence, await findZone(tx), now)
  const own = () => ({ owner_id: actor.userId, due_at: dueAt, created_at: now })
  const id = await scheduled.create(tx, actor, { draft, own }, now)
  await setRecipients(tx, id, draft.recipientIds)
  return id
}

/**
 * Changes the given fields. Another time, or the end of a pause, plans the next due time again. Copies that wait are still made.
 * @throws Failure `report-schedule.not-found`, `report-schedule.changed`, and those of a new one
 */
export async function updateReportSchedule(
  tx: TenantTx,
  actor: Actor,
  asked: { readonly id: ReportScheduleId; readonly change: Change },
  now: Date,
): Promise<void> {
  const { expectedVersion, ...change } = asked.change
  const changed = await scheduled.update(tx, actor, { id: asked.id, expectedVersion, change }, now)
  if (!changed) return
  const { before, after } = changed
  const isPlannedAnew =
    recurrenceText(before.recurrence) !== recurrenceText(after.recurrence) ||
    (after.enabled && !before.enabled)
  if (isPlannedAnew) await planDue(tx, asked.id, nextDue(after.recurrence, await findZone(tx), now))
  if (asked.change.recipientIds) await setRecipients(tx, asked.id, after.recipientIds)
}

/** Deletes it with the copies that wait; queued mails are still sent. @throws Failure `report-schedule.not-found`, `report-schedule.changed` */
export const deleteReportSchedule = scheduled.remove

/** Stops a report for the actor alone, or starts it again. @throws Failure `report-schedule.not-found` */
export async function updateSubscription(
  tx: TenantTx,
  actor: Actor,
  { id, isSubscribed }: { readonly id: ReportScheduleId; readonly isSubscribed: boolean },
  now: Date,
): Promise<ReportSubscription> {
  const { userId } = actor
  const [before] = await findSubscriptions(tx, actor, id)
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
    {
      type: 'report_subscription_updated',
      target: { kind: 'report-schedule', id, name: before.name },
      changes,
    },
    now,
  )
  return { ...before, isSubscribed }
}

/** Recipients who stopped it have still stopped it, also if they are taken out and put in again. */
async function setRecipients(tx: TenantTx, id: ReportScheduleId, userIds: readonly UserId[]): Promise<void> {
  await sql`delete from report_recipient
    where schedule_id = ${id} and unsubscribed_at is null and user_id <> all(${userIds}::uuid[])`.execute(tx)
  await sql`update report_recipient set taken_out = true
    where schedule_id = ${id} and user_id <> all(${userIds}::uuid[])`.execute(tx)
  await sql`insert into report_recipient (schedule_id, user_id) select ${id}, unnest(${userIds}::uuid[])
    on conflict (tenant_id, schedule_id, user_id) do update set taken_out = false`.execute(tx)
}
