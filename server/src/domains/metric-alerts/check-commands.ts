/**
 * Whose figure crossed a threshold, and whose came back, each once: the last notified state of a recipient is kept, and changes in the transaction
 * that queues the mail. If the mail is not sent after all, it changes back, because they were not notified.
 */
import { hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import type { MailId, MetricAlertId, MetricCrossingId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { keyOfMail } from '#domains/users/mailed-noun.ts'
import { newId } from '#kernel/uuid.ts'
import type { TenantTx } from '#platform/db.ts'
import { doubling } from '#platform/work/back-off.ts'
import type { DueRows } from '#platform/work/due-rows.ts'
import { prolong, settle, takeDue, type Try } from '#platform/work/tries.ts'
import { wake } from '#platform/work/wake.ts'
import { nextCheck } from './model.ts'
import type { MetricAlertRow } from './queries.ts'

/** A change is checked at once, but must not mail its recipients again within the hour; hourly checks are some minutes more or less apart. */
const paceMs = 50 * minuteMs

/** A mail that could not be sent is followed by another only later: its address may be wrong. */
const unsentMs = 12 * hourMs

/** Alerts to be checked. */
export const dueMetricAlerts: DueRows<'metric_alert'> = {
  name: 'metric-alerts',
  table: 'metric_alert',
  waits: () => sql`enabled`,
  from: 'due_at',
  lease: 'lease_until',
  // The figures of one access scope take seconds; each takes another lease. A worker that does not report by then has stopped.
  leaseMs: 5 * minuteMs,
  takes: 'checks',
  order: sql`due_at`,
  figures: { counted: (now) => sql`enabled and due_at <= ${now}`, oldest: sql`min(due_at)` },
}

export interface TakenAlert {
  readonly alert: MetricAlertRow
  readonly recipientIds: readonly UserId[]
  readonly tried: Try<'metric_alert'>
}

/** Takes one due alert for one lease. */
export async function takeAlertToCheck(tx: TenantTx, now: Date): Promise<TakenAlert | undefined> {
  const [due] = await takeDue(tx, dueMetricAlerts, 1, now)
  if (!due) return undefined
  const recipients = await tx
    .selectFrom('metric_alert_recipient')
    .where('alert_id', '=', due.row.id)
    .select('user_id')
    .execute()
  return { alert: due.row, recipientIds: recipients.map(({ user_id }) => user_id), tried: due.tried }
}

/** A recipient whose figure is on the other side of the threshold than at the last check. */
export interface Crossing {
  readonly id: MetricCrossingId
  readonly userId: UserId
  readonly isCrossed: boolean
}

interface Checked {
  /** Whether each of their figures could be counted. */
  readonly isWhole: boolean
  /** The recipients who may see the metric. */
  readonly seeing: readonly UserId[]
  /** Whether it is crossed for each of them whose figure is known. */
  readonly found: ReadonlyMap<UserId, boolean>
}

/**
 * Records what was found, and plans the next check.
 * Recipients who had a mail within the hour are notified after a later check. For recipients who may not see the metric any more, it is not crossed.
 * If a figure could not be counted, the next check is that of a failed one.
 * @returns Who has to be notified; undefined if the alert was changed or taken by another worker meanwhile.
 */
export async function recordCheck(
  tx: TenantTx,
  { alert, tried }: TakenAlert,
  { found, seeing, isWhole }: Checked,
  now: Date,
): Promise<readonly Crossing[] | undefined> {
  const { version } = await currentOf(tx, alert.id)
  // A change while it was counted has asked for a check of its own.
  if (version !== alert.version) {
    await settle(tx, tried, { done: { due_at: now, lease_until: null } }, now)
    return undefined
  }
  const done = isWhole
    ? { due_at: nextCheck(now), lease_until: null, checked_at: now, failures: 0 }
    : putOff(alert, now)
  if ((await settle(tx, tried, { done }, now)) !== 'done') return undefined
  await sql`update metric_alert_recipient set is_crossed = false, crossing_id = null
    where alert_id = ${alert.id} and (is_crossed or crossing_id is not null) and user_id <> all(${seeing}::uuid[])`.execute(
    tx,
  )
  await sql`update metric_alert_recipient recipient set ${unnotified} from mail
    where recipient.alert_id = ${alert.id} and ${isMail} and mail.state = 'failed'
      and recipient.mailed_at <= ${new Date(now.getTime() - unsentMs)}`.execute(tx)
  const ids = [...found.keys()].map(() => newId<MetricCrossingId>(now))
  const { rows: crossings } = await sql<Crossing>`
    update metric_alert_recipient recipient set is_crossed = found.is_crossed, mailed_at = ${now}, crossing_id = found.id
    from unnest(${ids}::uuid[], ${[...found.keys()]}::uuid[], ${[...found.values()]}::boolean[]) found (id, user_id, is_crossed)
    where recipient.alert_id = ${alert.id} and recipient.user_id = found.user_id
      and recipient.is_crossed <> found.is_crossed
      and (recipient.mailed_at is null or recipient.mailed_at <= ${new Date(now.getTime() - paceMs)})
    returning found.id, recipient.user_id as "userId", recipient.is_crossed as "isCrossed"`.execute(tx)
  if (crossings.length > 0)
    await tx
      .insertInto('metric_crossing')
      .values(
        crossings.map(({ id, userId, isCrossed }) => ({
          id,
          alert_id: alert.id,
          user_id: userId,
          at: now,
          is_crossed: isCrossed,
        })),
      )
      .execute()
  return crossings
}

/** A recipient who was not notified of their last crossing: they know what was before it, and may have the next mail at once. */
const unnotified = sql`is_crossed = not recipient.is_crossed, mailed_at = null, crossing_id = null`

const isMail = sql`mail.tenant_id = recipient.tenant_id
  and mail.dedupe_key = ${keyOfMail('metric_crossing', '')} || recipient.crossing_id`

/** Checks the alert of a mail again at once that was withheld from its recipient. @returns Whether the mail was of an alert. */
export async function recheckAlertOf(tx: TenantTx, mailId: MailId, now: Date): Promise<boolean> {
  const { rows } = await sql<{ alert_id: MetricAlertId; user_id: UserId }>`
    select recipient.alert_id, recipient.user_id from metric_alert_recipient recipient
    join mail on ${isMail} where mail.id = ${mailId}`.execute(tx)
  const [found] = rows
  if (!found) return false
  // A check locks the alert before its recipients, too.
  await tx.updateTable('metric_alert').set({ due_at: now }).where('id', '=', found.alert_id).execute()
  await sql`update metric_alert_recipient recipient set ${unnotified} from mail
    where recipient.alert_id = ${found.alert_id} and recipient.user_id = ${found.user_id}
      and mail.id = ${mailId} and ${isMail}`.execute(tx)
  await wake(tx, dueMetricAlerts)
  return true
}

/** A deleted one has no version. */
async function currentOf(tx: TenantTx, id: MetricAlertId): Promise<{ version: number | undefined }> {
  const row = await tx
    .selectFrom('metric_alert')
    .select('version')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return { version: row?.version }
}

const backOff = doubling({ firstMs: 5 * minuteMs, mostMs: 60 * minuteMs, tries: Infinity })

/** Plans a check that could not be done for later: the more such checks in a row, the later, up to the usual hour. */
export async function putOffCheck(tx: TenantTx, { alert, tried }: TakenAlert, now: Date): Promise<void> {
  await settle(tx, tried, { done: putOff(alert, now) }, now)
}

function putOff(alert: Pick<MetricAlertRow, 'failures'>, now: Date) {
  const failures = Math.min(alert.failures + 1, mostFailures)
  return { due_at: new Date(now.getTime() + (backOff(failures, 0) ?? 0)), lease_until: null, failures }
}

/** Counted so far; more say no more. */
const mostFailures = 1_000

/** Takes another lease for the rest of a long check. False if another worker has it by now. */
export async function holdCheck(tx: TenantTx, { tried }: TakenAlert, now: Date): Promise<boolean> {
  return (await prolong(tx, tried, now)) !== undefined
}

/** Removes crossings before a moment. The last notified state of each recipient stays. */
export async function sweepCrossings(tx: TenantTx, before: Date): Promise<void> {
  await tx.deleteFrom('metric_crossing').where('at', '<', before).execute()
}
