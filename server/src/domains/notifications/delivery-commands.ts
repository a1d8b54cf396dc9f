/**
 * Which events are mailed to whom, once. An event is noted for each recipient in the transaction that raises it; a worker
 * takes due deliveries in the transaction that queues the mails. No crash can lose or repeat one.
 */
import type { EventId, NotificationId } from '@verbatim/contract/ids.ts'
import { mailGapMinutes } from '@verbatim/contract/notifications.ts'
import { mostListed } from '@verbatim/contract/notification-template.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import type { DueRows } from '#platform/work/due-rows.ts'
import { wake } from '#platform/work/wake.ts'
import type { NotificationTable } from '#schema/notifications.ts'
import { lockedDue } from '#platform/work/locked-due.ts'

/** Notifications with events to mail; after a mail they wait for a moment, which limits the number of mails. */
export const dueNotifications: DueRows<'notification'> = {
  name: 'notifications',
  table: 'notification',
  waits: (now) => sql`notification.enabled and exists (
      select from notification_delivery delivery
      where delivery.tenant_id = notification.tenant_id and delivery.notification_id = notification.id
        and delivery.mailed_at is null and delivery.due_at <= ${now})`,
  lease: 'held_until',
  figures: {
    table: 'notification_delivery',
    counted: (now) => sql`mailed_at is null and due_at <= ${now}`,
    oldest: sql`min(due_at)`,
  },
}

/** When a mail leaves about an event that is noted now: at once, at the full hour, or at 08:00 in their time zone. */
export function dueSql(delivery: RawBuilder<unknown>, notedAt: RawBuilder<unknown>): RawBuilder<Date> {
  const zone = sql`(select counted_zone(time_zone) from organization limit 1)`
  const local = sql`(${notedAt} at time zone ${zone})`
  return sql<Date>`case ${delivery}
    when 'immediate' then ${notedAt}
    when 'hourly' then date_trunc('hour', ${notedAt}) + interval '1 hour'
    else (date_trunc('day', ${local} - interval '8 hours') + interval '32 hours') at time zone ${zone} end`
}

/**
 * Notes events for the recipients of the enabled notifications of their policies, if they are severe enough. Each is noted
 * once, however often this is called.
 */
export async function noteEvents(tx: TenantTx, eventIds: readonly EventId[], now: Date): Promise<number> {
  if (eventIds.length === 0) return 0
  const at = sql`${now}::timestamptz`
  const { numAffectedRows = 0n } = await sql`
    insert into notification_delivery (notification_id, recipient, event_id, noted_at, due_at)
    select noted.id, recipient, noted.event_id, ${at}, ${dueSql(sql`noted.delivery`, at)}
    from (
      select notification.id, notification.recipients, notification.delivery, event.id as event_id
      from cognitive_event event
      join notification on notification.tenant_id = event.tenant_id and notification.policy_id = event.policy_id
      where event.id = any(${eventIds}::uuid[]) and notification.enabled
        and event.severity_rank >= notification.min_rank
      for key share of notification
    ) noted, unnest(noted.recipients) recipient
    on conflict do nothing`.execute(tx)
  if (numAffectedRows > 0n) await wake(tx, dueNotifications)
  return Number(numAffectedRows)
}

/** Removes deliveries that wait to be mailed. */
export async function dropWaiting(tx: TenantTx, id: NotificationId): Promise<void> {
  await tx
    .deleteFrom('notification_delivery')
    .where('notification_id', '=', id)
    .where('mailed_at', 'is', null)
    .execute()
}

/**
 * Removes the notes of mails that were queued before a time. Only the transaction that raises an event notes it,
 * so removing notes cannot cause a second mail.
 */
export async function sweepNotified(tx: TenantTx, before: Date): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('notification_delivery')
    .where('mailed_at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Removes deliveries whose recipient was removed, or whose event is no longer severe enough. */
async function dropUnwanted(
  tx: TenantTx,
  { id, recipients, min_rank: minRank }: Selectable<NotificationTable>,
): Promise<void> {
  await sql`
    delete from notification_delivery waiting
    where notification_id = ${id} and mailed_at is null and (
      recipient <> all(${recipients}::text[])
      or (select severity_rank from cognitive_event event
          where event.tenant_id = waiting.tenant_id and event.id = waiting.event_id) < ${minRank})`.execute(
    tx,
  )
}

/** What is due for one recipient: the most severe events, and how many there are. */
export interface DueMail {
  readonly recipient: string
  /** At most `mostListed`, the most severe and newest first. */
  readonly eventIds: readonly EventId[]
  /** All of them, in the same order. */
  readonly allIds: readonly EventId[]
}

export interface DueNotification {
  readonly notification: Selectable<NotificationTable>
  readonly mails: readonly DueMail[]
}

/**
 * Takes one due notification with the mails for its recipients; it is not due again for five minutes. The caller
 * queues the mails in the same transaction. Another worker takes another notification.
 */
export async function takeDueNotification(tx: TenantTx, now: Date): Promise<DueNotification | undefined> {
  const due = lockedDue(dueNotifications, now, {
    most: 1,
    order: sql`held_until nulls first, id`,
    isNamed: true,
  })
  const { rows } = await sql<Selectable<NotificationTable>>`${due}`.execute(tx)
  const [notification] = rows
  if (!notification) return undefined
  const { id } = notification
  await dropUnwanted(tx, notification)
  const { rows: mails } = await sql<{ recipient: string; all_ids: EventId[] }>`
    with taken as (
      update notification_delivery set mailed_at = ${now}
      where notification_id = ${id} and mailed_at is null and due_at <= ${now}
      returning tenant_id, recipient, event_id
    )
    select taken.recipient,
      array_agg(event.id order by event.severity_rank desc, event.triggered_at desc, event.id) as all_ids
    from taken join cognitive_event event on event.tenant_id = taken.tenant_id and event.id = taken.event_id
    group by taken.recipient order by taken.recipient`.execute(tx)
  if (mails.length > 0) {
    const held_until = new Date(now.getTime() + mailGapMinutes * 60_000)
    await tx.updateTable('notification').set({ last_mail_at: now, held_until }).where('id', '=', id).execute()
  }
  return {
    notification,
    mails: mails.map(({ recipient, all_ids: allIds }) => ({
      recipient,
      eventIds: allIds.slice(0, mostListed),
      allIds,
    })),
  }
}
