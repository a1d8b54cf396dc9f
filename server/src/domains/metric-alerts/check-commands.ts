/**
 * Whose figure crossed a threshold, and whose came back, each once: the last notified state of a recipient is kept, and changes in the transaction
 * that queues the mail.
 */
import { minuteMs } from '@verbatim/contract/durations.ts'
import type { MetricAlertId, MetricCrossingId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { newId } from '#kernel/uuid.ts'
import type { TenantTx } from '#platform/db.ts'
import { doubling } from '#platform/work/back-off.ts'
import type { DueRows } from '#platform/work/due-rows.ts'
import { prolong, settle, takeDue, type Try } from '#platform/work/tries.ts'
import { nextCheck } from './model.ts'
import type { MetricAlertRow } from './queries.ts'

/** A change is checked at once, but must not mail its recipients again within the hour; hourly checks are some minutes more or less apart. */
const paceMs = 50 * minuteMs

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
  /** The recipients who may see the metric. */
  readonly seeing: readonly UserId[]
  /** Whether it is crossed for each of them whose figure is known. */
  readonly found: ReadonlyMap<UserId, boolean>
}

/**
 * Records what was found, and plans the next check.
 * Recipients who had a mail within the hour hear of it with a later check. For recipients who may not see the metric any more, it is not crossed.
 * @returns Who has to hear of it; undefined if the alert was changed or taken by another worker meanwhile.
 */
export async function recordCheck(
  tx: TenantTx,
  { alert, tried }: TakenAlert,
  { found, seeing }: Checked,
  now: Date,
): Promise<readonly Crossing[] | undefined> {
  const { version } = await currentOf(tx, alert.id)
  // A change while it was counted has asked for a check of its own.
  if (version !== alert.version) {
    await settle(tx, tried, { done: { due_at: now, lease_until: null } }, now)
    return undefined
  }
  const done = { due_at: nextCheck(now), lease_until: null, checked_at: now, failures: 0 }
  if ((await settle(tx, tried, { done }, now)) !== 'done') return undefined
  await sql`update metric_alert_recipient set is_crossed = false
    where alert_id = ${alert.id} and is_crossed and user_id <> all(${seeing}::uuid[])`.execute(tx)
  const { rows } = await sql<{ user_id: UserId; is_crossed: boolean }>`
    update metric_alert_recipient recipient set is_crossed = found.is_crossed, mailed_at = ${now}
    from unnest(${[...found.keys()]}::uuid[], ${[...found.values()]}::boolean[]) found (user_id, is_crossed)
    where recipient.alert_id = ${alert.id} and recipient.user_id = found.user_id
      and recipient.is_crossed <> found.is_crossed
      and (recipient.mailed_at is null or recipient.mailed_at <= ${new Date(now.getTime() - paceMs)})
    returning recipient.user_id, recipient.is_crossed`.execute(tx)
  const crossings = rows.map(({ user_id, is_crossed }) => ({
    id: newId<MetricCrossingId>(now),
    userId: user_id,
    isCrossed: is_crossed,
  }))
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
  const failures = Math.min(alert.failures + 1, mostFailures)
  const later = new Date(now.getTime() + (backOff(failures, 0) ?? 0))
  await settle(tx, tried, { done: { due_at: later, lease_until: null, failures } }, now)
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
