import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { NotificationId, PolicyId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import {
  mailGapMinutes,
  type Notification,
  type notificationCalls,
  type NotificationDraft,
  notificationList,
} from '@verbatim/contract/notifications.ts'
import type { Severity } from '@verbatim/contract/severities.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { isEverything } from '#access/scope.ts'
import { withinScope } from '#access/scope-sql.ts'
import { currentPolicies, currentPoliciesOf } from '#domains/policies/current-version.ts'
import type { AccessScope, Actor } from '#kernel/actor.ts'
import { lastChangeOf } from '#kernel/version.ts'
import type { TenantTx } from '#platform/db.ts'
import { nounRows } from '#platform/list/noun-rows.ts'
import { columnsIn, enabledStatus } from '#platform/list/sql.ts'
import type { NotificationTable } from '#schema/notifications.ts'
import { isActivePlatformUser } from '#schema/user-conditions.ts'

const columns = columnsIn<NotificationRow>()(notificationList.fields, 'standing', {
  policyName: { expression: sql`lower(standing.policy_name)`, type: 'text' },
  status: enabledStatus('standing'),
  lastMailAt: { expression: sql`standing.seen_mail_at`, type: 'timestamptz' },
})

/** Notifications with the current version of their policy, and when the last mail left that the reader may know of. */
const standingFor = (scope: AccessScope) => sql`(
  select notification.*, ${lastMailAt(scope)} as seen_mail_at,
    version.name as policy_name, version.severity as policy_severity, version.enabled as policy_enabled
  from notification
  join (${currentPolicies}) on policy.tenant_id = notification.tenant_id and policy.id = notification.policy_id
) standing`

type NotificationRow = Selectable<NotificationTable> & {
  readonly policy_name: string
  readonly policy_severity: Severity
  readonly policy_enabled: boolean
  readonly seen_mail_at: Date | null
}

type Reader = Pick<Actor, 'scope'>

const notificationsFor = ({ scope }: Reader) =>
  nounRows<NotificationRow>()({
    spec: notificationList,
    columns,
    from: standingFor(scope),
    alias: 'standing',
    searched: [sql`standing.policy_name`, sql`array_to_string(standing.recipients, ' ')`],
    toThing: toNotification,
    missing: 'notification.not-found',
  })

/** One page of the notifications, searched by policy and recipients. */
export const findNotifications = (
  tx: TenantTx,
  query: InputOf<typeof notificationCalls.list>['query'],
  now: Date,
  reader: Reader,
): Promise<Page<Notification>> => notificationsFor(reader).find(tx, query, now)

/** @throws Failure `notification.not-found` */
export const requireNotification = (
  tx: TenantTx,
  id: NotificationId,
  reader: Reader,
): Promise<Notification> => notificationsFor(reader).require(tx, id)

const deliveries = sql`notification_delivery delivery
  join cognitive_event event on event.tenant_id = delivery.tenant_id and event.id = delivery.event_id`

/** When the last mail of a `notification` left about an event within `scope`: for readers of a part, in the days for which its events are kept. */
const lastMailAt = (scope: AccessScope): RawBuilder<Date | null> =>
  scope.some(isEverything)
    ? sql`notification.last_mail_at`
    : sql`(select max(delivery.mailed_at) from ${deliveries}
        where delivery.tenant_id = notification.tenant_id and delivery.notification_id = notification.id
          and ${withinScope(scope, 'event')})`

/**
 * Whether a `mail` of a notification is about an event within `scope`, or a test, which is about none. For readers of a part it no longer
 * is once its events are forgotten.
 */
export const isKnownMail = (scope: AccessScope, id: NotificationId): RawBuilder<boolean> =>
  scope.some(isEverything)
    ? sql`true`
    : sql`(mail.kind = 'test' or exists (
        select from ${deliveries}
        where delivery.tenant_id = mail.tenant_id and delivery.notification_id = ${id}
          and delivery.recipient = mail.recipient and ${withinScope(scope, 'event')}
          -- Earlier releases took the two times one after the other.
          and mail.created_at between delivery.mailed_at - interval '1 second' and delivery.mailed_at + interval '1 second'))`

/** The name and severity of a policy, if it exists. */
export async function findPolicyWords(
  tx: TenantTx,
  id: PolicyId,
): Promise<{ name: string; severity: Severity } | undefined> {
  return currentPoliciesOf(tx)
    .where('policy.id', '=', id)
    .select(['version.name', 'version.severity'])
    .executeTakeFirst()
}

/** How many events within `scope` wait to be mailed, and when the next mail about them leaves. */
export async function findWaiting(
  tx: TenantTx,
  scope: AccessScope,
  id: NotificationId,
): Promise<{ waiting: number; nextMailAt: Date | undefined }> {
  const { rows } = await sql<{ waiting: number; next_at: Date | null }>`
    select count(distinct delivery.event_id)::integer as waiting,
      greatest(min(delivery.due_at), max(${lastMailAt(scope)}) + make_interval(mins => ${mailGapMinutes})) as next_at
    from ${deliveries}
    join notification on notification.tenant_id = delivery.tenant_id and notification.id = delivery.notification_id
    where ${withinScope(scope, 'event')} and delivery.notification_id = ${id} and delivery.mailed_at is null and notification.enabled
      and delivery.recipient = any(notification.recipients)`.execute(tx)
  const [row] = rows
  const waiting = row?.waiting ?? 0
  return { waiting, nextMailAt: waiting > 0 ? (row?.next_at ?? undefined) : undefined }
}

/** The `recipients` that are not the address of an enabled platform user. */
export async function findWithoutUser(tx: TenantTx, recipients: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ recipient: string }>`
    select given.recipient from unnest(${recipients}::text[]) with ordinality as given(recipient, place)
    where not exists (
      select from tenant_user person
      where person.email_key = lower(given.recipient) and ${isActivePlatformUser('person')}
    ) order by given.place`.execute(tx)
  return rows.map(({ recipient }) => recipient)
}

export function toDraft(row: Selectable<NotificationTable>): NotificationDraft {
  return {
    policyId: row.policy_id,
    recipients: row.recipients,
    emailSubject: row.email_subject,
    emailMessage: row.email_message,
    delivery: row.delivery,
    minSeverity: row.min_severity,
    enabled: row.enabled,
  }
}

function toNotification(row: NotificationRow): Notification {
  return {
    id: row.id,
    policyName: row.policy_name,
    policySeverity: row.policy_severity,
    policyEnabled: row.policy_enabled,
    ...toDraft(row),
    ...lastChangeOf(row),
    ...(row.seen_mail_at && { lastMailAt: row.seen_mail_at.toISOString() }),
  }
}
